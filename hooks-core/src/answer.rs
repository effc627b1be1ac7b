//! Reading the JSON object that a hook printed, by the rules of its dialect.
//!
//! What all dialects share stands here; a dialect with fields of its own reads them around
//! [`read`]. Nothing in an answer is ignored in silence: a word without effect becomes a problem.

use serde_json::{Map, Value};
use stdx::Problem;

use crate::reply::{Answer, Decision};
use crate::rules::{ContextEffect, EventNameInAnswer, EventRules, Honoured, Rules, Where, Word};

/// Reads an answer.
///
/// # Errors
/// The whole answer cannot be used: a field that decides has the wrong type.
pub(crate) fn read(
    rules: &Rules,
    event: &EventRules,
    object: &Map<String, Value>,
) -> Result<Answer, String> {
    let mut answer = Answer::default();
    let specific = specific(rules, event, object, &mut answer)?;
    let fields = Fields {
        top: object,
        specific,
    };
    answer.decision = decision(rules, event, &fields, &mut answer.problems)?;
    answer.input = rewrite(rules, event, &fields, &mut answer.problems)?;
    answer.context = context(rules, event, &fields, &mut answer.problems)?;
    answer.note = text(object, "systemMessage")?;
    answer.halt = halt(object)?;
    Ok(answer)
}

/// The two places where an answer may carry something.
struct Fields<'a> {
    top: &'a Map<String, Value>,
    specific: Option<&'a Map<String, Value>>,
}

impl<'a> Fields<'a> {
    /// The value of a key where the rules look for it.
    fn find(&self, at: Where, key: &str) -> Option<&'a Value> {
        let top = self.top.get(key);
        let specific = self.specific.and_then(|it| it.get(key));
        match at {
            Where::Nowhere => None,
            Where::Top => top,
            Where::Specific => specific,
            Where::TopThenSpecific => top.or(specific),
        }
    }

    /// Whether the key is there at all.
    fn holds(&self, key: &str) -> bool {
        self.find(Where::TopThenSpecific, key).is_some()
    }
}

/// `hookSpecificOutput`, if it counts.
fn specific<'a>(
    rules: &Rules,
    event: &EventRules,
    object: &'a Map<String, Value>,
    answer: &mut Answer,
) -> Result<Option<&'a Map<String, Value>>, String> {
    let Some(value) = object.get("hookSpecificOutput") else {
        return Ok(None);
    };
    let Value::Object(specific) = value else {
        return Err("`hookSpecificOutput` must be an object".to_owned());
    };
    match rules.event_name_in_answer {
        EventNameInAnswer::Ignored => Ok(Some(specific)),
        EventNameInAnswer::Required => {
            match specific.get("hookEventName").and_then(Value::as_str) {
                Some(name) if name == event.word => Ok(Some(specific)),
                found => {
                    let found = found.map_or("nothing".to_owned(), |it| format!("`{it}`"));
                    let text = format!(
                        "`hookSpecificOutput.hookEventName` must be `{}`, found {found}; the object does not count",
                        event.word
                    );
                    answer
                        .problems
                        .push(Problem::warning("hooks/answer-event-name", text));
                    Ok(None)
                }
            }
        }
    }
}

/// The decision: `permissionDecision` first, then `decision`; where both speak, a refusal wins.
fn decision(
    rules: &Rules,
    event: &EventRules,
    fields: &Fields<'_>,
    problems: &mut Vec<Problem>,
) -> Result<Option<Decision>, String> {
    let specific = |key| fields.specific.and_then(|it| it.get(key));
    let reason = fields.top.get("reason");
    let spoken = [
        Said {
            key: "permissionDecision",
            value: specific("permissionDecision"),
            reason: specific("permissionDecisionReason").or(reason),
            words: rules.permissions,
        },
        Said {
            key: "decision",
            value: fields.top.get("decision"),
            reason,
            words: rules.decisions,
        },
    ];
    let mut found = None;
    for said in spoken {
        found = stricter(found, said.decides(event, problems)?);
    }
    Ok(found)
}

/// A word that may decide, and the reason beside it.
struct Said<'a> {
    key: &'static str,
    value: Option<&'a Value>,
    reason: Option<&'a Value>,
    words: &'a [(&'static str, Word)],
}

impl Said<'_> {
    fn decides(
        &self,
        event: &EventRules,
        problems: &mut Vec<Problem>,
    ) -> Result<Option<Decision>, String> {
        let Some(value) = self.value else {
            return Ok(None);
        };
        let word = meaning(value, self.words, self.key, problems)?;
        let reason = reason_text(self.reason, problems);
        Ok(match word {
            Word::Allow => Some(Decision::Allow { reason }),
            Word::Ask => Some(Decision::Ask { reason }),
            Word::Block if event.json_block == Honoured::Yes => Some(Decision::Block { reason }),
            Word::Block => {
                let key = self.key;
                let text = format!("a block in `{key}` has no effect on `{}`", event.word);
                problems.push(Problem::note("hooks/answer-without-effect", text));
                None
            }
            Word::Nothing => None,
        })
    }
}

