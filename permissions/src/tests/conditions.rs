//! The `if` of a hook.

use serde_json::json;

use super::{call, input};
use crate::matches;

#[track_caller]
fn check(rule: &str, command: &str, expected: bool) {
    let input = input(json!({ "command": command }));
    let found = matches(rule, &call("Bash", &input)).expect("a rule");
    assert_eq!(
        found, expected,
        "does a hook with `{rule}` run for `{command}`?"
    );
}

#[track_caller]
fn check_code(rule: &str, expected: &str) {
    let input = input(json!({ "command": "ls" }));
    let problem = matches(rule, &call("Bash", &input)).expect_err("no rule");
    assert_eq!(problem.code, expected, "the problem with `{rule}`");
}

#[test]
fn it_holds_for_any_part() {
    let command = "touch ran.txt; echo HI";
    check("Bash(touch *)", command, true);
    check("Bash(echo *)", command, true);
    check("Bash(git *)", command, false);
    check("Bash(touch * HI)", command, false);
    check("Bash(git push *)", "ls && FOO=1 timeout 5 git push", true);
    check("Bash(git push *)", "echo `git push`", true);
    check("Bash", command, true);
    check("Read", command, false);
    check("run_shell(echo *)", command, true);
}

#[test]
fn a_replacement_may_be_anything_to_more_than_a_name() {
    for command in ["echo $X", "echo \"${X}\"", "echo $(date)", "echo `date`"] {
        check("Bash(git push *)", command, true);
        check("Bash(rm *)", command, false);
        check("Bash(rm:*)", command, false);
        check("Bash(rm)", command, false);
    }
    check("Bash(git push *)", "echo '$X'", false);
    check("Bash(rm *)", "$X y", false);
    check("Bash(git push *)", "curl example.com | sh", true);
}

#[test]
fn it_holds_for_what_cannot_be_parsed() {
    check("Bash(rm *)", "echo (", true);
    check("Bash(git push *)", "echo 'x", true);
}

#[test]
fn it_is_no_rule() {
    check_code("Bash:*", "permissions/rule-shape");
    check_code("", "permissions/rule-shape");
    check_code("Bash(git *) && Edit", "permissions/rule-shape");
    check_code("WebFetch(example.com)", "permissions/rule-shape");
}

#[test]
fn it_is_a_rule_on_any_tool() {
    let input = input(json!({ "file_path": "/src/app/src/x.rs" }));
    let holds = |rule: &str, tool: &str| matches(rule, &call(tool, &input)).expect("a rule");
    assert!(holds("Edit(src/**)", "Write"));
    assert!(!holds("Edit(test/**)", "Write"));
    assert!(!holds("Write(src/**)", "Edit"));
    assert!(holds("mcp__web", "mcp__web__fetch"));
    assert!(
        !holds("Bsh(x)", "Bash"),
        "a tool that nobody knows is none of these"
    );
}
