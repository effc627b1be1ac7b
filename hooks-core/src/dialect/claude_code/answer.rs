//! Reading a JSON answer: the common fields, and those which only some events have.
//!
//! The host checks an answer against a schema and drops it as a whole when a known field does not
//! fit; unknown fields are ignored.

use serde_json::{Map, Value};
use stdx::Problem;

use crate::answer;
use crate::reply::{Answer, Decision};
use crate::rules::{EventRules, Rules, Word};

/// The events on which `permissionDecision` is looked at.
const PERMISSION_EVENTS: [&str; 2] = ["PreToolUse", "PreModelSwitch"];

/// The events that throw a `systemMessage` away.
const WITHOUT_NOTE: [&str; 13] = [
    "InstructionsLoaded",
    "Notification",
    "MessageDisplay",
    "ConfigChange",
    "WorktreeCreate",
    "WorktreeRemove",
    "PreCompact",
    "PostCompact",
    "SessionEnd",
    "StopFailure",
    "Elicitation",
    "ElicitationResult",
    "Setup",
];

/// The events on which `continue: false` has no effect: observed of the first, documented of the
/// others.
const WITHOUT_HALT: [&str; 3] = ["SessionStart", "TaskCreated", "Setup"];

/// Reads an answer.
///
/// # Errors
/// A field that counts has a wrong type or holds an unknown word: the whole answer is void.
pub(crate) fn read_answer(
    rules: &Rules,
    event: &EventRules,
    object: &Map<String, Value>,
) -> Result<Answer, String> {
    known_words(rules, event, object)?;
    let mut object = object.clone();
    let idle = idle_permission(event, &mut object);
    let mut answer = answer::read(rules, event, &object)?;
    answer.problems.extend(idle);
    misplaced(&object, &mut answer);
    if let Some(specific) = specific(event, &object) {
        specific_fields(event, specific, &mut answer)?;
    }
    without_effect(event, &mut answer);
    Ok(answer)
}

/// `hookSpecificOutput`, if it names this event.
fn specific<'a>(
    event: &EventRules,
    object: &'a Map<String, Value>,
) -> Option<&'a Map<String, Value>> {
    let specific = object.get("hookSpecificOutput")?.as_object()?;
    let name = specific.get("hookEventName").and_then(Value::as_str);
    (name == Some(event.word)).then_some(specific)
}

/// A word that is not in the schema makes the answer void: a guard that says `deny` in the wrong place
/// must learn of it.
fn known_words(
    rules: &Rules,
    event: &EventRules,
    object: &Map<String, Value>,
) -> Result<(), String> {
    known("decision", object, rules.decisions)?;
    answer::text(object, "reason")?;
    match specific(event, object).filter(|_| PERMISSION_EVENTS.contains(&event.word)) {
        Some(specific) => {
            answer::text(specific, "permissionDecisionReason")?;
            known("permissionDecision", specific, rules.permissions)
        }
        None => Ok(()),
    }
}

fn known(key: &str, object: &Map<String, Value>, words: &[(&str, Word)]) -> Result<(), String> {
    let Some(found) = object.get(key).and_then(Value::as_str) else {
        return Ok(());
    };
    if words.iter().any(|(it, _)| *it == found) {
        return Ok(());
    }
    let words: Vec<_> = words.iter().map(|(it, _)| format!("`{it}`")).collect();
    let found = stdx::text::printable(found);
    Err(format!(
        "`{key}` must be {}, found `{found}`",
        words.join(" or ")
    ))
}

/// Takes a `permissionDecision` out of an answer to an event that has no use for one.
fn idle_permission(event: &EventRules, object: &mut Map<String, Value>) -> Option<Problem> {
    if PERMISSION_EVENTS.contains(&event.word) {
        return None;
    }
    let specific = object.get_mut("hookSpecificOutput")?.as_object_mut()?;
    specific.shift_remove("permissionDecision")?;
    Some(no_effect("`permissionDecision`", event))
}

fn no_effect(what: &str, event: &EventRules) -> Problem {
    let text = format!("{what} has no effect on `{}`", event.word);
    Problem::warning("hooks/answer-without-effect", text)
}

