//! Saying a neutral answer where the row of rules tells all words and places.

use serde_json::{Map, Value, json};

use crate::dialect::{Neutral, Unsayable};
use crate::event::EventName;
use crate::rules::{ContextEffect, EventRules, Honoured, Rules, Where, Word};

/// The text that a hook prints at exit 0 to say this; nothing where there is nothing to say. Of
/// several decisions the strictest is said. The keys are those that mean nothing in this dialect.
///
/// # Errors
/// The first thing that the dialect has no words for on this event.
pub(super) fn by_rules(
    foreign: &[&str],
    rules: &Rules,
    event: &EventRules,
    says: &Neutral,
) -> Result<String, Unsayable> {
    let mut speech = Speech::new(rules, event);
    speech.decision(says)?;
    speech.context(says)?;
    speech.rewrite(says)?;
    if let Some(note) = &says.note {
        speech.allowed("note", !foreign.contains(&"systemMessage"))?;
        speech.put(Where::Top, "systemMessage", json!(note));
    }
    speech.allowed("halt", says.halt.is_none())?;
    Ok(speech.text())
}

struct Speech<'a> {
    rules: &'a Rules,
    event: &'a EventRules,
    top: Map<String, Value>,
    specific: Map<String, Value>,
}

impl<'a> Speech<'a> {
    fn new(rules: &'a Rules, event: &'a EventRules) -> Speech<'a> {
        Speech {
            rules,
            event,
            top: Map::new(),
            specific: Map::new(),
        }
    }

    fn allowed(&self, what: &'static str, is_allowed: bool) -> Result<(), Unsayable> {
        match is_allowed {
            true => Ok(()),
            false => Err(Unsayable { what }),
        }
    }

    fn put(&mut self, at: Where, key: &str, value: Value) {
        let object = match at {
            Where::Nowhere | Where::Top | Where::TopThenSpecific => &mut self.top,
            Where::Specific => &mut self.specific,
        };
        object.insert(key.to_owned(), value);
    }

    fn decision(&mut self, says: &Neutral) -> Result<(), Unsayable> {
        let block = says.block.as_ref().map(|it| ("block", Word::Block, it));
        let ask = says.ask.as_ref().map(|it| ("ask", Word::Ask, it));
        let allow = says.allow.as_ref().map(|it| ("allow", Word::Allow, it));
        let Some((what, word, reason)) = block.or(ask).or(allow) else {
            return Ok(());
        };
        let counts = match word {
            Word::Block => self.event.json_block == Honoured::Yes,
            Word::Ask | Word::Allow | Word::Nothing => self.is_before_tool(),
        };
        self.allowed(what, counts)?;
        let words = self.rules.decisions;
        let said = words.iter().find(|(_, it)| *it == word);
        let (said, _) = said.ok_or(Unsayable { what })?;
        self.put(Where::Top, "decision", json!(said));
        self.put(Where::Top, "reason", json!(reason));
        Ok(())
    }

    fn context(&mut self, says: &Neutral) -> Result<(), Unsayable> {
        let Some(text) = &says.context else {
            return Ok(());
        };
        let at = self.rules.context_at;
        let counts = self.event.context != ContextEffect::Ignored && at != Where::Nowhere;
        self.allowed("context", counts)?;
        self.put(at, "additionalContext", json!(text));
        Ok(())
    }

    fn rewrite(&mut self, says: &Neutral) -> Result<(), Unsayable> {
        let Some(input) = &says.rewrite else {
            return Ok(());
        };
        let at = self.rules.rewrite_at;
        self.allowed("rewrite", self.is_before_tool() && at != Where::Nowhere)?;
        self.put(at, "updatedInput", json!(input));
        Ok(())
    }

    fn is_before_tool(&self) -> bool {
        self.event.event == EventName::PreToolUse
    }

    fn text(self) -> String {
        let mut top = self.top;
        if !self.specific.is_empty() {
            top.insert("hookSpecificOutput".to_owned(), self.specific.into());
        }
        match top.is_empty() {
            true => String::new(),
            false => Value::Object(top).to_string(),
        }
    }
}
