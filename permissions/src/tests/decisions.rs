//! Lists, sources and modes.

use std::path::PathBuf;

use serde_json::{Value, json};
use stdx::Place;

use super::{call, decide_command, input, origin, rules};
use crate::{List, Mode, Origin, Rule, RuleRef, RuleSet, Source, Verdict, decide};

#[test]
fn deny_beats_ask_and_ask_beats_allow() {
    let rules = rules("allow Bash\n ask Bash(git *)\n deny Bash(git push *)");
    let check = |command: &str, verdict: Verdict, reason: &str| {
        let found = decide_command(&rules, command);
        assert_eq!(
            (found.verdict, found.reason.as_str()),
            (verdict, reason),
            "{command}"
        );
    };
    check(
        "ls",
        Verdict::Allow,
        "allow rule `Bash` of the project settings",
    );
    check(
        "git log",
        Verdict::Ask,
        "ask rule `Bash(git *)` of the project settings",
    );
    check(
        "git push",
        Verdict::Deny,
        "deny rule `Bash(git push *)` of the project settings",
    );
    check(
        "ls; git log; git push",
        Verdict::Deny,
        "deny rule `Bash(git push *)` of the project settings",
    );
}

#[test]
fn the_persons_own_no_and_question_stay() {
    let rules = rules("deny Bash(rm *)\n ask Bash(git push *)");
    let check = |command: &str, verdict: Verdict, rule: Option<&str>| {
        let found = decide_command(&rules, command);
        let text = found.rule.as_ref().map(|it| it.text.as_str());
        assert_eq!((found.verdict, text), (verdict, rule), "{command}");
    };
    check("rm -r ./build", Verdict::Deny, Some("Bash(rm *)"));
    check(
        "git push origin main",
        Verdict::Ask,
        Some("Bash(git push *)"),
    );
    // Without a rule it is the mode that asks, and that a hook may lift.
    check("echo hello", Verdict::Ask, None);
}

#[test]
fn the_first_source_is_named_whatever_the_order_of_reading() {
    let mut rules = RuleSet::default();
    for (source, line) in [(Source::Local, 4), (Source::Managed, 1), (Source::User, 2)] {
        let origin = Origin {
            source,
            file: Some(PathBuf::from(format!("/{source}.json"))),
            place: Some(Place { line, column: 9 }),
        };
        rules.add(
            List::Deny,
            Rule::parse("Bash(rm *)", origin).value.expect("a rule"),
        );
    }
    let expected = RuleRef {
        text: "Bash(rm *)".to_owned(),
        source: Source::Managed,
        file: Some(PathBuf::from("/managed.json")),
        place: Some(Place { line: 1, column: 9 }),
    };
    assert_eq!(decide_command(&rules, "rm x").rule, Some(expected));
}

#[test]
fn what_grants_and_what_narrows_read_an_odd_shape_differently() {
    let check = |list: List, expected: Verdict| {
        let mut rules = RuleSet::default();
        rules.add(
            list,
            Rule::parse("Bash:*", origin(Source::User))
                .value
                .expect("a rule"),
        );
        assert_eq!(super::verdict(&rules, "ls"), expected, "{list:?}");
    };
    check(List::Allow, Verdict::None);
    check(List::Ask, Verdict::Ask);
    check(List::Deny, Verdict::Deny);
}

#[test]
fn modes_decide_where_no_rule_speaks() {
    use Verdict::{Allow, Ask, Deny};
    let modes = [
        Mode::Ask,
        Mode::AcceptEdits,
        Mode::Auto,
        Mode::ReadOnly,
        Mode::DontAsk,
    ];
    let check = |rule: &str, (tool, value): (&str, Value), expected: [Verdict; 5]| {
        let input = input(value);
        let rules = rules(rule);
        let found = modes.map(|mode| decide(&rules, &call(tool, &input), mode).verdict);
        assert_eq!(
            found, expected,
            "{tool} {input:?} with `{rule}` in {modes:?}"
        );
    };
    let read = || ("Read", json!({ "file_path": "x" }));
    let edit = || ("Edit", json!({ "file_path": "x" }));
    let edit_outside = || ("Edit", json!({ "file_path": "../x" }));
    let shell = || ("Bash", json!({ "command": "ls" }));
    check("", read(), [Allow, Allow, Allow, Allow, Allow]);
    check("", edit(), [Ask, Allow, Allow, Deny, Deny]);
    check("", edit_outside(), [Ask, Ask, Allow, Deny, Deny]);
    check("", shell(), [Ask, Ask, Allow, Deny, Deny]);
    check("", ("WebSearch", json!({})), [Ask, Ask, Allow, Deny, Deny]);
    check(
        "allow Bash\n allow Edit",
        shell(),
        [Allow, Allow, Allow, Deny, Allow],
    );
    check("allow Edit", edit(), [Allow, Allow, Allow, Deny, Allow]);
    check("ask Edit", edit(), [Ask, Ask, Ask, Deny, Deny]);
    check("ask Read", read(), [Ask, Ask, Ask, Ask, Deny]);
    check("deny Read(x)", read(), [Deny; 5]);
    check("deny Bash(ls)", shell(), [Deny; 5]);
}

#[test]
fn a_further_folder_counts_as_the_project() {
    let mut rules = RuleSet::default();
    for directory in ["/src/other", "../third", "~/notes"] {
        rules.add_directory(PathBuf::from(directory));
    }
    for path in ["/src/other/x", "/src/third/x", "/home/ann/notes/x"] {
        let input = input(json!({ "file_path": path }));
        let found = decide(&rules, &call("Edit", &input), Mode::AcceptEdits);
        assert_eq!(found.verdict, Verdict::Allow, "{path}");
        assert_eq!(found.reason, "mode `acceptEdits` allows it");
    }
}

#[test]
fn modes_are_known_in_both_vocabularies() {
    for mode in [
        Mode::Ask,
        Mode::AcceptEdits,
        Mode::Auto,
        Mode::ReadOnly,
        Mode::DontAsk,
    ] {
        assert_eq!(Mode::from_word(mode.claude_word()), Some(mode));
        assert_eq!(Mode::from_word(&mode.to_string()), Some(mode));
    }
    assert_eq!(Mode::from_word("yolo"), None);
}

#[test]
fn redirections_are_read_and_written_files() {
    let check = |rule: &str, command: &str, expected: Verdict| {
        assert_eq!(
            super::verdict(&rules(rule), command),
            expected,
            "{command} with `{rule}`"
        );
    };
    check("deny Edit(.env)", "echo x > .env", Verdict::Deny);
    check("deny Write(.env)", "echo x >> sub/.env", Verdict::Deny);
    check("deny Edit(.env)", "cat < .env", Verdict::None);
    check("deny Read(.env)", "cat < .env", Verdict::Deny);
    check("deny Read(.env)", "echo x > .env", Verdict::None);
    check("deny Edit", "echo x 2> /dev/null", Verdict::None);
    check("deny MultiEdit", "echo x > y", Verdict::None);
    check("ask Edit(~/**)", "{ ls; } > ~/x", Verdict::Ask);
}
