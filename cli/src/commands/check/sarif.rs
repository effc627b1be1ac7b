//! SARIF 2.1.0, the form in which code hosts take what a check found.

use std::collections::BTreeSet;
use std::path::{Component, Path};

use serde_json::{Value, json};
use stdx::{Problem, Severity};

use super::rules::rule;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The log of one run. Files of the project are named from its root, others in full.
pub(super) fn log(problems: &[Problem], project: &Path) -> Value {
    let codes: BTreeSet<&str> = problems.iter().map(|it| it.code.as_ref()).collect();
    let codes: Vec<&str> = codes.into_iter().collect();
    let results = problems.iter().map(|it| result(it, &codes, project));
    let driver = json!({
        "name": "tackle",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": codes.iter().map(|it| descriptor(it)).collect::<Vec<_>>(),
    });
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": driver },
            // Our columns count characters.
            "columnKind": "unicodeCodePoints",
            "results": results.collect::<Vec<_>>(),
        }],
    })
}

fn descriptor(code: &str) -> Value {
    let mut res = json!({ "id": code });
    if let Some(rule) = rule(code) {
        res["shortDescription"] = json!({ "text": plain(rule.means) });
        let text = format!("{} {}", plain(rule.means), plain(rule.help));
        let markdown = format!("{} {}", rule.means, rule.help);
        res["help"] = json!({ "text": text, "markdown": markdown });
    }
    res
}

/// Without the marks of code; a vertical bar is escaped in a table.
fn plain(text: &str) -> String {
    text.replace('`', "").replace("\\|", "|")
}

fn result(problem: &Problem, codes: &[&str], project: &Path) -> Value {
    let index = codes.iter().position(|it| *it == problem.code);
    let mut text = problem.message.clone();
    if let Some(hint) = &problem.hint {
        text.push_str("\nhint: ");
        text.push_str(hint);
    }
    let mut res = json!({
        "ruleId": problem.code,
        "ruleIndex": index,
        "level": level(problem.severity),
        "message": { "text": text },
    });
    if let Some(file) = &problem.file {
        let mut location = json!({ "artifactLocation": artifact(file, project) });
        if let Some(place) = problem.place {
            location["region"] = json!({ "startLine": place.line, "startColumn": place.column });
        }
        res["locations"] = json!([{ "physicalLocation": location }]);
    }
    res
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// A relative reference has no leading slash, so that a code host finds the file in the repository.
fn artifact(file: &Path, project: &Path) -> Value {
    match file.strip_prefix(project) {
        Ok(inside) => json!({ "uri": escaped(inside), "uriBaseId": "%SRCROOT%" }),
        Err(_) => json!({ "uri": format!("file:///{}", escaped(file)) }),
    }
}

/// The steps of a path, all but unreserved characters escaped (RFC 3986).
fn escaped(path: &Path) -> String {
    let steps = path.components().filter_map(|it| match it {
        Component::Normal(name) => Some(name.as_encoded_bytes()),
        Component::Prefix(prefix) => Some(prefix.as_os_str().as_encoded_bytes()),
        Component::RootDir | Component::CurDir | Component::ParentDir => None,
    });
    let steps: Vec<String> = steps.map(escaped_step).collect();
    steps.join("/")
}

fn escaped_step(bytes: &[u8]) -> String {
    let mut res = String::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                res.push(char::from(*byte));
            }
            other => res.push_str(&format!("%{other:02X}")),
        }
    }
    res
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;
    use stdx::{Place, Problem};

    use super::{artifact, log};

    #[track_caller]
    fn check_uri(file: &str, expected: &str) {
        let found = artifact(Path::new(file), Path::new("/repo"));
        assert_eq!(found["uri"], expected);
    }

    #[test]
    fn files_are_named_by_escaped_uris() {
        check_uri("/repo/.claude/agents/a b.md", ".claude/agents/a%20b.md");
        check_uri("/repo/100%/ü#?.md", "100%25/%C3%BC%23%3F.md");
        check_uri("/repo/a:b.md", "a%3Ab.md");
        check_uri("/other/x.md", "file:///other/x.md");
    }

    #[test]
    fn a_result_names_its_rule_and_its_place() {
        let place = Place { line: 3, column: 7 };
        let problems = [
            Problem::error("hooks/timeout", "a")
                .in_file("/repo/x.json")
                .at(place),
            Problem::note("hooks/args", "b").with_hint("c"),
        ];
        let log = log(&problems, Path::new("/repo"));
        let run = &log["runs"][0];
        let ids: Vec<_> = run["tool"]["driver"]["rules"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|it| &it["id"])
            .collect();
        assert_eq!(ids, ["hooks/args", "hooks/timeout"]);
        let expected = json!([
            { "ruleId": "hooks/timeout", "ruleIndex": 1, "level": "error", "message": { "text": "a" },
              "locations": [{ "physicalLocation": {
                "artifactLocation": { "uri": "x.json", "uriBaseId": "%SRCROOT%" },
                "region": { "startLine": 3, "startColumn": 7 } } }] },
            { "ruleId": "hooks/args", "ruleIndex": 0, "level": "note", "message": { "text": "b\nhint: c" } },
        ]);
        assert_eq!(run["results"], expected);
    }
}
