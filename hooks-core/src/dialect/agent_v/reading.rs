//! What its hooks answer.

use serde_json::{Map, Value};
use stdx::Problem;

use crate::dialect::foreign::read_without;
use crate::event::EventName;
use crate::reply::{Answer, Decision};
use crate::rules::{EventRules, Rules};

use super::FOREIGN;

/// A block counts whatever stands beside it: what is not text, or is blank, is left out.
pub(super) fn read_answer(
    rules: &Rules,
    event: &EventRules,
    object: &Map<String, Value>,
) -> Result<Answer, String> {
    let mut object = object.clone();
    let mut problems = Vec::new();
    texts(&mut object, &mut problems);
    permission(event, &mut object, &mut problems);
    let mut answer = read_without(FOREIGN, rules, event, &object)?;
    answer.context = answer.context.and_then(unless_blank);
    if let Some(Decision::Block { reason }) = &mut answer.decision {
        *reason = reason.take().and_then(unless_blank);
    }
    answer.problems.splice(0..0, problems);
    Ok(answer)
}

fn unless_blank(text: String) -> Option<String> {
    let trimmed = text.trim();
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
}

/// Takes out what is not of its kind.
fn texts(object: &mut Map<String, Value>, problems: &mut Vec<Problem>) {
    retain(object, "reason", Value::is_string, problems);
    retain(object, "hookSpecificOutput", Value::is_object, problems);
    if let Some(Value::Object(specific)) = object.get_mut("hookSpecificOutput") {
        for key in ["permissionDecisionReason", "additionalContext"] {
            retain(specific, key, Value::is_string, problems);
        }
    }
}

fn retain(
    object: &mut Map<String, Value>,
    key: &str,
    is_right: fn(&Value) -> bool,
    problems: &mut Vec<Problem>,
) {
    if object.get(key).is_some_and(|it| !is_right(it)) {
        object.shift_remove(key);
        let text = format!("`{key}` is not what it must be; it is left out");
        problems.push(Problem::warning("hooks/answer-type", text));
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
