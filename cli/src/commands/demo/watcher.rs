//! Watches the mission and puts what happens into scenes: each begins with words of the agent.

use std::sync::{Arc, Mutex, PoisonError};

use missions::{HookLine, Scene as Place, Shown, Success, ToolResult, View};
use serde_json::Value;

use super::witness::{Seen, Witness};

/// What happened between two words of the agent.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Scene {
    /// What the agent said.
    pub(super) title: String,
    /// What happened, in its order.
    pub(super) moments: Vec<Moment>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Moment {
    /// A hook ran.
    Hook(Run),
    /// A tool was called.
    Call(Call),
    /// A helper was asked something, or answered.
    Helper(String),
    /// The goal was looked at.
    Judged {
        /// Which time.
        round: u32,
        /// Whether it holds.
        met: bool,
        /// Why.
        reason: String,
    },
    /// Somebody speaks to the person.
    Note(String),
}

/// A run of a hook.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    /// The event's internal name.
    pub(super) event: String,
    /// The run as `tackle hooks run` prints it.
    pub(super) run: Value,
    /// What went in and out, if it ran.
    pub(super) seen: Option<Seen>,
}

/// A tool call.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Call {
    id: String,
    /// The tool.
    pub(super) tool: String,
    /// The helper that called it.
    pub(super) helper: Option<String>,
    /// Its final input; `None` where it did not run.
    pub(super) input: Option<Value>,
    /// How it ended, in a few words.
    pub(super) summary: String,
    /// Whether it did what it was asked.
    pub(super) ok: bool,
    /// Who refused it.
    pub(super) refused_by: Option<String>,
}

/// The view of the demo.
#[derive(Debug)]
pub(super) struct Watcher {
    witnesses: Vec<Arc<Witness>>,
    scenes: Mutex<Vec<Scene>>,
}

impl Watcher {
    pub(super) fn new(witnesses: Vec<Arc<Witness>>) -> Watcher {
        Watcher {
            witnesses,
            scenes: Mutex::default(),
        }
    }

    /// What was seen.
    pub(super) fn take(&self) -> Vec<Scene> {
        std::mem::take(&mut self.scenes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn open(&self, title: &str) {
        let mut scenes = self.scenes.lock().unwrap_or_else(PoisonError::into_inner);
        scenes.push(Scene {
            title: title.to_owned(),
            moments: Vec::new(),
        });
    }

    fn in_scene(&self, change: impl FnOnce(&mut Vec<Moment>)) {
        let mut scenes = self.scenes.lock().unwrap_or_else(PoisonError::into_inner);
        if scenes.is_empty() {
            scenes.push(Scene {
                title: "The mission begins.".to_owned(),
                moments: Vec::new(),
            });
        }
        if let Some(scene) = scenes.last_mut() {
            change(&mut scene.moments);
        }
    }

    fn push(&self, moment: Moment) {
        self.in_scene(|it| it.push(moment));
    }

    fn hook(&self, line: &HookLine) {
        let id = line.run["id"].as_str().unwrap_or_default();
        let mut witnesses = self.witnesses.iter();
        self.push(Moment::Hook(Run {
            event: line.event.clone(),
            run: line.run.clone(),
            seen: witnesses.find_map(|it| it.take(id)),
        }));
    }

    /// The call that began, or the one that was refused before it could.
    fn ended(&self, mut call: Call, (result, refused_by): (&ToolResult, Option<&str>)) {
        call.refused_by = refused_by.map(str::to_owned);
        call.ok = result.success == Success::Yes;
        call.summary.clone_from(&result.summary);
        self.in_scene(|moments| {
            let begun = moments.iter_mut().find_map(|it| match it {
                Moment::Call(it) if it.id == call.id => Some(it),
                _ => None,
            });
            match begun {
                Some(begun) => {
                    call.input = begun.input.take();
                    *begun = call;
                }
                None => moments.push(Moment::Call(call)),
            }
        });
    }
}

impl Call {
    fn new(id: &str, tool: &str, place: &Place) -> Call {
        let helper = place.helper.as_ref();
        let of = helper.map(|it| it.id.as_str()).unwrap_or_default();
        Call {
            // Helpers count their calls for themselves.
            id: format!("{of} {id}"),
            tool: tool.to_owned(),
            helper: helper.map(|it| it.agent.clone()),
            input: None,
            summary: String::new(),
            ok: false,
            refused_by: None,
        }
    }
}

impl View for Watcher {
    fn show(&self, shown: Shown<'_>, place: &Place) {
        match shown {
            Shown::Message(text) if place.helper.is_none() => self.open(text),
            Shown::Hook(line) => self.hook(line),
            Shown::ToolStarted {
                call_id,
                tool,
                input,
            } => self.push(Moment::Call(Call {
                input: Some(input.clone()),
                ..Call::new(call_id, tool, place)
            })),
            Shown::ToolEnded {
                call_id,
                tool,
                result,
                refused_by,
                ..
            } => self.ended(Call::new(call_id, tool, place), (result, refused_by)),
            Shown::Judged { round, met, reason } => {
                let reason = reason.to_owned();
                self.push(Moment::Judged { round, met, reason });
            }
            Shown::Helper { begun: false, text } => self.push(Moment::Helper(text.to_owned())),
            Shown::Note(text) => self.push(Moment::Note(text.to_owned())),
            _ => {}
        }
    }
}
