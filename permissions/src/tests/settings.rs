//! The `permissions` of a settings file.

use std::path::{Path, PathBuf};

use stdx::Place;

use super::verdict;
use crate::{
    HeldBack, List, Mode, PermissionSettings, SettingsFile, Source, Standing, Verdict,
    read_settings,
};

fn read(text: &[u8], standing: Standing) -> stdx::Loaded<PermissionSettings> {
    read_settings(&SettingsFile {
        file: Path::new("/src/app/.claude/settings.json"),
        bytes: text,
        source: Source::Project,
        standing,
    })
}

/// The problems, one a line: place, severity, code, message.
#[track_caller]
fn check_problems(text: &str, expected: &[&str]) -> PermissionSettings {
    let loaded = read(text.as_bytes(), Standing::Trusted);
    let problems: Vec<String> = loaded
        .problems
        .iter()
        .map(|it| {
            let place = it.place.expect("every problem has its place");
            assert_eq!(
                it.file,
                Some(PathBuf::from("/src/app/.claude/settings.json"))
            );
            format!("{}:{} {it}", place.line, place.column)
        })
        .collect();
    assert_eq!(problems, expected, "the problems of {text}");
    loaded.value
}

const ODD: &str = r#"{
  "permissions": {
    "defaultMode": "acceptEdits",
    "allow": [
      "Read(===== Section: read =====)",
      "Bash:*",
      "Edit:*",
      "Create",
      "Bash(node -e \"f\\(1\\)\")",
      "mcp__web__.*",
      "WebFetch(domain:example.com)"
    ],
    "allowFileAccess": "hunter2"
  },
  "preferences": { "tabSize": 2 }
}"#;

#[test]
fn odd_rules_are_named_and_their_neighbours_count() {
    let shape = "a permission rule must be `Tool` or `Tool(pattern)`, found";
    let settings = check_problems(
        ODD,
        &[
            &format!("6:7 warning[permissions/rule-shape]: {shape} `Bash:*`"),
            &format!("7:7 warning[permissions/rule-shape]: {shape} `Edit:*`"),
            "8:7 warning[permissions/unknown-tool]: no known tool is called `Create`",
            "10:7 note[permissions/rule-shape]: `.` in `mcp__web__.*` is a plain character, so no \
             tool is called so",
            "13:5 note[permissions/unknown-key]: `permissions.allowFileAccess` is not known and \
             has no effect",
        ],
    );
    assert_eq!(
        (settings.n_written, settings.mode),
        (7, Some(Mode::AcceptEdits))
    );
    assert_eq!(verdict(&settings.rules, "node -e 'f(1)'"), Verdict::None);
    assert_eq!(
        verdict(&settings.rules, r#"node -e "f(1)""#),
        Verdict::Allow
    );
    assert_eq!(verdict(&settings.rules, "ls"), Verdict::None);
}

#[test]
fn each_rule_knows_its_place() {
    let text = "\u{feff}{ // mine\n\t\"permissions\": {\"deny\": [\"Bash(ä)\", \"Read(x)\",],},\n}";
    let settings = read(text.as_bytes(), Standing::Trusted);
    assert_eq!(settings.problems, []);
    let places: Vec<(&str, Option<Place>)> = settings
        .value
        .rules
        .rules(List::Deny)
        .iter()
        .map(|it| (it.text(), it.origin().place))
        .collect();
    let place = |column| Some(Place { line: 2, column });
    assert_eq!(places, [("Bash(ä)", place(27)), ("Read(x)", place(38))]);
}

#[test]
fn wrong_types_are_problems_of_their_own() {
    let settings = check_problems(
        r#"{"permissions": {"allow": "Bash", "deny": ["Bash(rm *)", 7, null], "ask": {},
"defaultMode": true, "additionalDirectories": [[]]}}"#,
        &[
            "1:27 warning[permissions/wrong-type]: `permissions.allow` must be a list, found text",
            "1:58 warning[permissions/wrong-type]: each entry of `permissions.deny` must be a text, \
             found a number",
            "1:61 warning[permissions/wrong-type]: each entry of `permissions.deny` must be a text, \
             found `null`",
            "1:75 warning[permissions/wrong-type]: `permissions.ask` must be a list, found an object",
            "2:16 warning[permissions/wrong-type]: `permissions.defaultMode` must be a text, found \
             a truth value",
            "2:48 warning[permissions/wrong-type]: each entry of \
             `permissions.additionalDirectories` must be a text, found a list",
        ],
    );
    assert_eq!(verdict(&settings.rules, "rm x"), Verdict::Deny);
    check_problems(
        r#"{"permissions": []}"#,
        &["1:17 warning[permissions/wrong-type]: `permissions` must be an object, found a list"],
    );
    check_problems(
        "[1]",
        &["1:1 warning[permissions/wrong-type]: the document must be an object, found a list"],
    );
    check_problems(
        r#"{"permissions": {"defaultMode": "yolo"}}"#,
        &[
            "1:33 warning[permissions/unknown-mode]: `permissions.defaultMode` must be `ask`, \
           `auto`, `read-only` or a mode of Claude Code, found `yolo`",
        ],
    );
}

