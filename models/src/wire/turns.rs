//! A conversation in the strict form that all servers take.
//!
//! Servers refuse a conversation for ever if a call has no result, a result no call, a text no
//! letters, or one side speaks twice. A crash, a summary or another model may have left any of
//! these, so they are put right here rather than lose the session.

use std::borrow::Cow;
use std::mem;

use missions::{Message, Success, ToolCall};
use serde_json::{Value, json};

/// Said for the user where the model would speak twice.
const GO_ON: &str = "Go on.";

/// The result of a tool that said nothing.
const NO_OUTPUT: &str = "(no output)";

/// The result of a call whose result was lost.
const NO_RESULT: &str = "There is no result: the call was broken off.";

/// One side's part. Sides take turns; the user has the first and the last.
#[derive(Debug, PartialEq)]
pub(crate) enum Turn<'a> {
    /// Results for all calls of the turn before, in their order, and texts; not both are empty.
    User {
        results: Vec<Answer<'a>>,
        texts: Vec<&'a str>,
    },
    /// A text, calls, or both; the text is empty or has letters.
    Assistant {
        text: &'a str,
        calls: &'a [ToolCall],
    },
}

/// What a call gave.
#[derive(Debug, PartialEq)]
pub(crate) struct Answer<'a> {
    pub(crate) call: &'a ToolCall,
    pub(crate) text: &'a str,
    pub(crate) success: Success,
}

/// The conversation in strict form.
pub(crate) fn turns(messages: &[Message]) -> Vec<Turn<'_>> {
    let mut builder = Builder::default();
    for message in messages {
        builder.add(message);
    }
    builder.close_user();
    builder.turns
}

#[derive(Default)]
struct Builder<'a> {
    turns: Vec<Turn<'a>>,
    /// The calls of the last turn; those before it have their results.
    calls: &'a [ToolCall],
    results: Vec<Answer<'a>>,
    texts: Vec<&'a str>,
}

impl<'a> Builder<'a> {
    fn add(&mut self, message: &'a Message) {
        match message {
            Message::User(text) => self.say(text),
            Message::Result {
                call_id,
                text,
                success,
                ..
            } => self.answer(call_id, text, *success),
            Message::Assistant { text, calls } if calls.is_empty() && is_blank(text) => {}
            Message::Assistant { text, calls } => {
                self.close_user();
                self.calls = calls;
                let text = text.as_str();
                self.turns.push(Turn::Assistant {
                    text: if is_blank(text) { "" } else { text },
                    calls,
                });
            }
        }
    }

    fn say(&mut self, text: &'a str) {
        if !is_blank(text) {
            self.texts.push(text);
        }
    }

    /// A result without its call, or a second one, is told in words.
    fn answer(&mut self, call_id: &str, text: &'a str, success: Success) {
        let is_answered = self.results.iter().any(|it| it.call.id == call_id);
        let call = self.calls.iter().find(|it| it.id == call_id);
        match call.filter(|_| !is_answered) {
            Some(call) => self.results.push(Answer {
                call,
                text: if is_blank(text) { NO_OUTPUT } else { text },
                success,
            }),
            None => self.say(text),
        }
    }

    fn close_user(&mut self) {
        let mut found = mem::take(&mut self.results);
        let results = mem::take(&mut self.calls).iter().map(|call| {
            let place = found.iter().position(|it| it.call.id == call.id);
            place.map_or_else(|| lost(call), |place| found.swap_remove(place))
        });
        let results: Vec<_> = results.collect();
        let mut texts = mem::take(&mut self.texts);
        if results.is_empty() && texts.is_empty() {
            texts.push(GO_ON);
        }
        self.turns.push(Turn::User { results, texts });
    }
}

fn lost(call: &ToolCall) -> Answer<'_> {
    Answer {
        call,
        text: NO_RESULT,
        success: Success::No,
    }
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// The arguments as an object, which all servers demand of what a model is said to have called:
/// whatever else it was, it is in there.
pub(crate) fn input(call: &ToolCall) -> Cow<'_, Value> {
    match &call.input {
        Value::Object(_) => Cow::Borrowed(&call.input),
        other => Cow::Owned(json!({ "invalid_arguments": other })),
    }
}

/// The name of a tool as servers take it. A model may have made up one that no server lets pass.
pub(crate) fn tool_name(call: &ToolCall) -> String {
    match word(&call.name) {
        name if name.is_empty() => "unknown".to_owned(),
        name => name,
    }
}

/// The id of a call as servers take it; it may come from a script, or from another server.
pub(crate) fn call_id(call: &ToolCall) -> String {
    word(&call.id)
}

fn word(text: &str) -> String {
    let letters = text.chars().take(64).map(|it| match it {
        it if it.is_ascii_alphanumeric() || matches!(it, '_' | '-') => it,
        _ => '_',
    });
    letters.collect()
}
