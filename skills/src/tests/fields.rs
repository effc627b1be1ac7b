use crate::{Invocable, Layout, Placed, Run, Shell, Source, Waiting};

use super::{codes, read_as, read_text, skill};

fn texts(placed: &[Placed<String>]) -> Vec<&str> {
    placed.iter().map(|it| it.value.as_str()).collect()
}

#[test]
fn every_documented_field_is_read() {
    let text = "---
name: Tide Check
description: Checks the tide.
when_to_use: Before a trip.
argument-hint: [harbour] [day]
arguments: harbour day
disable-model-invocation: yes
user-invocable: 'off'
allowed-tools: Read, Bash(git log *)
disallowed-tools: [Write, Edit]
model: opus
effort: High
context: fork
agent: sailor
background: no
hooks: { Stop: [] }
paths: src/**/*.{ts,tsx}, docs/*.md
shell: powershell
metadata: { version: 1.0 }
license: MIT
compatibility: any
---

Go.
";
    let loaded = read_text(text);
    let skill = loaded.value.unwrap();
    assert_eq!((skill.name.as_str(), skill.title()), ("tide", "Tide Check"));
    assert_eq!(skill.description, "Checks the tide.");
    assert_eq!(skill.when_to_use.as_ref().unwrap().value, "Before a trip.");
    assert_eq!(
        skill.argument_hint.as_ref().unwrap().value,
        "[harbour] [day]"
    );
    assert_eq!(texts(&skill.arguments), ["harbour", "day"]);
    assert_eq!(skill.invocable, Invocable::ByNobody);
    assert_eq!(texts(&skill.allowed_tools), ["Read", "Bash(git log *)"]);
    assert_eq!(texts(&skill.disallowed_tools), ["Write", "Edit"]);
    assert_eq!(skill.model.as_ref().unwrap().value, "opus");
    assert_eq!(skill.effort.as_ref().unwrap().value, "high");
    assert_eq!(skill.run, Run::Fork(Waiting::Foreground));
    assert_eq!(skill.agent.as_ref().unwrap().value, "sailor");
    assert_eq!(skill.hooks().unwrap().place.line, 16);
    assert_eq!(texts(&skill.paths), ["src/**/*.{ts,tsx}", "docs/*.md"]);
    assert_eq!(skill.shell, Shell::PowerShell);
    assert_eq!(skill.license.as_ref().unwrap().value, "MIT");
    assert_eq!(skill.compatibility.as_ref().unwrap().value, "any");
    assert_eq!(texts(&skill.unknown), [""; 0]);
    assert_eq!((skill.body(), skill.body_line()), ("Go.", 24));
}

#[test]
fn nothing_is_required() {
    let skill = read_text("# Tide\n\n<!-- note -->\nChecks\nthe tide.\n\nMore.")
        .value
        .unwrap();
    assert_eq!(skill.title(), "tide");
    assert_eq!(skill.description, "Checks the tide.");
    assert_eq!(skill.invocable, Invocable::ByAnyone);
    assert_eq!(skill.run, Run::Inline);
    assert_eq!(skill.shell, Shell::Bash);
}

#[track_caller]
fn check(header: &str, expected: &[&str]) {
    let loaded = read_text(&format!("---\n{header}\n---\nGo."));
    let skills: Vec<String> = codes(&loaded.problems)
        .into_iter()
        .filter(|it| it.starts_with("skills/"))
        .collect();
    assert_eq!(skills, expected, "{header}");
    assert!(loaded.value.is_some(), "it is loaded all the same");
}

#[test]
fn what_is_odd_is_said_and_loaded() {
    check("description: ''", &[]);
    check("version: 1.0\nauthor: x\ntype: y\ndate: 2026-01-01", &[]);
    check("allowed_tools: Read", &["skills/unknown-key 2:1"]);
    check("user-invokable: false", &["skills/unknown-key 2:1"]);
    check("tools: Read", &["skills/unknown-key 2:1"]);
    check("tools: Read\nallowed-tools: Read", &[]);
    check("context:\n  mode: fork", &["skills/field-type 3:3"]);
    check("description:\n  - a\n  - b", &["skills/field-type 3:3"]);
    check("description: [a, b]", &["skills/field-type 2:14"]);
    check("user-invocable: perhaps", &["skills/field-type 2:17"]);
    check("effort: huge", &["skills/word 2:9"]);
    check("shell: fish", &["skills/word 2:8"]);
    check(
        "description: \"a\\u202Eb\"",
        &["skills/hidden-characters 2:14"],
    );
}

#[test]
fn arguments_may_be_maps() {
    let text = "---\narguments:\n  - name: issue\n    required: true\n---\nGo.";
    let skill = read_text(text).value.unwrap();
    assert_eq!(texts(&skill.arguments), ["issue"]);
}

#[test]
fn a_hundred_arguments_are_enough() {
    let names: Vec<String> = (0..101).map(|it| format!("n{it}")).collect();
    let loaded = read_text(&format!("---\narguments: [{}]\n---\nGo.", names.join(", ")));
    assert_eq!(codes(&loaded.problems), ["skills/field-type 2:503"]);
    assert_eq!(loaded.value.unwrap().arguments.len(), 100);
}

#[test]
fn a_command_has_neither_name_nor_paths() {
    let text = "---\nname: other\npaths: '*.rs'\n---\nGo.";
    let loaded = read_as((Source::Project, Layout::Commands), text);
    assert_eq!(codes(&loaded.problems), ["skills/field-without-effect 3:1"]);
    assert_eq!(loaded.value.unwrap().title(), "tide");
}

#[track_caller]
fn check_plugin_name(label: &str, expected: &str, problems: &[&str]) {
    let source = Source::Plugin {
        plugin: "kit".to_owned(),
    };
    let loaded = read_as(
        (source, Layout::Folders),
        &format!("---\nname: {label}\n---\nGo."),
    );
    assert_eq!(loaded.value.unwrap().name, expected);
    assert_eq!(codes(&loaded.problems), problems);
}

#[test]
fn in_a_plugin_the_name_counts_unless_it_is_no_name() {
    check_plugin_name("ebb", "kit:ebb", &[]);
    check_plugin_name("../../etc", "kit:tide", &["skills/name 2:7"]);
    check_plugin_name("other:ebb", "kit:tide", &["skills/name 2:7"]);
    check_plugin_name("\"a\\u202E\"", "kit:tide", &["skills/name 2:7"]);
}

#[track_caller]
fn check_refused(text: &str, expected: &str) {
    let loaded = read_text(text);
    assert_eq!(loaded.value, None, "{text:?}");
    assert!(
        codes(&loaded.problems)
            .iter()
            .any(|it| it.starts_with(expected)),
        "{text:?}: {:?}",
        loaded.problems
    );
    assert!(loaded.has_errors());
}

#[test]
fn what_is_no_skill_is_refused() {
    check_refused("", "skills/empty");
    check_refused("---\n", "skills/empty");
    check_refused(
        "---\nname: x\n\nText that must not be lost.\n",
        "skills/header 1:1",
    );
    check_refused("---\nname: 'no end\n---\nGo.", "skills/header 1:1");
    check_refused("../../other/tide/SKILL.md", "skills/link-as-text");
}

#[test]
fn advice_is_for_authors() {
    let priced = skill("One.\n\nCosts $5 or $6.");
    assert_eq!(codes(&crate::advice(&priced)), ["skills/dollar-digit 7:7"]);
    let told = read_text("---\nargument-hint: a b\nallowed-tools: Read\n---\n$0")
        .value
        .unwrap();
    assert_eq!(
        codes(&crate::advice(&told)),
        ["skills/allowed-tools-grant 3:16"]
    );
}
