//! One turn: calls and their results, nudges, circles.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::fakes::{Stage, block};
use crate::gate::Consent;
use crate::{Answer, Grant, HookSays};

/// Runs one step's calls without the events around them.
#[track_caller]
fn check(steps: Value, change: impl FnOnce(&mut Stage), expected: &Expect) {
    let mut stage = Stage::new(json!({ "steps": steps }));
    change(&mut stage);
    let lines = stage.run();
    let around = [
        "hears start",
        "hears prompt",
        "hears stop 0",
        "hears finished",
        "hears end Done",
    ];
    let lines = lines.lines().filter(|it| !around.contains(it));
    let lines: Vec<&str> = lines.map(str::trim_end).collect();
    expected.assert_eq(&lines.join("\n"));
}

#[test]
fn a_tool_that_nobody_knows_is_a_result() {
    check(
        json!([{ "tool": "lok" }]),
        |_| {},
        &expect![[r#"
        reads no tool is called `lok`. Did you mean `look`? There are: look, act, cancel, run_command, ask_agent, skill
        says done
        done: done"#]],
    );
}

#[test]
fn an_input_that_does_not_fit_reaches_no_hook() {
    check(
        json!([{ "tool": "act", "input": { "n": "one" } }]),
        |_| {},
        &expect![[r#"
            reads the input does not fit the tool: `n`: want integer, but got string
            says done
            done: done"#]],
    );
    check(
        json!([{ "tool": "act", "input": "{\"n\": 1" }]),
        |_| {},
        &expect![[r#"
            reads the input does not fit the tool: the arguments are not JSON (EOF while parsing an object at line 1 column 7): `{"n": 1`
            says done
            done: done"#]],
    );
}

#[test]
fn a_hook_changes_what_runs() {
    let input = |n: Value| HookSays {
        input: json!({ "n": n }).as_object().cloned(),
        ..HookSays::default()
    };
    let steps = json!([{ "tool": "act", "input": { "n": 1 } }]);
    let changes = |says| move |it: &mut Stage| it.hooks = vec![("before act", says)];
    check(
        steps.clone(),
        changes(input(json!(2))),
        &expect![[r#"
        hears before act
        hears approved act
        runs act {"n":2}
        hears after act
        says done
        done: done"#]],
    );
    check(
        steps.clone(),
        changes(input(json!("x"))),
        &expect![[r#"
        hears before act
        reads a hook changed the input to one that does not fit the tool, so nothing was run: `n`: want integer, but got string
        says done
        done: done"#]],
    );
    // The rules see the final input.
    check(
        steps,
        changes(input(json!(13))),
        &expect![[r#"
        hears before act
        reads not permitted: no 13
        says done
        done: done"#]],
    );
}

#[test]
fn a_no_has_its_place_and_its_reason() {
    let steps = json!([{ "tool": "act", "input": { "n": 1 } }]);
    let says = |fact, reason| move |it: &mut Stage| it.hooks = vec![(fact, block(reason))];
    check(
        steps.clone(),
        says("before act", "early"),
        &expect![[r#"
        hears before act
        reads refused by a hook: early
        says done
        done: done"#]],
    );
    check(
        steps.clone(),
        says("approved act", "late"),
        &expect![[r#"
        hears before act
        hears approved act
        reads refused by a hook: late
        says done
        done: done"#]],
    );
    check(
        json!([{ "tool": "act", "input": { "n": 13 } }]),
        |_| {},
        &expect![[r#"
            hears before act
            reads not permitted: no 13
            says done
            done: done"#]],
    );
}

#[test]
fn a_person_is_asked_where_nobody_else_decides() {
    let steps = || json!([{ "tool": "act", "input": { "n": 7 } }]);
    let answers = |answer| move |it: &mut Stage| it.person = vec![answer];
    check(
        steps(),
        |_| {},
        &expect![[r#"
        hears before act
        hears permission act
        hears notification
        answer nobody
        reads this needs the user's approval, and nobody is there to give it
        says done
        done: done"#]],
    );
    check(
        steps(),
        answers(Answer::Once),
        &expect![[r#"
        hears before act
        hears permission act
        hears notification
        answer once
        hears approved act
        runs act {"n":7}
        hears after act
        says done
        done: done"#]],
    );
    check(
        steps(),
        answers(Answer::Granted(Grant::Always)),
        &expect![[r#"
            hears before act
            hears permission act
            hears notification
            note the rule could not be kept: no place to keep it
            answer always
            hears approved act
            runs act {"n":7}
            hears after act
            says done
            done: done"#]],
    );
    let no = Answer::Refused(Consent::No(Some("not this".to_owned())));
    check(
        steps(),
        answers(no),
        &expect![[r#"
        hears before act
        hears permission act
        hears notification
        answer no
        reads the user said no: not this
        says done
        done: done"#]],
    );
}

#[test]
fn an_agent_that_says_nothing_is_asked_twice() {
    check(
        json!([{ "text": " " }]),
        |_| {},
        &expect![[r#"
            says
            says
            says
            done:"#]],
    );
}

#[test]
fn round_and_round_is_stuck() {
    let steps =
        json!([{ "tool": "nope" }, { "tool": "nope" }, { "tool": "nope" }, { "tool": "nope" }]);
    check(
        steps,
        |it| it.limits.repeats = 3,
        &expect![[r#"
        reads no tool is called `nope`. There are: look, act, cancel, run_command, ask_agent, skill
        reads no tool is called `nope`. There are: look, act, cancel, run_command, ask_agent, skill
        reads no tool is called `nope`. There are: look, act, cancel, run_command, ask_agent, skill
        hears end Error
        stuck: `nope` was called 3 times in a row with the same input and the same result"#]],
    );
    let steps =
        json!([{ "tool": "look" }, { "tool": "look" }, { "tool": "look" }, { "tool": "look" }]);
    check(
        steps,
        |it| it.limits.steps = 3,
        &expect![[r#"
        hears before look
        hears approved look
        runs look {}
        hears after look
        hears before look
        hears approved look
        runs look {}
        hears after look
        hears before look
        hears approved look
        runs look {}
        hears after look
        hears end Error
        stuck: no end after 3 replies"#]],
    );
}

/// Calls that only look run side by side, those that act one by one and in their order.
#[test]
fn only_looking_is_done_side_by_side() {
    let steps = json!([{ "calls": [
        { "tool": "look", "input": { "n": 1 } },
        { "tool": "look", "input": { "n": 2 } },
        { "tool": "act", "input": { "n": 3 } },
        { "tool": "act", "input": { "n": 4 } },
    ] }]);
    check(
        steps,
        |_| {},
        &expect![[r#"
        hears before look
        hears before look
        hears approved look
        hears approved look
        runs look {"n":1}
        hears after look
        runs look {"n":2}
        hears after look
        hears before act
        hears approved act
        runs act {"n":3}
        hears after act
        hears before act
        hears approved act
        runs act {"n":4}
        hears after act
        says done
        done: done"#]],
    );
}
