//! Saying a neutral answer in the words of Claude Code, which Neo and we share.

use serde_json::{Map, Value, json};

use crate::dialect::{Neutral, Unsayable};
use crate::rules::{ContextEffect, EventRules, Honoured, Rules};

/// The text that a hook prints to say this; nothing where there is nothing to say.
///
/// Of several decisions the strictest is said.
///
/// # Errors
/// The event has no words for a part of it.
pub(super) fn claude_shaped(
    _rules: &Rules,
    event: &EventRules,
    says: &Neutral,
) -> Result<String, Unsayable> {
    let mut top = Map::new();
    let mut specific = Map::new();
    if let Some(reason) = &says.halt {
        top.insert("continue".to_owned(), json!(false));
        top.insert("stopReason".to_owned(), json!(reason));
    }
    if let Some(note) = &says.note {
        top.insert("systemMessage".to_owned(), json!(note));
    }
    match event.word {
        "PreToolUse" | "PreModelSwitch" => permission(says, &mut specific),
        "PermissionRequest" => request(says, &mut specific)?,
        _ => decision(event, says, &mut top)?,
    }
    rewrite(event, says, &mut specific)?;
    context(event, says, &mut specific)?;
    Ok(text(event, top, specific))
}

fn text(event: &EventRules, mut top: Map<String, Value>, specific: Map<String, Value>) -> String {
    if !specific.is_empty() {
        let mut named = Map::new();
        named.insert("hookEventName".to_owned(), json!(event.word));
        named.extend(specific);
        top.insert("hookSpecificOutput".to_owned(), Value::Object(named));
    }
    if top.is_empty() {
        return String::new();
    }
    Value::Object(top).to_string()
}

/// The strictest of the three decisions, with its reason.
fn strictest(says: &Neutral) -> Option<(&'static str, &String)> {
    let block = says.block.as_ref().map(|it| ("deny", it));
    let ask = says.ask.as_ref().map(|it| ("ask", it));
    let allow = says.allow.as_ref().map(|it| ("allow", it));
    block.or(ask).or(allow)
}

fn permission(says: &Neutral, specific: &mut Map<String, Value>) {
    if let Some((word, reason)) = strictest(says) {
        specific.insert("permissionDecision".to_owned(), json!(word));
        specific.insert("permissionDecisionReason".to_owned(), json!(reason));
    }
}

fn request(says: &Neutral, specific: &mut Map<String, Value>) -> Result<(), Unsayable> {
    let decision = match strictest(says) {
        None => return Ok(()),
        Some(("deny", reason)) => json!({ "behavior": "deny", "message": reason }),
        Some(("ask", _)) => return Err(Unsayable { what: "ask" }),
        Some(_) => match &says.rewrite {
            Some(input) => json!({ "behavior": "allow", "updatedInput": input }),
            None => json!({ "behavior": "allow" }),
        },
    };
    specific.insert("decision".to_owned(), decision);
    Ok(())
}

fn decision(
    event: &EventRules,
    says: &Neutral,
    top: &mut Map<String, Value>,
) -> Result<(), Unsayable> {
    match strictest(says) {
        None => Ok(()),
        Some(("deny", reason)) if event.json_block == Honoured::Yes => {
            top.insert("decision".to_owned(), json!("block"));
            top.insert("reason".to_owned(), json!(reason));
            Ok(())
        }
        Some(("deny", _)) => Err(Unsayable { what: "block" }),
        Some((word, _)) => Err(Unsayable { what: word }),
    }
}

/// A changed input stands beside the permission, or inside an allowing decision.
fn rewrite(
    event: &EventRules,
    says: &Neutral,
    specific: &mut Map<String, Value>,
) -> Result<(), Unsayable> {
    let Some(input) = &says.rewrite else {
        return Ok(());
    };
    let is_said = specific
        .get("decision")
        .is_some_and(|it| it["behavior"] == "allow");
    match event.word {
        "PreToolUse" => {
            specific.insert("updatedInput".to_owned(), json!(input));
            Ok(())
        }
        "PermissionRequest" if is_said => Ok(()),
        _ => Err(Unsayable { what: "rewrite" }),
    }
}

fn context(
    event: &EventRules,
    says: &Neutral,
    specific: &mut Map<String, Value>,
) -> Result<(), Unsayable> {
    match (&says.context, event.context) {
        (None, _) => Ok(()),
        (Some(text), ContextEffect::Told | ContextEffect::KeepsGoing) => {
            specific.insert("additionalContext".to_owned(), json!(text));
            Ok(())
        }
        (Some(_), ContextEffect::Ignored) => Err(Unsayable { what: "context" }),
    }
}