/// The reason; one that is no text is left out, and does not take the decision with it.
fn reason_text(value: Option<&Value>, problems: &mut Vec<Problem>) -> Option<String> {
    optional_text(value, "reason").unwrap_or_else(|why| {
        problems.push(Problem::warning("hooks/answer-word", why));
        None
    })
}

/// What a word means here. A word that nobody knows makes the answer void, as hosts with a schema
/// have it; the problem names the words that count.
fn meaning(
    value: &Value,
    words: &[(&str, Word)],
    key: &str,
    problems: &mut Vec<Problem>,
) -> Result<Word, String> {
    let Value::String(word) = value else {
        return Err(format!("`{key}` must be a word"));
    };
    let known = words.iter().find(|(it, _)| it == word);
    if let Some((_, meaning)) = known {
        return Ok(*meaning);
    }
    let accepted: Vec<_> = words.iter().map(|(it, _)| format!("`{it}`")).collect();
    let shown = stdx::text::printable(word);
    let text = match accepted.is_empty() {
        true => format!("`{key}` has no effect here"),
        false => format!("`{key}` must be {}, found `{shown}`", accepted.join(" or ")),
    };
    problems.push(Problem::warning("hooks/answer-word", text));
    Ok(Word::Nothing)
}

fn stricter(left: Option<Decision>, right: Option<Decision>) -> Option<Decision> {
    let weight = |it: &Option<Decision>| match it {
        None => 0,
        Some(Decision::Allow { .. }) => 1,
        Some(Decision::Ask { .. }) => 2,
        Some(Decision::Block { .. }) => 3,
    };
    if weight(&right) > weight(&left) {
        right
    } else {
        left
    }
}

fn rewrite(
    rules: &Rules,
    event: &EventRules,
    fields: &Fields<'_>,
    problems: &mut Vec<Problem>,
) -> Result<Option<Map<String, Value>>, String> {
    let before_tool = event.event == crate::event::EventName::PreToolUse;
    let counts = if before_tool {
        rules.rewrite_at
    } else {
        Where::Nowhere
    };
    match fields.find(counts, "updatedInput") {
        Some(Value::Object(input)) => Ok(Some(input.clone())),
        Some(_) => Err("`updatedInput` must be an object".to_owned()),
        None => {
            misplaced(fields, ("updatedInput", counts), event, problems);
            Ok(None)
        }
    }
}

fn context(
    rules: &Rules,
    event: &EventRules,
    fields: &Fields<'_>,
    problems: &mut Vec<Problem>,
) -> Result<Option<String>, String> {
    let counts = match event.context {
        ContextEffect::Told | ContextEffect::KeepsGoing => rules.context_at,
        ContextEffect::Ignored => Where::Nowhere,
    };
    match fields.find(counts, "additionalContext") {
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err("`additionalContext` must be text".to_owned()),
        None => {
            misplaced(fields, ("additionalContext", counts), event, problems);
            Ok(None)
        }
    }
}

/// A key that is there, but not where it counts on this event.
fn misplaced(
    fields: &Fields<'_>,
    (key, counts): (&str, Where),
    event: &EventRules,
    problems: &mut Vec<Problem>,
) {
    if !fields.holds(key) {
        return;
    }
    let text = format!("`{key}` has no effect there on `{}`", event.word);
    let mut problem = Problem::warning("hooks/answer-without-effect", text);
    problem.hint = match counts {
        Where::Nowhere | Where::TopThenSpecific => None,
        Where::Top => Some("put it at the top level".to_owned()),
        Where::Specific => {
            Some("put it under `hookSpecificOutput`, beside `hookEventName`".to_owned())
        }
    };
    problems.push(problem);
}

fn halt(object: &Map<String, Value>) -> Result<Option<String>, String> {
    match object.get("continue") {
        None | Some(Value::Bool(true)) => Ok(None),
        Some(Value::Bool(false)) => Ok(Some(text(object, "stopReason")?.unwrap_or_default())),
        Some(_) => Err("`continue` must be true or false".to_owned()),
    }
}

/// The text of a key; an error if something else stands there.
pub(crate) fn text(object: &Map<String, Value>, key: &str) -> Result<Option<String>, String> {
    optional_text(object.get(key), key)
}

fn optional_text(value: Option<&Value>, key: &str) -> Result<Option<String>, String> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(format!("`{key}` must be text")),
    }
}
