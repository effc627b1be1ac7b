//! What its hooks answer.

use serde_json::{Map, Value};
use stdx::Problem;

use crate::dialect::foreign::read_without;
use crate::event::EventName;
use crate::reply::{Answer, Decision};
use crate::rules::{EventRules, Rules};

use super::FOREIGN;

/// A block counts whatever its reason looks like: a reason that is not text, or is blank, is none.
pub(super) fn read_answer(
    rules: &Rules,
    event: &EventRules,
    object: &Map<String, Value>,
) -> Result<Answer, String> {
    let mut object = object.clone();
    let mut problems = Vec::new();
    reasons(&mut object, &mut problems);
    permission(event, &mut object, &mut problems);
    let mut answer = read_without(FOREIGN, rules, event, &object)?;
    if let Some(Decision::Block { reason }) = &mut answer.decision {
        *reason = reason.take().filter(|it| !it.trim().is_empty());
    }
    answer.problems.splice(0..0, problems);
    Ok(answer)
}

/// Takes out the reasons that are not text.
fn reasons(object: &mut Map<String, Value>, problems: &mut Vec<Problem>) {
    let mut take_out = |object: &mut Map<String, Value>, key: &str| {
        if object
            .get(key)
            .is_some_and(|it| !it.is_string() && !it.is_null())
        {
            object.shift_remove(key);
            let text = format!("`{key}` must be text; it is left out");
            problems.push(Problem::warning("hooks/answer-word", text));
        }
    };
    take_out(object, "reason");
    if let Some(Value::Object(specific)) = object.get_mut("hookSpecificOutput") {
        take_out(specific, "permissionDecisionReason");
    }
}

/// A permission is decided before a tool only [V-63].
fn permission(event: &EventRules, object: &mut Map<String, Value>, problems: &mut Vec<Problem>) {
    if event.event == EventName::PreToolUse {
        return;
    }
    if let Some(Value::Object(specific)) = object.get_mut("hookSpecificOutput")
        && specific.shift_remove("permissionDecision").is_some()
    {
        let text = format!("`permissionDecision` has no effect on `{}`", event.word);
        problems.push(Problem::warning("hooks/answer-without-effect", text));
    }
}