/// A permission at the top level is the commonest mistake in guards: it decides nothing.
fn misplaced(object: &Map<String, Value>, answer: &mut Answer) {
    if object.contains_key("permissionDecision") {
        let text = "`permissionDecision` stands at the top level, where it decides nothing";
        let hint = "put it under `hookSpecificOutput`, beside `hookEventName`";
        let problem = Problem::warning("hooks/answer-without-effect", text).with_hint(hint);
        answer.problems.push(problem);
    }
}

fn specific_fields(
    event: &EventRules,
    specific: &Map<String, Value>,
    answer: &mut Answer,
) -> Result<(), String> {
    match event.word {
        "PreToolUse" => deferred(specific, answer),
        "PermissionRequest" => return permission_request(specific, answer),
        "PostToolUse" => replaced_output(specific, answer),
        "Elicitation" | "ElicitationResult" => declined(specific, answer),
        _ => {}
    }
    Ok(())
}

/// The call cannot be put off here: the ordinary flow decides, without the hook's context.
fn deferred(specific: &Map<String, Value>, answer: &mut Answer) {
    if specific.get("permissionDecision").and_then(Value::as_str) == Some("defer") {
        answer.context = None;
        let text = "`defer` cannot be done here; the call goes its ordinary way";
        answer
            .problems
            .push(Problem::note("hooks/answer-without-effect", text));
    }
}

/// The `decision` object, the only thing that counts on this event.
fn permission_request(specific: &Map<String, Value>, answer: &mut Answer) -> Result<(), String> {
    let decision = match specific.get("decision") {
        None => return Ok(()),
        Some(Value::Object(decision)) => decision,
        Some(_) => return Err("`hookSpecificOutput.decision` must be an object".to_owned()),
    };
    match decision.get("behavior").and_then(Value::as_str) {
        Some("allow") => allowed(decision, answer),
        Some("deny") => denied(decision, answer),
        _ => Err("`decision.behavior` must be `allow` or `deny`".to_owned()),
    }
}

fn allowed(decision: &Map<String, Value>, answer: &mut Answer) -> Result<(), String> {
    answer.decision = Some(Decision::Allow { reason: None });
    if decision.contains_key("updatedPermissions") {
        let text = "`updatedPermissions` is not taken: only a person changes rules";
        answer
            .problems
            .push(Problem::warning("hooks/answer-without-effect", text));
    }
    answer.input = match decision.get("updatedInput") {
        None => None,
        Some(Value::Object(input)) => Some(input.clone()),
        Some(_) => return Err("`updatedInput` must be an object".to_owned()),
    };
    Ok(())
}

fn denied(decision: &Map<String, Value>, answer: &mut Answer) -> Result<(), String> {
    let reason = answer::text(decision, "message")?;
    if decision.get("interrupt").and_then(Value::as_bool) == Some(true) {
        answer.halt = Some(reason.clone().unwrap_or_default());
    }
    answer.decision = Some(Decision::Block { reason });
    Ok(())
}

/// Another output for the tool.
fn replaced_output(specific: &Map<String, Value>, answer: &mut Answer) {
    answer.output = specific.get("updatedToolOutput").cloned();
    if specific.contains_key("updatedMCPToolOutput") {
        let text = "`updatedMCPToolOutput` is an old name and not read";
        let problem = Problem::warning("hooks/answer-without-effect", text)
            .with_hint("write `updatedToolOutput`");
        answer.problems.push(problem);
    }
}

/// A person's input to an MCP server is declined.
fn declined(specific: &Map<String, Value>, answer: &mut Answer) {
    let action = specific.get("action").and_then(Value::as_str);
    if matches!(action, Some("decline" | "cancel")) {
        answer.decision = Some(Decision::Block { reason: None });
    }
}

/// What the event throws away.
fn without_effect(event: &EventRules, answer: &mut Answer) {
    let word = event.word;
    if WITHOUT_NOTE.contains(&word) && answer.note.take().is_some() {
        answer.problems.push(no_effect("`systemMessage`", event));
    }
    if WITHOUT_HALT.contains(&word) && answer.halt.take().is_some() {
        answer.problems.push(no_effect("`continue: false`", event));
    }
    let asked = PERMISSION_EVENTS.contains(&word) || word == "PermissionRequest";
    let grants = matches!(
        answer.decision,
        Some(Decision::Allow { .. } | Decision::Ask { .. })
    );
    if grants && !asked {
        answer.decision = None;
    }
}
