//! The command backend of cases in process: no processes, answers from the script.

use std::collections::{BTreeMap, BTreeSet};
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::Duration;

use hooks_core::{
    Action, CommandLine, Ended, Environment, EnvironmentRule, HandlerKind, HookBackend, HookCall,
    Output, RawReply,
};
use stdx::{Pending, Timer};

use super::{Answer, Book, Call, Ending, Script};

/// How often a waiting stub looks again before it gives up. Everything that can happen happens
/// between two looks, since one thread drives it all.
const LOOKS: u32 = 64;

/// What all backends of one case share.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    pub(crate) script: Script,
    pub(crate) book: Book,
    pub(crate) n_calls: BTreeMap<String, usize>,
    /// Whether calls of servers show the headers that the hook gave.
    pub(crate) shows_headers: bool,
    /// The variables around the whole.
    pub(crate) env: BTreeMap<String, String>,
}

/// Answers in place of programs.
#[derive(Debug)]
pub(crate) struct ScriptedCommands(pub(crate) Arc<Mutex<Shared>>);

/// Locks; a panic of another thread has failed the case already.
pub(crate) fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// The answer to the next call of a stub. The call counts whether it is scripted or not.
    pub(crate) fn next(&mut self, stub: &str) -> Option<Answer> {
        let n_before = self.n_calls.entry(stub.to_owned()).or_default();
        let answers = self.script.answers.get(stub)?;
        let answer = match answers.as_slice() {
            [one] => Some(one),
            several => several.get(*n_before),
        };
        *n_before += 1;
        answer.cloned()
    }
}

impl ScriptedCommands {
    async fn answer(&self, call: &HookCall<'_>) -> RawReply {
        let words = words(&call.handler.action);
        let Some((name, args)) = words.as_ref().and_then(|it| it.split_first()) else {
            return self.unscripted(&call.handler.action.summary());
        };
        let answer = {
            let mut shared = lock(&self.0);
            let answer = shared.next(name);
            let mut noted = noted(call, args, &shared.env);
            if answer.as_ref().is_some_and(|it| !it.reads_stdin) {
                noted.stdin.clear();
            }
            shared.book.note(name, noted);
            answer
        };
        let Some(answer) = answer else {
            return self.unscripted(&words.unwrap_or_default().join(" "));
        };
        if let Some(other) = &answer.waits_for
            && !self.is_started(other).await
        {
            return gave_up(other);
        }
        reply(answer, call)
    }

    fn unscripted(&self, line: &str) -> RawReply {
        lock(&self.0).book.unscripted.push(line.to_owned());
        RawReply::not_started(format!("no stub answers for `{line}`"), None)
    }

    /// Lets everybody else go on until the other stub was started, or nobody can start it any more.
    async fn is_started(&self, other: &str) -> bool {
        let mut looks = 0;
        poll_fn(|cx| {
            if lock(&self.0).n_calls.get(other).is_some_and(|it| *it > 0) {
                return Poll::Ready(true);
            }
            looks += 1;
            if looks > LOOKS {
                return Poll::Ready(false);
            }
            cx.waker().wake_by_ref();
            Poll::Pending
        })
        .await
    }
}

impl HookBackend for ScriptedCommands {
    fn kind(&self) -> HandlerKind {
        HandlerKind::Command
    }

    fn run<'a>(&'a self, call: HookCall<'a>) -> Pending<'a, RawReply> {
        Box::pin(async move { self.answer(&call).await })
    }
}

/// The words of a command; nothing where only a shell could tell them.
fn words(action: &Action) -> Option<Vec<String>> {
    match action {
        Action::Command(CommandLine::Exec { program, args }) => {
            Some(std::iter::once(program).chain(args).cloned().collect())
        }
        Action::Command(CommandLine::Shell { line, .. }) => {
            let is_plain = !line.contains(|it: char| "\"'`$;|&()<>\\*?#~".contains(it));
            is_plain.then(|| line.split_whitespace().map(str::to_owned).collect())
        }
        _ => None,
    }
}

fn noted(call: &HookCall<'_>, args: &[String], around: &BTreeMap<String, String>) -> Call {
    let set = call.environment.set.iter();
    let set: BTreeMap<_, _> = set
        .map(|(name, value)| (name.clone(), value.to_string_lossy().into_owned()))
        .collect();
    let is_kept = |name: &String| set.contains_key(name) || keeps(&call.environment, name);
    let removed: BTreeSet<_> = around.keys().filter(|it| !is_kept(it)).cloned().collect();
    let is_new = |(name, value): &(&String, &String)| around.get(*name) != Some(*value);
    Call {
        stdin: call.stdin.to_vec(),
        args: args.to_vec(),
        cwd: call.cwd.to_owned(),
        env: set
            .iter()
            .filter(is_new)
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
        removed,
        ..Call::default()
    }
}

/// Whether a real program would still see a variable. Through the binary the same expectation is
/// compared with what programs really saw, so that a mistake here cannot hide one there.
fn keeps(environment: &Environment, name: &str) -> bool {
    const HARMLESS: [&str; 12] = [
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "PWD", "TMPDIR", "TMP", "TEMP", "LANG", "TERM",
        "TZ",
    ];
    let is_unset = environment
        .unset
        .iter()
        .any(|it| match it.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => name == *it,
        });
    if is_unset {
        return false;
    }
    match environment.base {
        EnvironmentRule::Inherited => !procs::local_git_variables().contains(&name),
        EnvironmentRule::Cleaned => {
            HARMLESS.contains(&name) || name.starts_with("LC_") || name.starts_with("HOMEBREW_")
        }
    }
}

fn gave_up(other: &str) -> RawReply {
    let stderr = format!("gave up waiting for {other}\n");
    RawReply {
        stderr: Output::whole(stderr),
        ..RawReply::of(Ended::Exit(3))
    }
}

fn reply(answer: Answer, call: &HookCall<'_>) -> RawReply {
    let ended = match answer.ending {
        Ending::Exit(code) => Ended::Exit(code),
        Ending::Signal(signal) => Ended::Signal(signal),
        Ending::Killed => Ended::TimedOut,
    };
    RawReply {
        took: if ended == Ended::TimedOut {
            call.timeout
        } else {
            Duration::ZERO
        },
        stdout: Output::whole(answer.stdout),
        stderr: Output::whole(answer.stderr),
        ..RawReply::of(ended)
    }
}

/// A timer that never waits: a sleeper wakes once nothing else has happened for a while, the one
/// with the shorter time first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Impatient;

impl Timer for Impatient {
    fn sleep(&self, how_long: Duration) -> Pending<'static, ()> {
        const LONGEST: u128 = 4_000;
        let tenths = (how_long.as_millis() / 100).min(LONGEST);
        let mut looks = 2 * LOOKS + u32::try_from(tenths).unwrap_or(u32::MAX);
        Box::pin(poll_fn(move |cx| {
            if looks == 0 {
                return Poll::Ready(());
            }
            looks -= 1;
            cx.waker().wake_by_ref();
            Poll::Pending
        }))
    }
}
