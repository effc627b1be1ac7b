//! Missions as a whole: what happens in which order, and how they end.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::fakes::{Stage, block, keep_going};
use crate::{Budget, HookSays, Usage};

#[track_caller]
fn check(script: Value, change: impl FnOnce(&mut Stage), expected: &Expect) {
    let mut stage = Stage::new(script);
    change(&mut stage);
    expected.assert_eq(&stage.run());
}

#[test]
fn each_event_has_its_place() {
    let script = json!({ "steps": [{ "text": "I act", "tool": "act", "input": { "n": 1 } }] });
    check(
        script,
        |_| {},
        &expect![[r#"
        hears start
        hears prompt
        says I act
        hears before act
        hears approved act
        runs act {"n":1}
        hears after act
        says done
        hears stop 0
        hears finished
        hears end Done
        done: done"#]],
    );
}

#[test]
fn a_blocked_prompt_never_reaches_the_model() {
    let script = json!({ "steps": [{ "text": "I saw it" }] });
    let change = |it: &mut Stage| it.hooks = vec![("prompt", block("no secrets"))];
    check(
        script,
        change,
        &expect![[r#"
        hears start
        hears prompt
        hears end Error
        blocked: no secrets"#]],
    );
}

#[test]
fn hooks_keep_the_agent_going_and_are_told_how_often() {
    let script = json!({ "steps": [{ "text": "finished" }] });
    let change = |it: &mut Stage| {
        it.hooks = vec![
            ("stop 0", keep_going("test it")),
            ("stop 1", keep_going("again")),
        ];
    };
    check(
        script,
        change,
        &expect![[r#"
        hears start
        hears prompt
        says finished
        hears stop 0
        says finished
        hears stop 1
        says finished
        hears stop 2
        hears finished
        hears end Done
        done: finished"#]],
    );
}

#[test]
fn a_halt_ends_the_turn_after_the_call() {
    let script = json!({ "steps": [{ "calls": [
        { "tool": "act", "input": { "n": 1 } },
        { "tool": "act", "input": { "n": 2 } },
    ] }] });
    let halt = HookSays {
        halt: Some("enough".to_owned()),
        ..HookSays::default()
    };
    check(
        script,
        |it| it.hooks = vec![("after act", halt)],
        &expect![[r#"
            hears start
            hears prompt
            hears before act
            hears approved act
            runs act {"n":1}
            hears after act
            hears end Error
            blocked: a hook stopped the work: enough"#]],
    );
}

#[test]
fn a_cancelled_mission_has_no_stop() {
    let script = json!({ "steps": [
        { "calls": [{ "tool": "cancel" }, { "tool": "act", "input": { "n": 2 } }] },
    ] });
    check(
        script,
        |_| {},
        &expect![[r#"
        hears start
        hears prompt
        hears before cancel
        hears approved cancel
        runs cancel {}
        hears after cancel
        hears end Cancelled
        cancelled: somebody said so"#]],
    );
}

#[test]
fn a_failing_model_fails_the_mission() {
    let script = json!({ "steps": [{ "error": "on fire" }] });
    check(
        script,
        |_| {},
        &expect![[r#"
        hears start
        hears prompt
        hears end Error
        failed: on fire"#]],
    );
}

/// What came in while the agent worked is taken between two steps, and while something waits the
/// agent is not about to finish [V-41, V-51].
#[test]
fn a_follow_up_comes_between_two_steps() {
    let script = json!({
        "rules": [{ "if_prompt_contains": "this too", "steps": [{ "text": "that too" }] }],
        "steps": [{ "tool": "act", "input": { "n": 1 } }, { "text": "finished" }],
    });
    check(
        script,
        |it| it.followups = vec![(1, "do this too")],
        &expect![[r#"
            hears start
            hears prompt
            hears before act
            hears approved act
            runs act {"n":1}
            hears after act
            hears queued do this too
            says that too
            hears stop 0
            hears finished
            hears end Done
            done: that too"#]],
    );
}

/// The agent had finished, but for the one who typed meanwhile it had not [V-51].
#[test]
fn nobody_hears_of_an_end_while_a_follow_up_waits() {
    let script = json!({
        "rules": [{ "if_prompt_contains": "this too", "steps": [{ "text": "that too" }] }],
        "steps": [{ "text": "finished" }],
    });
    check(
        script,
        |it| it.followups = vec![(1, "do this too")],
        &expect![[r#"
            hears start
            hears prompt
            says finished
            hears queued do this too
            says that too
            hears stop 0
            hears finished
            hears end Done
            done: that too"#]],
    );
}

#[test]
fn a_follow_up_that_hooks_refuse_is_not_heard() {
    let script = json!({
        "rules": [{ "if_prompt_contains": "this too", "steps": [{ "text": "that too" }] }],
        "steps": [{ "tool": "act", "input": { "n": 1 } }, { "text": "finished" }],
    });
    let change = |it: &mut Stage| {
        it.followups = vec![(1, "do this too")];
        it.hooks = vec![("queued do this too", block("not now"))];
    };
    check(
        script,
        change,
        &expect![[r#"
        hears start
        hears prompt
        hears before act
        hears approved act
        runs act {"n":1}
        hears after act
        hears queued do this too
        note a hook refused the follow-up: not now
        says finished
        hears stop 0
        hears finished
        hears end Done
        done: finished"#]],
    );
}

#[test]
fn a_budget_ends_the_work_before_it_is_overrun() {
    let usage = Usage {
        input_tokens: 400,
        output_tokens: 100,
        cached_tokens: 0,
    };
    let script = json!({ "steps": [
        { "tool": "look", "usage": usage },
        { "tool": "look", "usage": usage },
        { "tool": "look", "usage": usage },
    ] });
    let change = |it: &mut Stage| {
        it.budget = Budget {
            tokens: Some(1_200),
            ..Budget::default()
        };
    };
    check(
        script,
        change,
        &expect![[r#"
        hears start
        hears prompt
        hears before look
        hears approved look
        runs look {}
        hears after look
        hears before look
        hears approved look
        runs look {}
        hears after look
        hears end Error
        over-budget: the budget of tokens is used up: 1000 of 1200"#]],
    );
}

#[test]
fn a_goal_sends_the_agent_on_until_its_check_passes() {
    let script = json!({ "rules": [
        { "if_prompt_contains": "not met yet", "steps": [{ "tool": "act", "input": { "n": 1 } }, { "text": "better" }] },
    ] });
    let change = |it: &mut Stage| {
        it.goal = Some("check: false");
        it.limits.goal_rounds = 2;
    };
    check(
        script,
        change,
        &expect![[r#"
            hears start
            hears prompt
            says done
            hears stop 0
            hears before run_command
            hears approved run_command
            runs run_command {"command":"false"}
            hears after run_command
            reads it failed
            judged false: `false` did not succeed:
            it failed
            hears before act
            hears approved act
            runs act {"n":1}
            hears after act
            says better
            hears stop 0
            hears before run_command
            hears approved run_command
            runs run_command {"command":"false"}
            hears after run_command
            reads it failed
            judged false: `false` did not succeed:
            it failed
            hears end Error
            stuck: the goal was not met in 2 rounds: `false` did not succeed:
            it failed, goal met: false"#]],
    );
}
