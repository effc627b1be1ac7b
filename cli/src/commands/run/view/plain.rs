//! A mission as lines for people: what the agent says, a line for each tool, hooks that spoke.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use missions::{Scene, Shown, Success, ToolResult, View};
use serde_json::Value;

use crate::context::{Context, Loudness, Paint};
use crate::render::{self, Style, painted};
use crate::wire::missions::person::Output;

/// Columns where a terminal does not say how many it has.
const COLUMNS: usize = 100;

/// Writes what the agent says to standard output, and on a terminal what it does just now to
/// standard error.
pub(super) struct PlainView {
    out: Output,
    status: Option<Output>,
    paint: Paint,
    columns: usize,
    loudness: Loudness,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Pieces of a message were shown, and its line is not ended.
    in_words: bool,
    /// A line of status stands on the terminal.
    has_status: bool,
}

impl PlainView {
    pub(super) fn new(context: &Context, out: &Output, stderr: &Output) -> PlainView {
        let terminal = context.world.terminal;
        let live = terminal.stderr && terminal.stdout && context.loudness > Loudness::Quiet;
        PlainView {
            out: Output::clone(out),
            status: live.then(|| Output::clone(stderr)),
            paint: context.paint,
            columns: terminal.width.unwrap_or(COLUMNS),
            loudness: context.loudness,
            state: Mutex::default(),
        }
    }

    fn line(&self, style: Style, mark: &str, text: &str) {
        let mut state = self.state();
        self.clear(&mut state);
        let mut out = self.lock(&self.out);
        if state.in_words {
            state.in_words = false;
            let _ = writeln!(out);
        }
        let room = self.columns.saturating_sub(3);
        let text = render::one_line(text, room);
        let mark = painted(self.paint, style, mark);
        // The mission goes on although nobody reads along any more.
        let _ = writeln!(out, "{mark} {text}").and_then(|()| out.flush());
    }

    fn words(&self, piece: &str) {
        let mut state = self.state();
        self.clear(&mut state);
        state.in_words = true;
        let mut out = self.lock(&self.out);
        let _ = write!(out, "{}", render::text(piece)).and_then(|()| out.flush());
    }

    fn end_words(&self, text: &str) {
        let mut state = self.state();
        self.clear(&mut state);
        let mut out = self.lock(&self.out);
        let _ = match std::mem::take(&mut state.in_words) {
            true => writeln!(out),
            false => writeln!(out, "{}", render::text(text)),
        }
        .and_then(|()| out.flush());
    }

    /// What runs just now, on a terminal alone; the next line takes its place.
    fn status(&self, text: &str) {
        let Some(status) = &self.status else { return };
        let mut state = self.state();
        self.clear(&mut state);
        let text = render::one_line(text, self.columns.saturating_sub(4));
        let text = painted(self.paint, Style::Faint, &format!("… {text}"));
        let mut out = self.lock(status);
        let _ = write!(out, "{text}").and_then(|()| out.flush());
        state.has_status = true;
    }

    fn clear(&self, state: &mut State) {
        if let Some(status) = self.status.as_ref().filter(|_| state.has_status) {
            let mut out = self.lock(status);
            let _ = write!(out, "\r\x1b[2K").and_then(|()| out.flush());
        }
        state.has_status = false;
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock<'a>(&self, out: &'a Output) -> std::sync::MutexGuard<'a, Box<dyn Write + Send>> {
        out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tool(&self, tool: &str, (result, refused_by): (&ToolResult, Option<&str>), took: Duration) {
        let took = match took >= Duration::from_millis(500) {
            true => format!("  {}", render::shown_duration(took)),
            false => String::new(),
        };
        let first = result.text.lines().next().unwrap_or_default();
        match (refused_by, result.success) {
            (Some(by), _) => self.line(
                Style::Bad,
                "✗",
                &format!("{tool}  refused by {by}: {first}"),
            ),
            (None, Success::No) => {
                self.line(
                    Style::Odd,
                    "!",
                    &format!("{tool}  {}{took}", result.summary),
                );
            }
            (None, Success::Yes) => {
                self.line(
                    Style::Good,
                    "✓",
                    &format!("{tool}  {}{took}", result.summary),
                );
            }
        }
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
        let in_helper = scene.helper.is_some();
        match shown {
            Shown::Words(piece) if !in_helper => self.words(piece),
            Shown::Message(text) if !in_helper => self.end_words(text),
            Shown::Words(_) | Shown::Message(_) => {}
            Shown::ToolStarted { tool, input, .. } => {
                self.status(&format!("{tool} {}", about(input)));
            }
            Shown::ToolEnded {
                tool,
                result,
                refused_by,
                took,
                ..
            } => {
                let tool = match &scene.helper {
                    Some(helper) => format!("{}: {tool}", helper.agent),
                    None => tool.to_owned(),
                };
                self.tool(&tool, (result, refused_by), took);
            }
            Shown::Hook(line) => self.hook(line),
            Shown::Note(text) => self.line(Style::Odd, "·", text),
            Shown::Approval { tool, answer } => {
                if answer == "nobody" {
                    let text = format!("{tool} needs a person's yes, and nobody is there");
                    self.line(Style::Odd, "?", &text);
                }
            }
            Shown::Retry { reason, wait } => {
                let wait = render::shown_duration(wait);
                self.line(
                    Style::Odd,
                    "↻",
                    &format!("asking the model again in {wait}: {reason}"),
                );
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
                self.line(
                    Style::Faint,
                    "·",
                    &format!("summarised {n} messages, since they became long"),
                );
            }
        }
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
