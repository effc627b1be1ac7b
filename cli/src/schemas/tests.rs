use serde_json::{Value, json};
use stdx::{Place, Problem};

use super::schemas;
use super::validate::faults;

fn schema(name: &str) -> Value {
    let found = schemas().into_iter().find(|it| it.0 == name);
    found
        .unwrap_or_else(|| panic!("no schema is called `{name}`"))
        .1
}

/// Checks what a command printed. Every test of a command with `--json` passes through here.
#[track_caller]
pub(crate) fn check_output(words: &[&str], printed: &Value) {
    let line = words.join("-");
    let schemas = schemas();
    let named = schemas.iter().filter(|it| line.contains(it.0));
    let (name, schema) = named
        .max_by_key(|it| it.0.len())
        .expect("the command has a schema");
    let none: [String; 0] = [];
    assert_eq!(faults(schema, printed), none, "{name}: {printed:#}");
}

#[track_caller]
fn check_problem(problem: &Problem) {
    let value = serde_json::to_value(problem).expect("a problem is JSON");
    let none: [String; 0] = [];
    assert_eq!(faults(&schema("problem"), &value), none, "{value:#}");
}

#[test]
fn a_problem_fits_its_schema_with_and_without_its_place() {
    let place = Place { line: 3, column: 7 };
    check_problem(&Problem::note("hooks/timeout", "some text"));
    check_problem(&Problem::warning("hooks/timeout", "some text").in_file("/a/file"));
    let whole = Problem::error("hooks/timeout", "some text").at(place);
    check_problem(&whole.in_file("/a/file").with_hint("do something"));
}

/// The checker would be worth nothing if it let everything through.
#[test]
fn what_does_not_fit_is_named() {
    let odd = json!({ "severity": "fatal", "code": 1, "line": -3, "colour": "red" });
    let expected = [
        "$.severity: oneOf",
        "$.code: type \"string\"",
        "$.line: minimum 0",
        "$.colour: is in no schema",
        "$: required \"message\"",
    ];
    let found = faults(&schema("problem"), &odd);
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}, expected {expected}");
    }
}

#[test]
fn every_key_of_every_report_says_what_it_means() {
    for (name, schema) in schemas() {
        let definitions = schema["$defs"].as_object().into_iter().flatten();
        let all = definitions.map(|it| it.1).chain([&schema]);
        for (key, property) in all.filter_map(|it| it["properties"].as_object()).flatten() {
            assert!(
                property["description"].is_string(),
                "{name}: `{key}` has no description"
            );
        }
    }
}
