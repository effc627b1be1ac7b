use std::path::PathBuf;

use serde_json::{Value, json};

use crate::conformance::{Plan, Report, merge, plan};
use crate::project::programs;

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[track_caller]
fn check_plan(line: &str, drivers: &str, passed: &str, report: Report) {
    let input: Vec<&str> = line.split_whitespace().collect();
    let expected = Plan {
        drivers: words(drivers),
        passed: words(passed),
        report,
    };
    assert_eq!(plan(&input), Ok(expected), "{line}");
}

#[test]
fn without_a_driver_both_run() {
    check_plan("", "lib cli", "", Report::Harness);
    check_plan(
        "hooks/exit --dialect neo",
        "lib cli",
        "hooks/exit --dialect neo",
        Report::Harness,
    );
}

#[test]
fn a_named_driver_runs_alone() {
    check_plan("--via cli hooks", "cli", "hooks", Report::Harness);
    check_plan("--via=cmd:./other", "cmd:./other", "", Report::Harness);
    check_plan("--via lib --json", "lib", "--json", Report::Harness);
}

#[test]
fn what_is_about_the_cases_alone_runs_once() {
    check_plan("--list", "lib", "--list", Report::Harness);
    check_plan("hooks --bless", "lib", "hooks --bless", Report::Harness);
    check_plan("--mutants", "lib", "--mutants", Report::Harness);
}

#[test]
fn json_over_both_drivers_is_one_line_of_ours() {
    check_plan("--json", "lib cli", "--json", Report::OneLine);
}

#[test]
fn a_driver_must_be_named() {
    assert!(plan(&["--via"]).is_err());
    assert!(plan(&["--viable"]).is_err());
}

fn report(cases: u64, failed: u64, unproved: &[&str]) -> Value {
    let proved = 10 - unproved.len();
    json!({ "cases": cases, "failed": failed, "gaps": 1,
        "requirements": { "total": 10, "proved": proved, "unproved": unproved } })
}

#[test]
fn what_one_driver_proves_is_proved() {
    let merged = merge(&[
        report(30, 0, &["V-01", "V-02"]),
        report(20, 2, &["NEO-01", "V-01"]),
    ]);
    assert_eq!(merged, report(30, 2, &["V-01"]));
}

#[test]
fn programs_are_read_off_the_messages_of_cargo() {
    let messages = "\
        {\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"stdx\"},\"executable\":null}\n\
        {\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"tackle\"},\"executable\":\"/t/tackle\"}\n\
        {\"reason\":\"build-finished\",\"success\":true}";
    let expected = [("tackle".to_owned(), PathBuf::from("/t/tackle"))];
    assert_eq!(programs(messages), expected.into_iter().collect());
}
