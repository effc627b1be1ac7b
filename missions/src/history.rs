//! What a transcript holds: the conversation as the model is to see it. Pure.

use std::path::Path;

use serde_json::Value;
use stdx::Problem;

use crate::message::{Message, Success, ToolCall};

/// A conversation as it was left.
#[derive(Debug, Default)]
pub struct History {
    /// The messages, after the last summary.
    pub messages: Vec<Message>,
    /// How many tool results there were in all.
    pub n_results: usize,
    /// The calls that have no result, each with whether it had begun.
    pub open: Vec<OpenCall>,
    /// Bytes of a last line that a crash tore, which were cut off.
    pub torn_bytes: usize,
    /// Lines that could not be read.
    pub problems: Vec<Problem>,
    n_lines: u32,
}

/// A call that was asked for and has no result.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenCall {
    /// The call.
    pub call: ToolCall,
    /// Whether it acts and had begun: nobody knows how far it came.
    pub begun: Begun,
}

/// Whether a call had begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begun {
    /// It had: it must not be run again unasked.
    Yes,
    /// It had not, or it only looks.
    No,
}

impl History {
    /// Takes the next line in. One that cannot be read is a problem and no more.
    pub fn take(&mut self, line: &[u8], path: &Path) {
        self.n_lines += 1;
        match serde_json::from_slice::<Value>(line) {
            Ok(line) => self.line(&line),
            Err(error) => {
                let place = stdx::Place {
                    line: self.n_lines,
                    column: 1,
                };
                let message = format!("this line of the transcript is not JSON: {error}");
                let problem = Problem::warning("missions/transcript-line", message);
                self.problems.push(problem.in_file(path).at(place));
            }
        }
    }

    fn line(&mut self, line: &Value) {
        if line["isSidechain"] == true {
            return;
        }
        match (line["type"].as_str(), line["subtype"].as_str()) {
            (Some("assistant"), _) => self.assistant(&line["message"]["content"]),
            (Some("user"), _) => self.user(&line["message"]["content"]),
            (Some("system"), Some("tool_started")) => self.begun(&line["tool_use_id"]),
            (Some("system"), Some("compact_boundary")) => self.compacted(line),
            _ => {}
        }
    }

    fn assistant(&mut self, content: &Value) {
        let parts = content.as_array().map(Vec::as_slice).unwrap_or_default();
        let of_type = |kind: &'static str| parts.iter().filter(move |it| it["type"] == kind);
        let text: Vec<&str> = of_type("text")
            .filter_map(|it| it["text"].as_str())
            .collect();
        let calls: Vec<ToolCall> = of_type("tool_use").map(call).collect();
        self.open.extend(calls.iter().map(|call| OpenCall {
            call: call.clone(),
            begun: Begun::No,
        }));
        self.messages.push(Message::Assistant {
            text: text.join("\n"),
            calls,
        });
    }

    fn user(&mut self, content: &Value) {
        if let Some(text) = content.as_str() {
            self.messages.push(Message::User(text.to_owned()));
            return;
        }
        for part in content.as_array().into_iter().flatten() {
            match part["type"].as_str() {
                Some("tool_result") => self.result(part),
                Some("text") => self.messages.push(Message::User(text(&part["text"]))),
                _ => {}
            }
        }
    }

    fn result(&mut self, part: &Value) {
        let call_id = text(&part["tool_use_id"]);
        self.open.retain(|it| it.call.id != call_id);
        self.n_results += 1;
        self.messages.push(Message::Result {
            call_id,
            tool: text(&part["name"]),
            text: text(&part["content"]),
            success: match part["is_error"] == true {
                true => Success::No,
                false => Success::Yes,
            },
        });
    }

    fn begun(&mut self, id: &Value) {
        let open = self.open.iter_mut().find(|it| it.call.id == *id);
        if let Some(open) = open {
            open.begun = Begun::Yes;
        }
    }

    fn compacted(&mut self, line: &Value) {
        let kept = line["kept"].as_u64().unwrap_or(0);
        let kept = usize::try_from(kept)
            .unwrap_or(usize::MAX)
            .min(self.messages.len());
        let rest = self.messages.split_off(self.messages.len() - kept);
        self.messages = vec![Message::User(text(&line["summary"]))];
        self.messages.extend(rest);
    }

    /// What the agent is told of the calls that broke off, as their results.
    pub fn broken_off(&self) -> Vec<Message> {
        self.open.iter().map(broken_off).collect()
    }
}

fn broken_off(open: &OpenCall) -> Message {
    let text = match open.begun {
        Begun::Yes => {
            "the work broke off while this ran: nobody knows how far it came. It was NOT run again. \
             Look at what it left before you repeat it."
        }
        Begun::No => "the work broke off before this ran. It was not run.",
    };
    Message::Result {
        call_id: open.call.id.clone(),
        tool: open.call.name.clone(),
        text: text.to_owned(),
        success: Success::No,
    }
}

fn call(part: &Value) -> ToolCall {
    ToolCall {
        id: text(&part["id"]),
        name: text(&part["name"]),
        input: part["input"].clone(),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
