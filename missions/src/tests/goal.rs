//! Goals as they are written, and judges as they answer.

use crate::goal::{question, read_answer};
use crate::{Goal, GoalVerdict, Judged, Message, Origin, Success, ToolCall, object_in};
use serde_json::json;

fn goal(condition: &str, checks: &[&str]) -> Goal {
    Goal {
        condition: condition.to_owned(),
        checks: checks.iter().map(|it| (*it).to_owned()).collect(),
    }
}

#[test]
fn lines_with_check_are_commands() {
    #[track_caller]
    fn check(text: &str, expected: Goal) {
        assert_eq!(Goal::parse(text), expected, "{text:?}");
    }
    check("it works", goal("it works", &[]));
    check("  check: cargo test ", goal("", &["cargo test"]));
    check("a\ncheck: x\nb\n  check: y", goal("a\nb", &["x", "y"]));
    check(
        "check:\nthe check: is in words",
        goal("check:\nthe check: is in words", &[]),
    );
    check("", goal("", &[]));
}

#[test]
fn a_prompt_brings_a_goal_where_a_person_wrote_it() {
    #[track_caller]
    fn check(prompt: &str, origin: Origin, expected: Option<Goal>) {
        assert_eq!(
            Goal::of_prompt(prompt, origin),
            expected,
            "{prompt:?} by {origin:?}"
        );
    }
    let wanted = Some(goal("it works", &[]));
    check("/goal it works", Origin::Keyboard, wanted.clone());
    check("  /goal\nit works", Origin::Schedule, wanted);
    check("/goals it works", Origin::Keyboard, None);
    check("/goal  ", Origin::Keyboard, None);
    check("see /goal it works", Origin::Keyboard, None);
    let strangers = [
        Origin::AgentSchedule,
        Origin::Connector,
        Origin::Workflow,
        Origin::Hook,
        Origin::Agent,
    ];
    for origin in strangers {
        check("/goal it works", origin, None);
    }
}

#[test]
fn an_answer_that_cannot_be_read_is_a_no() {
    #[track_caller]
    fn check(text: &str, expected: (GoalVerdict, &str)) {
        let Judged {
            verdict, reason, ..
        } = read_answer(text);
        assert_eq!((verdict, reason.as_str()), expected, "{text:?}");
    }
    let unreadable = (GoalVerdict::NotMet, "the judge's answer could not be read");
    check(r#"{"met": true, "reason": "x"}"#, (GoalVerdict::Met, "x"));
    check(
        r#"{"met": false, "reason": "x"}"#,
        (GoalVerdict::NotMet, "x"),
    );
    check(
        r#"{"met": false, "impossible": true}"#,
        (GoalVerdict::Impossible, ""),
    );
    check(
        r#"{"met": true, "impossible": true}"#,
        (GoalVerdict::Met, ""),
    );
    check(
        "Well: ```json\n{\"met\": true}\n``` so.",
        (GoalVerdict::Met, ""),
    );
    check(r#"{ } {"met": true}"#, unreadable);
    check(r#"{"met": "true"}"#, unreadable);
    check(r#"{"met": 1}"#, unreadable);
    check("yes", unreadable);
    check("", unreadable);
    check(&"{".repeat(100_000), unreadable);
}

#[test]
fn the_first_object_in_a_text_is_found() {
    #[track_caller]
    fn check(text: &str, expected: Option<serde_json::Value>) {
        assert_eq!(object_in(text), expected, "{text:?}");
    }
    check("a {b} {\"c\": 1} {\"d\": 2}", Some(json!({ "c": 1 })));
    check("[1, {\"c\": 1}]", Some(json!({ "c": 1 })));
    check("none", None);
}

/// The judge sees calls and results. What the agent claims, and what it was told, is not there
/// [N-GOAL-03].
#[test]
fn a_judge_is_shown_what_the_tools_showed() {
    let call = ToolCall {
        id: "1".to_owned(),
        name: "run_command".to_owned(),
        input: json!({ "command": "make" }),
    };
    let messages = [
        Message::User("the user's words".to_owned()),
        Message::Assistant {
            text: "I promise that it works".to_owned(),
            calls: vec![call],
        },
        Message::Result {
            call_id: "1".to_owned(),
            tool: "run_command".to_owned(),
            text: "error 2".to_owned(),
            success: Success::No,
        },
        Message::Assistant {
            text: "It works, believe me".to_owned(),
            calls: Vec::new(),
        },
    ];
    let expected = "Condition:\nit works\n\nWhat the tools showed:\ncalled `run_command` with \
                    {\"command\":\"make\"}\n\n`run_command` failed with:\nerror 2";
    assert_eq!(question(&goal("it works", &[]), &messages), expected);
    let nothing = question(&goal("x", &[]), &messages[3..]);
    assert!(nothing.ends_with("nothing was shown"), "{nothing}");
}

#[test]
fn old_evidence_is_left_out_first() {
    let result = |text: String| Message::Result {
        call_id: String::new(),
        tool: "look".to_owned(),
        text,
        success: Success::Yes,
    };
    let mut messages: Vec<Message> = (0..9)
        .map(|it| result(format!("{it}").repeat(9_000)))
        .collect();
    messages.push(result("the newest".to_owned()));
    let text = question(&goal("x", &[]), &messages);
    assert!(
        text.contains("[older evidence left out]\n\n`look` gave:\n2222"),
        "{}",
        &text[..200]
    );
    assert!(text.ends_with("the newest"));
    assert!(text.contains("\n[cut]"), "one long result is cut");
}
