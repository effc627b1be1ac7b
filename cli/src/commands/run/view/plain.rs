//! A mission as lines for people: what the agent says, a line for each tool, hooks that spoke.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use missions::{Scene, Shown, Success, ToolResult, View};
use serde_json::Value;

use super::status::{COLUMNS, Next, StatusLine};
use crate::context::{Context, Loudness, Paint};
use crate::render::{self, Style, painted};
use crate::wire::missions::person::Output;

/// Writes what the agent says to standard output, and on a terminal what it does just now to
/// standard error.
pub(super) struct PlainView {
    out: Output,
    status: Option<Arc<StatusLine>>,
    paint: Paint,
    columns: usize,
    loudness: Loudness,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Pieces of a message were shown, and its line is not ended.
    in_words: bool,
    /// What the calls are about that run.
    running: BTreeMap<String, String>,
}

/// How a call ended.
struct ToolEnd<'a> {
    call_id: &'a str,
    result: &'a ToolResult,
    refused_by: Option<&'a str>,
    took: Duration,
}

impl PlainView {
    pub(super) fn new(
        context: &Context,
        out: &Output,
        status: Option<Arc<StatusLine>>,
    ) -> PlainView {
        PlainView {
            out: Output::clone(out),
            status,
            paint: context.paint,
            columns: context.world.terminal.width.unwrap_or(COLUMNS),
            loudness: context.loudness,
            state: Mutex::default(),
        }
    }

    fn line(&self, style: Style, mark: &str, text: &str) {
        let text = render::one_line(text, self.columns.saturating_sub(3));
        let mark = painted(self.paint, style, mark);
        let was_in_words = self.set_in_words(false);
        self.print(Next::Thinks, |out| {
            if was_in_words {
                writeln!(out)?;
            }
            writeln!(out, "{mark} {text}")
        });
    }

    fn words(&self, piece: &str) {
        self.set_in_words(true);
        self.print(Next::Speaks, |out| write!(out, "{}", render::text(piece)));
    }

    fn end_words(&self, text: &str) {
        let was_in_words = self.set_in_words(false);
        self.print(Next::Thinks, |out| match was_in_words {
            true => writeln!(out),
            false => writeln!(out, "{}", render::text(text)),
        });
    }

    /// The mission goes on although nobody reads along any more.
    fn print(&self, next: Next, print: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        let print = || {
            let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = print(&mut *out).and_then(|()| out.flush());
        };
        match &self.status {
            Some(status) => status.print(next, print),
            None => print(),
        }
    }

    /// What runs just now, on a terminal alone.
    fn status(&self, text: &str) {
        if let Some(status) = &self.status {
            status.doing(text);
        }
    }

    fn set_in_words(&self, now: bool) -> bool {
        std::mem::replace(&mut self.state().in_words, now)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn started(&self, call_id: &str, tool: &str, input: &Value) {
        let about = about(input);
        self.status(&format!("{tool} {about}"));
        self.state().running.insert(call_id.to_owned(), about);
    }

    fn ended(&self, tool: &str, ended: &ToolEnd<'_>) {
        let took = match ended.took >= Duration::from_millis(500) {
            true => format!("  {}", render::shown_duration(ended.took)),
            false => String::new(),
        };
        let about = self.state().running.remove(ended.call_id);
        if ended.refused_by.is_some() {
            // The text says who refused it.
            let first = ended.result.text.lines().next().unwrap_or_default();
            return self.line(Style::Bad, "✗", &format!("{tool}  {first}"));
        }
        let (style, mark) = match ended.result.success {
            Success::Yes => (Style::Good, "✓"),
            Success::No => (Style::Odd, "!"),
        };
        let summary = &ended.result.summary;
        let about = about.filter(|it| !it.is_empty() && !summary.contains(it.as_str()));
        let about = about.map(|it| format!(" {}", render::one_line(&it, self.columns / 2)));
        let about = about.unwrap_or_default();
        self.line(style, mark, &format!("{tool}{about}  {summary}{took}"));
    }

    fn hook(&self, line: &missions::HookLine) {
        if !line.is_loud && self.loudness < Loudness::Verbose {
            return;
        }
        let text = |key: &str| line.run[key].as_str().unwrap_or_default();
        let why = match text("why") {
            "" => text("stderr"),
            why => why,
        };
        let said = format!(
            "hook {} {} {}  {why}",
            text("command"),
            line.event,
            text("status")
        );
        self.line(Style::Odd, "↯", &said);
    }
}

impl std::fmt::Debug for PlainView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PlainView")
    }
}

impl View for PlainView {
    fn show(&self, shown: Shown<'_>, scene: &Scene) {
        match shown {
            Shown::Words(_) | Shown::Message(_) if scene.helper.is_some() => {}
            Shown::Words(piece) => self.words(piece),
            Shown::Message(text) => self.end_words(text),
            Shown::ToolStarted {
                call_id,
                tool,
                input,
            } => self.started(call_id, &whose(tool, scene), input),
            Shown::ToolEnded {
                call_id,
                tool,
                result,
                refused_by,
                took,
            } => {
                let end = ToolEnd {
                    call_id,
                    result,
                    refused_by,
                    took,
                };
                self.ended(&whose(tool, scene), &end);
            }
            Shown::Hook(line) => self.hook(line),
            other => self.event(&other),
        }
    }
}

impl PlainView {
    /// What is neither said nor done by a tool.
    fn event(&self, shown: &Shown<'_>) {
        match shown {
            Shown::Note(text) => self.line(Style::Odd, "·", text),
            Shown::Approval { tool, answer } if *answer == "nobody" => {
                let text = format!("{tool} needs a person's yes, and nobody is there");
                self.line(Style::Odd, "?", &text);
            }
            Shown::Retry { reason, wait } => {
                let wait = render::shown_duration(*wait);
                let text = format!("asking the model again in {wait}: {reason}");
                self.line(Style::Odd, "↻", &text);
            }
            Shown::Judged { round, met, reason } => {
                let (style, word) = match met {
                    true => (Style::Good, "goal met"),
                    false => (Style::Odd, "goal not met"),
                };
                self.line(style, "◎", &format!("{word} (round {round}): {reason}"));
            }
            Shown::Helper { begun: true, text } => self.status(&format!("helper: {text}")),
            Shown::Helper { begun: false, text } => self.line(Style::Faint, "→", text),
            Shown::Compacted(n) => {
                let text = format!("summarised {n} messages, since they became long");
                self.line(Style::Faint, "·", &text);
            }
            _ => {}
        }
    }
}

/// A tool, with the helper that uses it.
fn whose(tool: &str, scene: &Scene) -> String {
    match &scene.helper {
        Some(helper) => format!("{}: {tool}", helper.agent),
        None => tool.to_owned(),
    }
}

/// What a call is about, in few words.
fn about(input: &Value) -> String {
    let keys = ["command", "path", "pattern", "url", "prompt", "name"];
    let found = keys
        .iter()
        .find_map(|it| input.get(*it).and_then(Value::as_str));
    found.unwrap_or_default().to_owned()
}
