use serde_json::json;

use crate::{Loaded, Place, Problem, Severity};

#[test]
fn it_prints_one_line_and_serializes_flat() {
    #[track_caller]
    fn check(problem: Problem, line: &str, expected: serde_json::Value) {
        assert_eq!(problem.to_string(), line);
        assert_eq!(serde_json::to_value(problem).unwrap(), expected);
    }

    check(
        Problem::note("a/b", "as it is"),
        "note[a/b]: as it is",
        json!({"severity": "note", "code": "a/b", "message": "as it is"}),
    );
    check(
        Problem::error("hooks/unknown-event", "no event is called `Stopp`")
            .in_file("/p/hooks.json")
            .at(Place { line: 4, column: 9 })
            .with_hint("did you mean `Stop`?"),
        "error[hooks/unknown-event]: no event is called `Stopp`",
        json!({
            "severity": "error",
            "code": "hooks/unknown-event",
            "message": "no event is called `Stopp`",
            "file": "/p/hooks.json",
            "line": 4,
            "column": 9,
            "hint": "did you mean `Stop`?",
        }),
    );
}

#[test]
fn a_place_counts_characters_from_one() {
    #[track_caller]
    fn check(text: &str, offset: usize, expected: (u32, u32)) {
        let place = Place::of_offset(text, offset);
        assert_eq!((place.line, place.column), expected);
    }

    check("", 0, (1, 1));
    check("ab\ncd", 0, (1, 1));
    check("ab\ncd", 2, (1, 3));
    check("ab\ncd", 3, (2, 1));
    check("ab\ncd", 99, (2, 3));
    check("äö\nüx", 8, (2, 3));
    check("äö", 1, (1, 1));
}

#[test]
fn the_gravest_sorts_first() {
    let mut severities = [Severity::Note, Severity::Error, Severity::Warning];
    severities.sort();
    assert_eq!(
        severities,
        [Severity::Error, Severity::Warning, Severity::Note]
    );
}

#[test]
fn problems_travel_with_the_value() {
    let loaded = Loaded::from(2)
        .with(Problem::warning("a/b", "odd"))
        .map(|it| it * 2);
    assert_eq!((loaded.value, loaded.has_errors()), (4, false));

    let mut problems = vec![Problem::error("a/a", "bad")];
    assert_eq!(loaded.drain_into(&mut problems), 4);
    assert_eq!(
        problems.iter().map(|it| &*it.code).collect::<Vec<_>>(),
        ["a/a", "a/b"]
    );
    assert_eq!(Loaded::<Vec<u8>>::default(), Loaded::from(vec![]));
}