#[test]
fn a_file_that_is_no_json_says_nothing() {
    for text in [
        "{",
        "{\"a\": 1,, }",
        "{'permissions': {}}",
        "{permissions: {}}",
        "{} {}",
    ] {
        let loaded = read(text.as_bytes(), Standing::Trusted);
        let codes: Vec<&str> = loaded.problems.iter().map(|it| &*it.code).collect();
        assert_eq!(codes, ["permissions/not-json"], "{text}");
        assert!(loaded.value.rules.is_empty());
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let loaded = read(deep.as_bytes(), Standing::Trusted);
    assert_eq!(loaded.problems[0].code, "permissions/not-json");
    let loaded = read(b"{\"permissions\":\n \"\xff\"}", Standing::Trusted);
    assert_eq!(loaded.problems[0].place, Some(Place { line: 2, column: 3 }));
    for text in ["", "  \n", "// nothing", "{}", "{\"hooks\": {}}"] {
        check_problems(text, &[]);
    }
}

#[test]
fn of_two_lists_nothing_is_lost() {
    let text = r#"{"permissions": {"deny": ["Bash(a)"], "deny": ["Bash(b)"]}, "permissions": {}}"#;
    let settings = check_problems(text, &[]);
    assert_eq!(verdict(&settings.rules, "a"), Verdict::Deny);
    assert_eq!(verdict(&settings.rules, "b"), Verdict::Deny);
}

#[test]
fn a_file_that_nobody_trusts_only_narrows() {
    let text = br#"{"permissions": {
  "allow": ["Bash(ls *)"], "ask": ["Bash(git *)"], "deny": ["Bash(rm *)"],
  "defaultMode": "auto", "additionalDirectories": ["/"]
}}"#;
    let loaded = read(text, Standing::OnlyNarrow);
    assert_eq!(loaded.problems, []);
    let settings = loaded.value;
    let verdicts = ["ls", "git log", "rm x"].map(|it| verdict(&settings.rules, it));
    assert_eq!(verdicts, [Verdict::None, Verdict::Ask, Verdict::Deny]);
    assert_eq!(
        (settings.mode, settings.rules.directories()),
        (None, [].as_slice())
    );
    let held = |key, text: &str, line, column| HeldBack {
        key,
        text: text.to_owned(),
        place: Place { line, column },
    };
    let expected = [
        held("permissions.allow", "Bash(ls *)", 2, 13),
        held("permissions.defaultMode", "auto", 3, 18),
        held("permissions.additionalDirectories", "/", 3, 52),
    ];
    assert_eq!(settings.held_back, expected);
}
