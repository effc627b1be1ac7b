//! Keeps what is shown, so that `missions show` and `why` can tell it later.

use std::path::PathBuf;
use std::sync::Arc;

use missions::{HookRunRecord, MissionStore, Scene, Shown, StepRecord, Success, View};
use serde_json::{Value, json};
use stdx::Clock;

/// Characters of one text that are kept; the transcript has it whole.
const KEPT: usize = 2_000;

/// Shows through another view and keeps what matters.
#[derive(Debug)]
pub(crate) struct Recorder {
    pub(crate) inner: Arc<dyn View>,
    pub(crate) store: Arc<dyn MissionStore>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) project: PathBuf,
    pub(crate) hook_runs: HookRuns,
}

/// Whether calls within runs that a hook started are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HookRuns {
    /// They are: a script reads along.
    Shown,
    /// They are not: nothing of it in the foreground.
    Hidden,
}

impl Recorder {
    /// What a run that a hook started says reaches neither the conversation nor the screen [NEO-41,
    /// NEO-42]; what it does to the project is there for scripts.
    fn is_shown(&self, shown: &Shown<'_>, scene: &Scene) -> bool {
        let of_hook = !scene.trail.is_empty();
        match shown {
            Shown::Words(_) | Shown::Message(_) | Shown::Helper { .. } => !of_hook,
            Shown::ToolStarted { .. } | Shown::ToolEnded { .. } | Shown::Hook(_) => {
                !of_hook || self.hook_runs == HookRuns::Shown
            }
            _ => true,
        }
    }
}

impl View for Recorder {
    fn show(&self, shown: Shown<'_>, scene: &Scene) {
        let at = self.clock.now();
        // What cannot be kept here is in the transcript; the mission does not stop for it.
        let _ = match &shown {
            Shown::Hook(line) => {
                let run = HookRunRecord {
                    mission: Some(scene.mission.clone()),
                    session: scene.session.clone(),
                    project: self.project.clone(),
                    at,
                    event: line.event.clone(),
                    tool: line.tool.clone(),
                    run: line.run.clone(),
                };
                self.store.append(&[run], &[])
            }
            other => match fact(other, scene) {
                Some((kind, fact)) => {
                    let step = StepRecord {
                        mission: scene.mission.clone(),
                        at,
                        kind: kind.to_owned(),
                        fact,
                    };
                    self.store.append(&[], &[step])
                }
                None => Ok(()),
            },
        };
        if self.is_shown(&shown, scene) {
            self.inner.show(shown, scene);
        }
    }
}

fn fact(shown: &Shown<'_>, scene: &Scene) -> Option<(&'static str, Value)> {
    let helper = scene.helper.as_ref().map(|it| it.agent.as_str());
    Some(match shown {
        Shown::Message(text) => ("message", json!({ "text": cut(text), "helper": helper })),
        Shown::ToolEnded {
            call_id,
            tool,
            result,
            refused_by,
            took,
        } => (
            "tool",
            json!({
                "id": call_id,
                "tool": tool,
                "ok": result.success == Success::Yes,
                "refused_by": refused_by,
                "summary": cut(&result.summary),
                "duration_ms": u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
                "helper": helper,
            }),
        ),
        Shown::Approval { tool, answer } => ("approval", json!({ "tool": tool, "answer": answer })),
        Shown::Judged { round, met, reason } => (
            "judge",
            json!({ "round": round, "met": met, "reason": cut(reason) }),
        ),
        Shown::Note(text) => ("note", json!({ "text": cut(text) })),
        Shown::Helper { begun, text } => (
            "helper",
            json!({ "helper": helper, "begun": begun, "text": cut(text) }),
        ),
        Shown::Compacted(n) => ("compacted", json!({ "messages": n })),
        Shown::Words(_) | Shown::ToolStarted { .. } | Shown::Hook(_) | Shown::Retry { .. } => {
            return None;
        }
    })
}

fn cut(text: &str) -> &str {
    stdx::text::cut_chars(text, KEPT).0
}
