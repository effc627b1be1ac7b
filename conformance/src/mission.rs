//! What a mission showed and what its session keeps, a line for each thing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::error::CaseError;
use crate::stage::{FILE_LIMIT, Stage};

/// Characters of one thing.
const SHOWN: usize = 500;
/// What depends on the system: whether it can confine a shell.
pub(crate) const UNCONFINED: &str = "the agent's shell is not confined";

/// What was shown, as one line; `None` for what differs from system to system.
pub(crate) fn shown(line: &Value) -> Option<Value> {
    let text = |key: &str| line[key].as_str().unwrap_or_default();
    let res = match text("type") {
        "message" => format!("says: {}", text("text")),
        "tool" => tool(line),
        "hook" => hook(line),
        "approval" => format!("asked about {}: {}", text("tool"), text("answer")),
        "event" => event(line)?,
        _ => line.to_string(),
    };
    let helper = &line["helper"]["agent"];
    Some(cut(match helper.as_str() {
        Some(agent) => format!("[{agent}] {res}"),
        None => res,
    }))
}

/// The result, without what says nothing.
pub(crate) fn told(mut result: Value) -> Value {
    if let Some(members) = result.as_object_mut() {
        members.retain(|key, it| key != "type" && !is_nothing(it));
    }
    if let Some(usage) = result.get_mut("usage").and_then(Value::as_object_mut) {
        usage.retain(|_, it| !is_nothing(it));
    }
    result
}

fn is_nothing(value: &Value) -> bool {
    value.is_null() || *value == 0 || value.as_array().is_some_and(Vec::is_empty)
}

fn tool(line: &Value) -> String {
    let text = |key: &str| line[key].as_str().unwrap_or_default();
    let (tool, status) = (text("tool"), text("status"));
    match status {
        "started" => format!("{tool} {}", line["input"]),
        "refused" => format!("{tool} refused by {}", text("refused_by")),
        _ => format!("{tool} {status}: {}", text("summary")),
    }
}

fn hook(line: &Value) -> String {
    let run = &line["run"];
    let text = |key: &str| run[key].as_str().unwrap_or_default();
    let words = [
        "hook",
        line["event"].as_str().unwrap_or_default(),
        line["tool"].as_str().unwrap_or_default(),
        text("dialect"),
        text("command"),
        text("status"),
    ];
    let words: Vec<&str> = words.into_iter().filter(|it| !it.is_empty()).collect();
    match (text("why"), text("stderr")) {
        ("", "") => words.join(" "),
        ("", why) | (why, _) => format!("{}: {}", words.join(" "), why.trim_end()),
    }
}

fn event(line: &Value) -> Option<String> {
    let text = |key: &str| line[key].as_str().unwrap_or_default();
    Some(match text("event") {
        "note" if text("text").starts_with(UNCONFINED) => return None,
        "note" => format!("note: {}", text("text")),
        "judged" => {
            let met = if line["met"] == true {
                "met"
            } else {
                "not met"
            };
            format!(
                "judged in round {}: {met}: {}",
                line["round"],
                text("reason")
            )
        }
        "compacted" => format!("summarised {} messages", line["messages"]),
        "retry" => format!("asks again: {}", text("reason")),
        other => format!("{other}: {}", text("text")),
    })
}

/// The files of the project's sessions, read step after step.
#[derive(Debug)]
pub(crate) struct Sessions {
    folder: PathBuf,
    /// How many lines of each were read.
    n_read: BTreeMap<PathBuf, usize>,
}

/// What sessions wrote since the last look.
#[derive(Debug, Default)]
pub(crate) struct Written {
    pub(crate) conversation: Vec<Value>,
    pub(crate) log: Vec<Value>,
}

impl Sessions {
    pub(crate) fn of(stage: &Stage) -> Result<Sessions, CaseError> {
        Ok(Sessions {
            folder: stage.path("<private>/sessions")?,
            n_read: BTreeMap::new(),
        })
    }

    pub(crate) fn written(&mut self) -> Result<Written, CaseError> {
        let mut res = Written::default();
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten();
        let mut files: Vec<PathBuf> = entries.flatten().map(|it| it.path()).collect();
        files.sort();
        for file in files {
            let lines = self.lines(&file)?;
            match file.extension().is_some_and(|it| it == "log") {
                true => res.log.extend(lines.into_iter().map(without_time)),
                false => res.conversation.extend(lines.iter().flat_map(said)),
            }
        }
        Ok(res)
    }

    fn lines(&mut self, file: &Path) -> Result<Vec<Value>, CaseError> {
        let bytes = stdx::fs::read(file, FILE_LIMIT)?;
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<Value> = text
            .lines()
            .map(|it| serde_json::from_str(it).unwrap_or_else(|_| Value::from(it)))
            .collect();
        let n_read = self.n_read.insert(file.to_owned(), lines.len());
        Ok(lines.into_iter().skip(n_read.unwrap_or(0)).collect())
    }
}

fn without_time(mut line: Value) -> Value {
    if let Some(members) = line.as_object_mut() {
        members.remove("time");
    }
    line
}

/// A line of a conversation as people read it. What is only kept for a crash is left out.
fn said(line: &Value) -> Vec<Value> {
    let message = &line["message"];
    let mut res = match (&message["content"], message["role"].as_str()) {
        (Value::String(text), Some("user")) => vec![format!("told: {text}")],
        (Value::Array(pieces), Some(_)) => pieces.iter().map(piece).collect(),
        _ => system(line).into_iter().collect(),
    };
    if line["isSidechain"] == true {
        res = res.iter().map(|it| format!("[helper] {it}")).collect();
    }
    res.into_iter().map(cut).collect()
}

fn piece(piece: &Value) -> String {
    let text = |key: &str| piece[key].as_str().unwrap_or_default();
    match text("type") {
        "text" => format!("says: {}", text("text")),
        "tool_use" => format!("calls {} {}", text("name"), piece["input"]),
        _ => {
            let word = match piece["is_error"] == true {
                true => "failure",
                false => "result",
            };
            format!("{word} of {}: {}", text("name"), text("content"))
        }
    }
}

fn system(line: &Value) -> Option<String> {
    match line["subtype"].as_str() {
        Some("tool_started" | "mission_end") => None,
        Some("compact_boundary") => {
            let summary = line["summary"].as_str().unwrap_or_default();
            Some(format!("all but {} became: {summary}", line["kept"]))
        }
        _ => Some(line.to_string()),
    }
}

fn cut(text: String) -> Value {
    match stdx::text::cut_chars(&text, SHOWN) {
        (start, true) => Value::from(format!("{start}…")),
        _ => Value::from(text),
    }
}
