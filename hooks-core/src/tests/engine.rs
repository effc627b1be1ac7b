//! Chains, order and the second look of managed guards.

use expect_test::{Expect, expect};

use super::scripted::{
    Scripted, event, exit, exit_with, fire, fire_at, fire_in, layer, says, shell,
};
use crate::{DialectId, Dispatch, DispatchCx, EventName, Layer, Moment, Source, Verdict};

/// Renders what a caller can observe, a line each.
fn shown(dispatch: &Dispatch, scripted: &Scripted) -> String {
    let outcome = &dispatch.outcome;
    let mut lines = vec![match &outcome.verdict {
        Verdict::None => "none".to_owned(),
        Verdict::Allow { by, .. } => format!("allow by {by}"),
        Verdict::Ask { by, .. } => format!("ask by {by}"),
        Verdict::Block { by, reason } => format!("block by {by}: {reason}"),
    }];
    lines.extend(
        outcome
            .input
            .iter()
            .map(|it| format!("input {}", serde_json::to_string(it).unwrap())),
    );
    lines.extend(outcome.runs.iter().map(|it| {
        let why = it
            .why
            .as_deref()
            .map(|it| format!(": {it}"))
            .unwrap_or_default();
        format!(
            "{} {} pass {}{why}",
            it.command,
            it.status.as_str(),
            it.pass
        )
    }));
    lines.extend(
        outcome
            .problems
            .iter()
            .map(|it| format!("{}: {}", it.code, it.message)),
    );
    lines.extend(
        scripted
            .seen()
            .iter()
            .filter(|(_, stdin)| stdin.contains("command"))
            .map(|(command, stdin)| {
                let value: serde_json::Value = serde_json::from_str(stdin).unwrap();
                format!("{command} saw {}", value["tool_input"])
            }),
    );
    lines.join("\n")
}

#[track_caller]
fn check(layers: Vec<Layer>, scripted: Scripted, expected: &Expect) {
    let (dispatch, scripted) = fire(layers, scripted, &shell("ls"));
    expected.assert_eq(&shown(&dispatch, &scripted));
}

const NEMOCODE: &str = r#"{"PreToolUse": [{"command": "first"}, {"command": "second"}]}"#;
const CLAUDE: &str = r#"{"hooks": {"PreToolUse": [{"hooks": [
    {"type": "command", "command": "first"}, {"type": "command", "command": "second"}]}]}}"#;

