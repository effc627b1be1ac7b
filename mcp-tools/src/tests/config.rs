//! Reading a file of servers.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::{Reach, read};

/// One line for each server, then one for each problem.
#[track_caller]
fn check(servers: &str, expected: &[&str]) {
    let text = format!("{{\"mcpServers\": {servers}}}");
    check_file(text.as_bytes(), expected);
}

#[track_caller]
fn check_file(bytes: &[u8], expected: &[&str]) {
    let variables = [("TOKEN", "t0k"), ("EMPTY", "")];
    let variables: BTreeMap<_, _> = variables
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let loaded = read(".mcp.json".as_ref(), bytes, &variables);
    let servers = loaded.value.iter().map(|it| {
        let mut line = format!("{}: ", it.name);
        let _ = match &it.reach {
            Reach::Program { command, args, env } => write!(line, "{command} {args:?} {env:?}"),
            Reach::Http { url, headers } => write!(line, "{url} {headers:?}"),
        };
        line
    });
    let problems = loaded.problems.iter().map(|it| {
        let column = it.place.map_or(0, |it| it.column);
        format!("{} @{column}", it.code)
    });
    let found: Vec<String> = servers.chain(problems).collect();
    assert_eq!(found, expected);
}

#[test]
fn both_kinds_are_read() {
    check(
        r#"{"a": {"command": "npx", "args": ["-y", "x"], "env": {"K": "v"}}}"#,
        &[r#"a: npx ["-y", "x"] [("K", "v")]"#],
    );
    check(
        r#"{"a": {"type": "http", "url": "https://x.example/mcp", "headers": {"X": "1"}}}"#,
        &[r#"a: https://x.example/mcp [("X", "1")]"#],
    );
    check(
        r#"{"a": {"url": "http://x.example"}}"#,
        &["a: http://x.example []"],
    );
}

#[test]
fn variables_are_put_in_once() {
    check(
        r#"{"a": {"command": "c", "args": ["${TOKEN}", "${NO:-d}", "${EMPTY:-d}", "${", "$TOKEN"]}}"#,
        &[r#"a: c ["t0k", "d", "", "${", "$TOKEN"] []"#],
    );
    check(
        r#"{"a": {"command": "${NO}"}, "b": {"command": "c"}}"#,
        &["b: c [] []", "mcp/missing-variable @34"],
    );
}

#[test]
fn a_broken_entry_never_hurts_its_neighbours() {
    let good = r#""z": {"command": "c"}"#;
    let cases = [
        ("7", "mcp/wrong-type"),
        ("{}", "mcp/missing-key"),
        (r#"{"command": ""}"#, "mcp/missing-key"),
        (
            r#"{"type": "sse", "url": "https://x.example"}"#,
            "mcp/unsupported-type",
        ),
        (
            r#"{"type": "htp", "url": "https://x.example"}"#,
            "mcp/unknown-type",
        ),
        (r#"{"type": 1}"#, "mcp/wrong-type"),
        (r#"{"command": "c", "args": "x"}"#, "mcp/wrong-type"),
        (r#"{"command": "c", "env": {"PORT": 1}}"#, "mcp/wrong-type"),
        (r#"{"url": "file:///etc/passwd"}"#, "mcp/invalid-url"),
        (
            r#"{"url": "https://x.example", "headers": {"a b": "c"}}"#,
            "mcp/invalid-header",
        ),
        (
            r#"{"url": "https://x.example", "headers": {"Host": "c"}}"#,
            "mcp/invalid-header",
        ),
    ];
    for (entry, code) in cases {
        let text = format!("{{\"mcpServers\": {{\"a\": {entry}, {good}}}}}");
        let loaded = read(".mcp.json".as_ref(), text.as_bytes(), &BTreeMap::new());
        let names: Vec<_> = loaded.value.iter().map(|it| it.name.as_str()).collect();
        let codes: Vec<_> = loaded.problems.iter().map(|it| it.code.as_ref()).collect();
        assert_eq!((names, codes), (vec!["z"], vec![code]), "{entry}");
    }
}

#[test]
fn what_is_odd_is_told() {
    check(
        r#"{"a": {"command": "c"}, "a": {"command": "d", "arg": []}}"#,
        &[
            "a: d [] []",
            "mcp/duplicate-server @17",
            "mcp/unknown-key @62",
        ],
    );
    check("[]", &["mcp/wrong-type @16"]);
    check_file(b"{}", &["mcp/no-servers @1"]);
    check_file(b"{", &["mcp/not-json @1"]);
    check_file(b"\xff", &["mcp/not-utf8 @1"]);
}

#[test]
fn secrets_are_not_shown() {
    let text = br#"{"mcpServers": {"a": {"command": "c", "env": {"K": "s3cret"}},
        "b": {"url": "https://x.example", "headers": {"K": "s3cret"}}}}"#;
    let loaded = read(".mcp.json".as_ref(), text, &BTreeMap::new());
    assert!(!format!("{loaded:?}").contains("s3cret"));
}
