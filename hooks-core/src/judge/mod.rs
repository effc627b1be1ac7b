//! From the facts of one run to what it says, by the rules of its dialect. Pure.

use serde_json::{Map, Value};
use stdx::Problem;

use crate::dialect::Dialect;
use crate::event::{Event, EventName};
use crate::handler::{Handler, OnFailure};
use crate::outcome::RunStatus;
use crate::reply::{Decision, Ended, RawReply};
use crate::rules::{BlockEffect, EventRules, OtherExit, Power, Silence};
use crate::stdout::{Printed, sort};

mod exit;
mod model;
mod said;

use exit::{exit, with_notes};
use said::answer;

/// Everything that a judgement depends on besides the reply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case<'a> {
    pub(crate) dialect: &'a Dialect,
    pub(crate) event_rules: &'a EventRules,
    pub(crate) event: &'a Event,
    pub(crate) handler: &'a Handler,
    /// What the handler's failure means, a managed strict flag included.
    pub(crate) on_failure: OnFailure,
}

/// What one run says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Judged {
    pub(crate) status: RunStatus,
    pub(crate) why: Option<String>,
    pub(crate) verdict: Option<Decision>,
    pub(crate) input: Option<Map<String, Value>>,
    pub(crate) contexts: Vec<String>,
    pub(crate) notes: Vec<String>,
    pub(crate) feedback: Option<String>,
    pub(crate) keep_going: Option<String>,
    pub(crate) halt: Option<String>,
    pub(crate) output: Option<Value>,
    pub(crate) problems: Vec<Problem>,
}

impl Judged {
    pub(crate) fn new(status: RunStatus) -> Judged {
        Judged {
            status,
            why: None,
            verdict: None,
            input: None,
            contexts: Vec::new(),
            notes: Vec::new(),
            feedback: None,
            keep_going: None,
            halt: None,
            output: None,
            problems: Vec::new(),
        }
    }

    /// Whether it refuses what was about to happen.
    pub(crate) fn blocks(&self) -> bool {
        matches!(self.verdict, Some(Decision::Block { .. }))
    }

    fn because(mut self, why: impl Into<String>) -> Judged {
        self.why = Some(why.into());
        self
    }
}

/// Judges one reply.
pub(crate) fn judge(case: Case<'_>, raw: &RawReply) -> Judged {
    let judged = match case.dialect.rules.power {
        Power::Full => full(case, raw),
        Power::Observer => observer(case, raw),
    };
    guard(case, judged)
}

/// An observer ends one way or the other, and says nothing [N-PLUG-16].
fn observer(case: Case<'_>, raw: &RawReply) -> Judged {
    let judged = full(case, raw);
    let status = match judged.status {
        RunStatus::Blocked => RunStatus::Failed,
        other => other,
    };
    Judged {
        status,
        why: judged.why,
        ..Judged::new(status)
    }
}

/// A guard that must answer and did not says no.
fn guard(case: Case<'_>, mut judged: Judged) -> Judged {
    if must_answer(case, judged.status) {
        let why = judged.why.as_deref().unwrap_or("it gave no answer");
        let reason = format!("a hook that must answer did not: {why}");
        judged.verdict = Some(Decision::Block {
            reason: Some(reason),
        });
    }
    judged
}

/// Whether an end without an answer counts as a no: by the hook's own word, or by the event's rule.
fn must_answer(case: Case<'_>, status: RunStatus) -> bool {
    let timed_out = status == RunStatus::TimedOut;
    let silent = matches!(status, RunStatus::Failed | RunStatus::NotStarted) || timed_out;
    // Where a block does nothing, a failure refuses nothing either [N-HOOK-42].
    let guarded = case.event_rules.block == BlockEffect::Refuses
        && matches!(
            case.event.name,
            EventName::PreToolUse | EventName::UserPromptSubmit
        );
    let own = silent && guarded && case.on_failure == OnFailure::Block;
    own || match case.event_rules.silence {
        Silence::Proceeds => false,
        Silence::TimeoutRefuses => timed_out,
        Silence::FailureRefuses => silent,
    }
}

fn full(case: Case<'_>, raw: &RawReply) -> Judged {
    match &raw.ended {
        Ended::Exit(code) => exit(case, *code, raw),
        Ended::Signal(signal) => failed(
            case,
            with_notes(format!("it was ended by signal {signal}"), raw),
        ),
        Ended::TimedOut => timed_out(case, raw),
        Ended::Cancelled => Judged::new(RunStatus::Failed).because("it was cancelled"),
        Ended::NotStarted(fault) => {
            let mut judged = failed(case, fault.message.clone());
            judged.status = RunStatus::NotStarted;
            judged
        }
        Ended::Status(status) => status_code(case, *status, raw),
        Ended::Judged(judgement) => model::judged(case, judgement),
        Ended::Listened => Judged::new(RunStatus::Ok),
    }
}

fn timed_out(case: Case<'_>, _raw: &RawReply) -> Judged {
    let limit = case.handler.timeout;
    let mut judged = failed(case, format!("it did not finish within {limit:?}"));
    judged.status = RunStatus::TimedOut;
    judged
}

/// A run that could not be used: the action goes on, and who must know is told [C-26].
fn failed(case: Case<'_>, why: String) -> Judged {
    let mut judged = Judged::new(RunStatus::Failed);
    if case.dialect.rules.other_exit == OtherExit::Warned {
        judged
            .notes
            .push(format!("hook `{}`: {why}", shown(case.handler)));
    }
    judged.because(why)
}

/// The command as it fits into a sentence.
fn shown(handler: &Handler) -> String {
    let summary = handler.action.summary();
    let line = stdx::text::printable(&summary).replace('\n', " ");
    let (start, cut) = stdx::text::cut_chars(&line, 80);
    if cut {
        format!("{start}…")
    } else {
        start.to_owned()
    }
}

/// A server's answer: 2xx and a JSON object, or nothing.
fn status_code(case: Case<'_>, status: u16, raw: &RawReply) -> Judged {
    if !(200..300).contains(&status) {
        return failed(case, format!("the server answered with status {status}"));
    }
    if raw.stdout.is_cut() {
        return failed(
            case,
            format!("its answer is too large: {} bytes", raw.stdout.total),
        );
    }
    match sort(case.dialect.rules.stdout, &raw.stdout.text()) {
        Printed::Nothing => Judged::new(RunStatus::Ok),
        Printed::Object(object) => answer(case, &object),
        Printed::Text(_) => failed(
            case,
            "the server answered with something that is not a JSON object".to_owned(),
        ),
        Printed::Malformed(why) => failed(case, why),
    }
}
