//! A hook that runs a registered skill: it listens, and never has any influence [NEO-12].

use stdx::{Pending, PortError};

use crate::handler::{Action, HandlerKind, SkillAction};
use crate::ports::{HookBackend, HookCall, LogLevel, LogLine, SkillBackendDeps, SkillRun};
use crate::reply::{Ended, RawReply};

use super::{Limited, Limits, now, within};

/// Runs skills on behalf of hooks.
///
/// Whatever happens, the reply is [`Ended::Listened`]: an unknown skill, a timeout and an error are
/// lines of the session log and nothing else.
#[derive(Debug)]
pub struct SkillBackend {
    deps: SkillBackendDeps,
}

impl SkillBackend {
    /// A backend over the session's skills.
    pub fn new(deps: SkillBackendDeps) -> SkillBackend {
        SkillBackend { deps }
    }

    async fn listen(&self, action: &SkillAction, call: &HookCall<'_>) {
        if !self.deps.registry.contains(&action.skill) {
            self.unknown(&action.skill);
            return;
        }
        let cancel = call.cancel.child();
        let run = SkillRun {
            skill: &action.skill,
            args: args(action),
            cancel: cancel.clone(),
            trail: call.trail.clone(),
        };
        let limits = Limits {
            timer: self.deps.timer.as_ref(),
            timeout: call.timeout,
            cancel: &call.cancel,
        };
        let mut work = self.deps.invoke.invoke(run);
        let ended = within(limits, &mut work).await;
        if matches!(ended, Limited::TimedOut) {
            // The run is still there to hear why it is aborted [NEO-16].
            cancel.cancel(out_of_time(&action.skill, call));
        }
        self.record(&action.skill, call, ended);
    }

    /// Fail-open: the log line is the only sign [NEO-14, NEO-15].
    fn unknown(&self, skill: &str) {
        let names = self.deps.registry.names();
        let known = if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        };
        let message = format!("no skill is called `{skill}`; available: {known}");
        self.log(LogLevel::Warning, "skill_hook_unknown_skill", message);
    }

    fn record(&self, skill: &str, call: &HookCall<'_>, ended: Limited<Result<String, PortError>>) {
        match ended {
            Limited::Done(Ok(text)) => {
                let message = format!("skill `{skill}` said: {text}");
                self.log(LogLevel::Info, "skill_hook_completed", message);
            }
            Limited::Done(Err(error)) => {
                self.log(
                    LogLevel::Warning,
                    "skill_hook_error",
                    format!("skill `{skill}` failed: {error}"),
                );
            }
            Limited::TimedOut => {
                let reason = out_of_time(skill, call);
                self.log(LogLevel::Warning, "skill_hook_timeout", reason);
            }
            Limited::Cancelled => {
                let why = call.cancel.reason().unwrap_or_default();
                self.log(
                    LogLevel::Info,
                    "skill_hook_cancelled",
                    format!("skill `{skill}` was cancelled: {why}"),
                );
            }
        }
    }

    fn log(&self, level: LogLevel, decision: &'static str, message: String) {
        self.deps.log.record(LogLine {
            level,
            decision,
            message,
        });
    }
}

fn out_of_time(skill: &str, call: &HookCall<'_>) -> String {
    format!(
        "skill hook `{skill}` did not finish within {:?}",
        call.timeout
    )
}

/// Compact JSON in the order as written; nothing for no arguments [NEO-20, NEO-21, A-57].
fn args(action: &SkillAction) -> String {
    match &action.args {
        Some(args) if !args.is_empty() => serde_json::Value::Object(args.clone()).to_string(),
        _ => String::new(),
    }
}

impl HookBackend for SkillBackend {
    fn kind(&self) -> HandlerKind {
        HandlerKind::Skill
    }

    fn run<'a>(&'a self, call: HookCall<'a>) -> Pending<'a, RawReply> {
        Box::pin(async move {
            let started = now();
            if let Action::Skill(action) = &call.handler.action {
                self.listen(action, &call).await;
            }
            RawReply {
                took: started.elapsed(),
                ..RawReply::of(Ended::Listened)
            }
        })
    }
}