#[test]
fn a_sequential_chain_shows_the_rewritten_input_to_the_next() {
    let rewrite = says(r#"{"hookSpecificOutput": {"updatedInput": {"command": "ls -1"}}}"#);
    check(
        vec![layer(DialectId::Nemocode, Source::User, NEMOCODE)],
        Scripted::default().answer("first", rewrite),
        &expect![[r#"
            none
            input {"command":"ls -1"}
            first ok pass 1
            second ok pass 1
            first saw {"command":"ls"}
            second saw {"command":"ls -1"}"#]],
    );
}

#[test]
fn a_sequential_chain_stops_at_a_block() {
    check(
        vec![layer(DialectId::Nemocode, Source::User, NEMOCODE)],
        Scripted::default().answer("first", exit_with(2, "not on a Friday")),
        &expect![[r#"
            block by nemocode:user:PreToolUse[0]: not on a Friday
            first blocked pass 1
            second skipped pass 1: a hook before it refused
            first saw {"command":"ls"}"#]],
    );
}

#[test]
fn a_parallel_chain_runs_everything_and_reports_rewrite_conflicts() {
    let rewrite = |to: &str| {
        says(&format!(
            r#"{{"hookSpecificOutput": {{"hookEventName": "PreToolUse", "updatedInput": {{"command": "{to}"}}}}}}"#
        ))
    };
    check(
        vec![layer(DialectId::ClaudeCode, Source::User, CLAUDE)],
        Scripted::default()
            .answer("first", rewrite("one"))
            .answer("second", rewrite("two"))
            .finishing(&["second", "first"]),
        &expect![[r#"
            none
            input {"command":"one"}
            first ok pass 1
            second ok pass 1
            hooks/rewrite-conflict: hooks `claude-code:user:hooks.PreToolUse[0].hooks[0]` and `claude-code:user:hooks.PreToolUse[0].hooks[1]` both changed the input; the change of `claude-code:user:hooks.PreToolUse[0].hooks[0]` counts, since it is declared first
            first saw {"command":"ls"}
            second saw {"command":"ls"}"#]],
    );
}

#[test]
fn later_chains_see_what_earlier_chains_left_and_are_skipped_after_a_block() {
    let rewrite = says(r#"{"hookSpecificOutput": {"updatedInput": {"command": "ls -1"}}}"#);
    let claude = CLAUDE.replace("first", "third").replace("second", "fourth");
    check(
        vec![
            layer(DialectId::ClaudeCode, Source::User, &claude),
            layer(DialectId::Nemocode, Source::User, NEMOCODE),
        ],
        Scripted::default().answer("first", rewrite.clone()),
        &expect![[r#"
            none
            input {"command":"ls -1"}
            first ok pass 1
            second ok pass 1
            third ok pass 1
            fourth ok pass 1
            first saw {"command":"ls"}
            second saw {"command":"ls -1"}
            third saw {"command":"ls -1"}
            fourth saw {"command":"ls -1"}"#]],
    );
    check(
        vec![
            layer(DialectId::ClaudeCode, Source::User, &claude),
            layer(DialectId::Nemocode, Source::User, NEMOCODE),
        ],
        Scripted::default().answer("first", exit(2)),
        &expect![[r#"
            block by nemocode:user:PreToolUse[0]: a hook refused `PreToolUse` and gave no reason
            first blocked pass 1
            second skipped pass 1: a hook before it refused
            third skipped pass 1: a hook before it refused
            fourth skipped pass 1: a hook before it refused
            first saw {"command":"ls"}"#]],
    );
}

/// A guard of the organisation that refuses one command, asked again about the final input.
#[test]
fn no_rewrite_slips_past_a_managed_guard() {
    let managed =
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "corp"}]}]}}"#;
    let rewrite = says(r#"{"hookSpecificOutput": {"updatedInput": {"command": "ls -1"}}}"#);
    check(
        vec![
            layer(DialectId::ClaudeCode, Source::Managed, managed),
            layer(DialectId::Nemocode, Source::User, NEMOCODE),
        ],
        Scripted::default().answer("second", rewrite),
        &expect![[r#"
            none
            input {"command":"ls -1"}
            first ok pass 1
            second ok pass 1
            corp ok pass 1
            corp ok pass 2
            first saw {"command":"ls"}
            second saw {"command":"ls"}
            corp saw {"command":"ls -1"}
            corp saw {"command":"ls -1"}"#]],
    );
}

#[test]
fn a_background_hook_says_nothing_and_is_handed_over() {
    let text = r#"{"Stop": [{"command": "bell"}]}"#;
    let layers = vec![layer(DialectId::Nemocode, Source::User, text)];
    let at = |moment| {
        let cx = DispatchCx::default();
        let stop = event(EventName::Stop);
        fire_at(layers.clone(), Scripted::default(), &stop, (moment, &cx))
    };
    let (dispatch, _) = at(Moment::BeforeApproval);
    assert_eq!(
        dispatch.background.len(),
        0,
        "something may still keep it going"
    );
    let (dispatch, scripted) = at(Moment::AfterApproval);
    assert_eq!(dispatch.background.len(), 1);
    assert_eq!(shown(&dispatch, &scripted), "none\nbell background pass 1");
}

/// A trail comes through the environment, and no variable switches a guard of the organisation off.
#[test]
fn a_managed_guard_runs_whatever_the_trail_says() {
    let text =
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "corp"}]}]}}"#;
    for (source, expected) in [
        (Source::Managed, "corp ok pass 1"),
        (
            Source::User,
            "corp skipped pass 1: it is already running: it led to this event itself",
        ),
    ] {
        let layer = layer(DialectId::ClaudeCode, source, text);
        let cx = crate::DispatchCx {
            trail: crate::Trail::default().with(&layer.handlers[0].id),
            ..crate::DispatchCx::default()
        };
        let (dispatch, scripted) = fire_in(vec![layer], Scripted::default(), &shell("ls"), &cx);
        let shown = shown(&dispatch, &scripted);
        assert_eq!(shown.lines().nth(1), Some(expected));
    }
}

/// Whoever answers a request for permission with another input changes the call like any other.
#[test]
fn a_rewrite_on_a_request_for_permission_meets_the_managed_guards() {
    let guard =
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "corp"}]}]}}"#;
    let asked = r#"{"hooks": {"PermissionRequest": [{"hooks": [{"type": "command", "command": "mine"}]}]}}"#;
    let answer = says(
        r#"{"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": {"behavior": "allow", "updatedInput": {"command": "evil"}}}}"#,
    );
    let layers = vec![
        layer(DialectId::ClaudeCode, Source::Managed, guard),
        layer(DialectId::ClaudeCode, Source::User, asked),
    ];
    let mut event = shell("ls");
    event.name = EventName::PermissionRequest;
    let scripted = Scripted::default()
        .answer("mine", answer)
        .refusing("corp", "evil");
    let (dispatch, _) = fire(layers, scripted, &event);
    assert!(dispatch.outcome.verdict.blocks(), "{dispatch:?}");
    assert_eq!(dispatch.outcome.input, None);
}
