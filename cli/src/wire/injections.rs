//! Runs the commands in a skill's text, where trust and permission rules allow it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use permissions::{Call, Decision, Verdict};
use procs::{Ended, Finished, Keep, Limits, Spec, StartError};
use serde_json::{Map, Value};
use skills::{Injection, InjectionReply, InjectionRunner, MAX_OUTPUT_CHARS, Shell};
use stdx::{Cancel, Pending};

use crate::context::Context;
use crate::wire::rules::{ManagedState, ProjectRules};

/// How long a command may take [claude-code.md 2.4].
const TIMEOUT: Duration = Duration::from_secs(120);

/// The bytes of output that are kept; what [`MAX_OUTPUT_CHARS`] characters take at most, and one
/// more, so that it shows that something is missing.
const KEEP: Keep = Keep {
    head: 4 * MAX_OUTPUT_CHARS + 1,
    tail: 0,
};

/// Whether commands may run at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    /// They may, as far as the rules go.
    Given,
    /// They may not, and why.
    Refused(String),
}

/// Runs commands as programs of their own.
#[derive(Debug)]
pub(crate) struct CommandRunner {
    leave: Leave,
    rules: ProjectRules,
    cwd: PathBuf,
    project: PathBuf,
    home: PathBuf,
    env: Vec<(OsString, OsString)>,
    cancel: Cancel,
    n_asked: AtomicUsize,
}

impl CommandRunner {
    /// A runner in the current folder, with the environment but for git's own variables.
    pub(crate) fn new(context: &Context, leave: Leave, rules: ProjectRules) -> CommandRunner {
        let world = &context.world;
        let is_gits = |name: &OsString| procs::local_git_variables().iter().any(|it| name == it);
        let kept = world.env.iter().filter(|(name, _)| !is_gits(name));
        CommandRunner {
            leave,
            rules,
            cwd: world.cwd.clone(),
            project: context.roots.repository.clone(),
            home: context.roots.user.clone(),
            env: kept
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
            cancel: world.cancel.clone(),
            n_asked: AtomicUsize::new(0),
        }
    }

    /// How many commands were asked for so far.
    pub(crate) fn n_asked(&self) -> usize {
        self.n_asked.load(Ordering::Relaxed)
    }

    /// Whether commands may run at all.
    pub(crate) fn leave(&self) -> &Leave {
        &self.leave
    }

    /// Why a command may not run.
    fn refusal(&self, injection: &Injection<'_>) -> Option<String> {
        if let Leave::Refused(why) = &self.leave {
            return Some(why.clone());
        }
        // Who has rules for one shell means commands of either.
        let tools: &[&str] = match injection.shell {
            Shell::Bash => &["Bash"],
            Shell::PowerShell => &["PowerShell", "Bash"],
        };
        tools
            .iter()
            .find_map(|it| self.refusal_of(it, injection.command))
    }

    fn refusal_of(&self, tool: &str, command: &str) -> Option<String> {
        let input = Map::from_iter([("command".to_owned(), Value::from(command))]);
        let call = Call {
            tool,
            input: &input,
            cwd: &self.cwd,
            project: &self.project,
            home: &self.home,
        };
        let Decision { verdict, rule, .. } =
            permissions::decide(&self.rules.rules, &call, permissions::Mode::Ask);
        let rule = rule.map(|it| it.text);
        match (verdict, rule) {
            (Verdict::Deny, Some(rule)) => Some(format!("the rule `{rule}` denies it")),
            (Verdict::Deny, None) => Some("it is denied".to_owned()),
            (Verdict::Ask, Some(rule)) => Some(format!(
                "the rule `{rule}` wants a person's approval, and nobody is asked here"
            )),
            _ if self.rules.managed == ManagedState::Lost => {
                Some("the managed settings cannot be read".to_owned())
            }
            (Verdict::Ask, None) | (Verdict::Allow | Verdict::None, _) => None,
        }
    }

    fn spec(&self, injection: &Injection<'_>) -> Spec {
        let command = injection.command;
        let (program, args): (&str, Vec<OsString>) = match injection.shell {
            // On one line, so that the shell counts lines as the skill does.
            Shell::Bash => (
                "bash",
                vec!["-c".into(), format!("exec 2>&1; {command}").into()],
            ),
            Shell::PowerShell => {
                let flags = ["-NoProfile", "-NonInteractive", "-Command", command];
                ("pwsh", flags.map(OsString::from).into())
            }
        };
        Spec {
            program: program.into(),
            args,
            env: self.env.clone(),
            cwd: self.cwd.clone(),
            stdin: [].as_slice().into(),
            timeout: TIMEOUT,
            limits: Limits {
                stdout: KEEP,
                stderr: KEEP,
            },
            grace: Spec::GRACE,
        }
    }
}

impl InjectionRunner for CommandRunner {
    fn run<'a>(&'a self, injection: Injection<'a>) -> Pending<'a, InjectionReply> {
        self.n_asked.fetch_add(1, Ordering::Relaxed);
        Box::pin(async move {
            if let Some(reason) = self.refusal(&injection) {
                return InjectionReply::Refused { reason };
            }
            let spec = self.spec(&injection);
            reply_of(procs::start(spec, self.cancel.clone()).await)
        })
    }
}

fn reply_of(run: Result<Finished, StartError>) -> InjectionReply {
    let finished = match run {
        Ok(finished) => finished,
        Err(error) => {
            let reason = error.to_string();
            return InjectionReply::Failed { reason };
        }
    };
    let reason = match finished.ended {
        Ended::Exit(exit) => {
            let output = finished.stdout.text() + &finished.stderr.text();
            return InjectionReply::Ran { exit, output };
        }
        Ended::Signal(signal) => format!("it was ended by signal {signal}"),
        Ended::TimedOut => format!("it did not finish within {}s", TIMEOUT.as_secs()),
        Ended::Cancelled => "it was interrupted".to_owned(),
    };
    InjectionReply::Failed { reason }
}
