//! The transcript: JSON lines that other tools can read, and the truth about a conversation.
//!
//! Lines have the shape that Claude Code's have, so that hooks and viewers made for it find their way.
//! A call that acts leaves a line before it runs; a session that broke off there is taken up again
//! without the call being run twice in silence.

use std::fs::File;
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use serde_json::{Value, json};
use stdx::rfc3339;

use crate::error::TranscriptError;
use crate::history::History;
use crate::message::{Message, Success, Usage};
use crate::ports::Scene;

/// The transcript of a session, open for appending.
#[derive(Debug)]
pub struct Transcript {
    path: PathBuf,
    file: Mutex<File>,
}

/// A line, before it is written.
#[derive(Clone, Copy, Debug)]
pub enum Line<'a> {
    /// A message of the conversation.
    Message {
        /// The message.
        message: &'a Message,
        /// What the reply cost, on the model's own.
        usage: Option<Usage>,
        /// The model's name, on its own.
        model: Option<&'a str>,
    },
    /// A call that acts begins now.
    Started {
        /// The call's id.
        call_id: &'a str,
        /// The tool.
        tool: &'a str,
    },
    /// Everything before this, but for the last `kept` messages, is now this summary.
    Compacted {
        /// The summary.
        summary: &'a str,
        /// How many messages stayed.
        kept: usize,
    },
    /// Something that is for people alone.
    Note {
        /// What kind of thing, in one word.
        subtype: &'a str,
        /// All of it.
        fact: &'a Value,
    },
}

impl Transcript {
    /// Opens a transcript or begins one, and reads what it holds. A last line that was torn by a crash
    /// is cut off, and told in the history.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn open(path: &Path) -> Result<(Transcript, History), TranscriptError> {
        let fault = |error| TranscriptError::file(path, error);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fault)?;
        }
        let mut file = options().open(path).map_err(fault)?;
        let history = read(&mut file, path).map_err(fault)?;
        let transcript = Transcript {
            path: path.to_owned(),
            file: Mutex::new(file),
        };
        Ok((transcript, history))
    }

    /// Where it stands.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends one line in one write, so that a crash tears at most this one.
    ///
    /// # Errors
    /// The disk is full, or the file is gone.
    pub fn append(
        &self,
        line: Line<'_>,
        scene: &Scene,
        now: SystemTime,
    ) -> Result<(), TranscriptError> {
        let mut text = to_json(line, scene, now).to_string();
        text.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(text.as_bytes());
        written.map_err(|it| TranscriptError::file(&self.path, it))
    }
}

/// Owner-only from the start: a conversation holds whatever the project holds.
fn options() -> std::fs::OpenOptions {
    let mut options = File::options();
    options.create(true).read(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn read(file: &mut File, path: &Path) -> std::io::Result<History> {
    let mut history = History::default();
    let mut whole = 0;
    let mut reader = BufReader::new(&mut *file);
    let mut line = Vec::new();
    loop {
        line.clear();
        let n = reader.read_until(b'\n', &mut line)?;
        if n == 0 {
            break;
        }
        if line.last() != Some(&b'\n') {
            history.torn_bytes = n;
            break;
        }
        whole += n as u64;
        history.take(&line, path);
    }
    if history.torn_bytes > 0 {
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
    }
    Ok(history)
}

/// The line as JSON.
pub fn to_json(line: Line<'_>, scene: &Scene, now: SystemTime) -> Value {
    let mut object = json!({
        "type": kind(line),
        "sessionId": scene.session,
        "missionId": scene.mission,
        "timestamp": rfc3339(now),
        "cwd": scene.cwd,
    });
    if let Some(helper) = &scene.helper {
        object["isSidechain"] = json!(true);
        object["agentId"] = json!(helper.id);
    }
    match line {
        Line::Message {
            message,
            usage,
            model,
        } => object["message"] = message_json(message, usage, model),
        Line::Started { call_id, tool } => {
            object["subtype"] = json!("tool_started");
            object["tool_use_id"] = json!(call_id);
            object["tool"] = json!(tool);
        }
        Line::Compacted { summary, kept } => {
            object["subtype"] = json!("compact_boundary");
            object["summary"] = json!(summary);
            object["kept"] = json!(kept);
        }
        Line::Note { subtype, fact } => {
            object["subtype"] = json!(subtype);
            object["fact"] = fact.clone();
        }
    }
    object
}

fn kind(line: Line<'_>) -> &'static str {
    match line {
        Line::Message { message, .. } => match message {
            Message::Assistant { .. } => "assistant",
            Message::User(_) | Message::Result { .. } => "user",
        },
        Line::Started { .. } | Line::Compacted { .. } | Line::Note { .. } => "system",
    }
}

fn message_json(message: &Message, usage: Option<Usage>, model: Option<&str>) -> Value {
    match message {
        Message::User(text) => json!({ "role": "user", "content": text }),
        Message::Assistant { text, calls } => {
            let mut content = Vec::new();
            if !text.is_empty() {
                content.push(json!({ "type": "text", "text": text }));
            }
            content.extend(calls.iter().map(
                |it| json!({ "type": "tool_use", "id": it.id, "name": it.name, "input": it.input }),
            ));
            let mut res = json!({ "role": "assistant", "content": content });
            if let Some(model) = model {
                res["model"] = json!(model);
            }
            if let Some(usage) = usage {
                res["usage"] = json!(usage);
            }
            res
        }
        Message::Result {
            call_id,
            tool,
            text,
            success,
        } => json!({
            "role": "user",
            "content": [{
                "type": "tool_result",
                "tool_use_id": call_id,
                "name": tool,
                "content": text,
                "is_error": *success == Success::No,
            }],
        }),
    }
}
