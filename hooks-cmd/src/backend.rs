//! The backend: from a hook call to a program, and back to facts.

use std::time::Duration;

use hooks_core::{Action, HandlerKind, HookBackend, HookCall, RawReply};
use procs::{Ended, Finished, Keep, Limits, Spec, StartError};
use stdx::Pending;

use crate::environment::{BaseEnvironment, for_call};
use crate::program::program;
use crate::reply;

/// The bytes of standard output that count as an answer; a longer one cannot be used.
const ANSWER_LIMIT: usize = 16 << 20;
/// The bytes kept of the start of standard error.
const STDERR_HEAD: usize = 64 << 10;
/// The bytes kept of the end of standard error.
const STDERR_TAIL: usize = 16 << 10;
/// How long a pipe that a left-over child holds open may stay quiet before it is let go.
const GRACE: Duration = Duration::from_millis(100);

/// Runs command hooks as processes.
#[derive(Debug)]
pub struct CommandBackend {
    base: BaseEnvironment,
}

impl CommandBackend {
    /// A backend whose hooks start from this environment.
    pub fn new(base: BaseEnvironment) -> CommandBackend {
        CommandBackend { base }
    }

    fn spec(&self, call: &HookCall<'_>) -> Option<Spec> {
        let Action::Command(command) = &call.handler.action else {
            return None;
        };
        let env = for_call(&self.base, call);
        let program = program(command, &env);
        Some(Spec {
            program: program.program,
            args: program.args,
            env,
            cwd: call.cwd.to_owned(),
            stdin: call.stdin.clone(),
            timeout: call.timeout,
            limits: Limits {
                stdout: Keep {
                    head: ANSWER_LIMIT,
                    tail: 0,
                },
                stderr: Keep {
                    head: STDERR_HEAD,
                    tail: STDERR_TAIL,
                },
            },
            grace: GRACE,
        })
    }
}

impl CommandBackend {
    /// What a shell's 126 and 127 stand for: which file is missing, not executable, or has odd line
    /// ends.
    fn notes(&self, call: &HookCall<'_>, finished: &Finished) -> Vec<String> {
        let Ended::Exit(126 | 127) = finished.ended else {
            return Vec::new();
        };
        let spec = self.spec(call);
        let meant = spec.and_then(|it| procs::shell_note(&it, finished));
        let with_hint = |it: StartError| match it.hint() {
            Some(hint) => format!("{it} ({hint})"),
            None => it.to_string(),
        };
        meant.map(with_hint).into_iter().collect()
    }
}

impl HookBackend for CommandBackend {
    fn kind(&self) -> HandlerKind {
        HandlerKind::Command
    }

    fn run<'a>(&'a self, call: HookCall<'a>) -> Pending<'a, RawReply> {
        Box::pin(async move {
            let Some(spec) = self.spec(&call) else {
                return RawReply::not_started("this is not a command hook", None);
            };
            match procs::start(spec, call.cancel.clone()).await {
                Ok(finished) => {
                    let notes = self.notes(&call, &finished);
                    reply::of(finished, notes)
                }
                Err(error) => RawReply::not_started(error.to_string(), error.hint()),
            }
        })
    }
}
