//! Helpers: what they may do, and what hooks hear of them.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::fakes::{Stage, keep_going};

#[track_caller]
fn check(script: Value, change: impl FnOnce(&mut Stage), expected: &Expect) {
    let mut stage = Stage::new(script);
    change(&mut stage);
    expected.assert_eq(&stage.run());
}

fn asks(steps: Value) -> Value {
    json!({
        "rules": [{ "if_prompt_contains": "what is there", "steps": steps }],
        "steps": [{ "tool": "ask_agent", "input": { "prompt": "what is there" } }],
    })
}

/// A helper has the tools that look and no others, whatever it calls [N-AGENT-09].
#[test]
fn a_helper_only_looks() {
    let script = asks(json!([
        { "tool": "look", "input": { "n": 1 } },
        { "tool": "act", "input": { "n": 2 } },
        { "tool": "ask_agent", "input": { "prompt": "what is there" } },
        { "text": "nothing" },
    ]));
    check(
        script,
        |_| {},
        &expect![[r#"
        hears start
        hears prompt
        hears before ask_agent
        hears approved ask_agent
        helper: hears task
        helper: hears helper start
        helper: hears before look
        helper: hears approved look
        runs look {"n":1}
        helper: hears after look
        reads no tool is called `act`. There are: look
        reads no tool is called `ask_agent`. There are: look
        says nothing
        helper: hears stop 0
        helper: hears task done
        hears after ask_agent
        says done
        hears stop 0
        hears finished
        hears end Done
        done: done"#]],
    );
}

#[test]
fn a_helper_is_kept_going_by_its_own_end() {
    let script = asks(json!([{ "text": "nothing" }]));
    let change = |it: &mut Stage| it.hooks = vec![("stop 0", keep_going("look again"))];
    check(
        script,
        change,
        &expect![[r#"
        hears start
        hears prompt
        hears before ask_agent
        hears approved ask_agent
        helper: hears task
        helper: hears helper start
        says nothing
        helper: hears stop 0
        says nothing
        helper: hears stop 1
        helper: hears task done
        hears after ask_agent
        says done
        hears stop 0
        hears finished
        hears end Done
        done: done"#]],
    );
}

#[test]
fn an_agent_that_nobody_knows_is_a_result() {
    let script = json!({ "steps": [
        { "tool": "ask_agent", "input": { "prompt": "x", "agent": "nobody" } },
        { "tool": "skill", "input": { "name": "nothing" } },
    ] });
    check(
        script,
        |_| {},
        &expect![[r#"
        hears start
        hears prompt
        hears before ask_agent
        hears approved ask_agent
        hears after ask_agent
        reads no agent is called `nobody`
        hears before skill
        hears approved skill
        hears after skill
        reads no skill is called `nothing`
        says done
        hears stop 0
        hears finished
        hears end Done
        done: done"#]],
    );
}
