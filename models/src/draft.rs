//! A reply while it comes in.

use std::collections::BTreeSet;

use missions::{Message, Reply, Stop, ToolCall, Usage, Words};
use serde_json::{Map, Value};

/// What a call counts at least, in bytes: a thousand empty ones are a flood, too.
const CALL_BYTES: usize = 8 * 1024;

/// A reply while it comes in.
#[derive(Debug)]
pub(crate) struct Draft<'a> {
    words: &'a dyn Words,
    text: String,
    pub(crate) calls: Vec<CallDraft>,
    pub(crate) usage: Usage,
    pub(crate) stop: Stop,
    pub(crate) progress: Progress,
}

/// How far a reply has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Progress {
    /// Words or calls may follow.
    Open,
    /// Nothing is missing, but what it cost may follow.
    Whole,
    /// Nothing follows.
    Closed,
}

/// A tool call while it comes in.
#[derive(Debug, Default)]
pub(crate) struct CallDraft {
    /// By which number the wire tells the calls of a reply apart.
    pub(crate) index: u64,
    /// Empty where the server gives none.
    pub(crate) id: String,
    pub(crate) name: String,
    /// What has come of the arguments.
    pub(crate) arguments: Arguments,
}

/// The arguments of a call.
#[derive(Debug)]
pub(crate) enum Arguments {
    /// JSON in pieces.
    Text(String),
    /// Already a value.
    Value { value: Value, n_bytes: usize },
}

impl Default for Arguments {
    fn default() -> Arguments {
        Arguments::Text(String::new())
    }
}

impl<'a> Draft<'a> {
    pub(crate) fn new(words: &'a dyn Words) -> Draft<'a> {
        Draft {
            words,
            text: String::new(),
            calls: Vec::new(),
            usage: Usage::default(),
            stop: Stop::End,
            progress: Progress::Open,
        }
    }

    /// The model says more.
    pub(crate) fn say(&mut self, piece: &str) {
        if !piece.is_empty() {
            self.text.push_str(piece);
            self.words.said(piece);
        }
    }

    /// The call with this number, begun if it is new.
    pub(crate) fn call(&mut self, index: u64) -> &mut CallDraft {
        let known = self.calls.iter().rposition(|it| it.index == index);
        match known {
            Some(position) => &mut self.calls[position],
            None => self.begin_call(index),
        }
    }

    /// A new call, whatever its number was used for before.
    pub(crate) fn begin_call(&mut self, index: u64) -> &mut CallDraft {
        self.calls.push(CallDraft {
            index,
            ..CallDraft::default()
        });
        self.calls.last_mut().expect("one was just pushed")
    }

    /// It has come at least as far as this.
    pub(crate) fn reach(&mut self, progress: Progress) {
        self.progress = self.progress.max(progress);
    }

    /// Whether no word and no call is missing.
    pub(crate) fn is_whole(&self) -> bool {
        self.progress >= Progress::Whole
    }

    /// How much has been said, in bytes.
    pub(crate) fn n_bytes(&self) -> usize {
        let calls = self.calls.iter().map(|it| CALL_BYTES + it.arguments.len());
        self.text.len() + calls.sum::<usize>()
    }

    /// The reply to a conversation, in which no id is used twice.
    pub(crate) fn finish(self, conversation: &[Message]) -> Reply {
        let mut used = used_ids(conversation);
        let calls = self.calls.into_iter().map(|it| it.finish(&mut used));
        Reply {
            calls: calls.collect(),
            text: self.text,
            usage: self.usage,
            stop: self.stop,
        }
    }
}

impl CallDraft {
    /// Takes what a piece says of the call; a name or an id that is repeated changes nothing.
    pub(crate) fn name_it(&mut self, id: Option<&str>, name: Option<&str>) {
        for (place, said) in [(&mut self.id, id), (&mut self.name, name)] {
            if place.is_empty() {
                said.unwrap_or_default().clone_into(place);
            }
        }
    }

    /// Appends a piece of the arguments, or takes them as a whole where they are a value.
    pub(crate) fn argue(&mut self, piece: &Value) {
        match (&mut self.arguments, piece) {
            (Arguments::Text(text), Value::String(piece)) => text.push_str(piece),
            (_, Value::Null) => {}
            (arguments, value) => {
                *arguments = Arguments::Value {
                    value: value.clone(),
                    n_bytes: value.to_string().len(),
                };
            }
        }
    }

    fn finish(self, used: &mut BTreeSet<String>) -> ToolCall {
        let id = unused(self.id, used);
        used.insert(id.clone());
        ToolCall {
            id,
            name: self.name,
            input: self.arguments.finish(),
        }
    }
}

impl Arguments {
    fn len(&self) -> usize {
        match self {
            Arguments::Text(text) => text.len(),
            Arguments::Value { n_bytes, .. } => *n_bytes,
        }
    }

    fn finish(self) -> Value {
        match self {
            Arguments::Value { value, .. } => value,
            Arguments::Text(text) if text.trim().is_empty() => Value::Object(Map::new()),
            Arguments::Text(text) => match serde_json::from_str(&text) {
                Ok(Value::Null) => Value::Object(Map::new()),
                Ok(value) => value,
                Err(_) => Value::String(text),
            },
        }
    }
}

fn used_ids(conversation: &[Message]) -> BTreeSet<String> {
    let calls = conversation.iter().flat_map(|it| match it {
        Message::Assistant { calls, .. } => calls.as_slice(),
        Message::User(_) | Message::Result { .. } => &[],
    });
    calls.map(|it| it.id.clone()).collect()
}

/// `id` if it is there and free, else the next free one of our own making.
fn unused(id: String, used: &BTreeSet<String>) -> String {
    if !id.is_empty() && !used.contains(&id) {
        return id;
    }
    let stem = match id.as_str() {
        "" => "call",
        id => id,
    };
    let numbered = (used.len() + 1..).map(|it| format!("{stem}_{it}"));
    let mut free = numbered.filter(|it| !used.contains(it));
    free.next().expect("there are more numbers than ids")
}
