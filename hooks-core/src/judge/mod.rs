//! From the facts of one run to what it says, by the rules of its dialect. Pure.

use serde_json::{Map, Value};
use stdx::Problem;

use crate::dialect::Dialect;
use crate::event::{Event, EventName};
use crate::handler::{Handler, OnFailure};
use crate::outcome::RunStatus;
use crate::reply::{Answer, Decision, Ended, RawReply};
use crate::rules::{
    BlockEffect, ContextEffect, EventRules, Honoured, JsonAt, OtherExit, PlainText, Power,
    ReasonFrom, Silence,
};
use crate::stdout::{Printed, sort};

mod model;

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
    let guarded = matches!(
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

fn exit(case: Case<'_>, code: i32, raw: &RawReply) -> Judged {
    if code == 2 {
        return exit_two(case, raw);
    }
    if raw.stdout.is_cut() {
        return failed(
            case,
            format!("its answer is too large: {} bytes", raw.stdout.total),
        );
    }
    let printed = sort(case.dialect.rules.stdout, &raw.stdout.text());
    match (code, printed) {
        (0, printed) => exit_zero(case, printed),
        (_, Printed::Object(object)) if case.dialect.rules.json_at == JsonAt::EveryExit => {
            answer(case, &object)
        }
        _ => failed(case, other_exit(code, raw)),
    }
}

/// The line for an exit code that is neither 0 nor 2.
fn other_exit(code: i32, raw: &RawReply) -> String {
    let stderr = raw.stderr.text();
    let first = stderr.lines().map(str::trim).find(|it| !it.is_empty());
    let why = match first {
        Some(line) => format!(
            "it exited with code {code}: {}",
            stdx::text::cut_chars(line, 300).0
        ),
        None => format!("it exited with code {code}"),
    };
    with_notes(why, raw)
}

fn with_notes(why: String, raw: &RawReply) -> String {
    raw.notes
        .iter()
        .fold(why, |text, note| format!("{text}; {note}"))
}

fn exit_zero(case: Case<'_>, printed: Printed) -> Judged {
    match printed {
        Printed::Nothing => Judged::new(RunStatus::Ok),
        Printed::Text(text) => {
            let mut judged = Judged::new(RunStatus::Ok);
            if case.event_rules.plain_text == PlainText::Context {
                judged.contexts.push(text);
            }
            judged
        }
        Printed::Object(object) => answer(case, &object),
        Printed::Malformed(why) => failed(case, why),
    }
}

/// Exit 2: a block where the event can block, whatever else was said.
fn exit_two(case: Case<'_>, raw: &RawReply) -> Judged {
    let said = said_beside_exit_two(case, raw);
    let json_reason = match said.decision {
        Some(Decision::Block { ref reason }) => reason.clone(),
        _ => None,
    };
    let stderr = Some(raw.stderr.text().trim().to_owned()).filter(|it| !it.is_empty());
    let reason = match case.dialect.rules.exit_two_reason {
        ReasonFrom::Stderr => stderr.or(json_reason),
        ReasonFrom::Json => json_reason.or(stderr),
    };
    if case.event_rules.exit_block == Honoured::No {
        return exit_two_without_effect(case, said);
    }
    let answer = Answer {
        decision: None,
        input: None,
        ..said
    };
    let judged = spoken(case, answer);
    block(case, judged, reason)
}

/// On some events only JSON decides: there an exit 2 is no block, and the JSON beside it counts.
fn exit_two_without_effect(case: Case<'_>, said: Answer) -> Judged {
    if said.decision.is_some() {
        return answered(case, said);
    }
    without_effect(case, spoken(case, said))
}

/// The JSON beside an exit 2. Where JSON counts at exit 0 only, its reason still serves.
fn said_beside_exit_two(case: Case<'_>, raw: &RawReply) -> Answer {
    if raw.stdout.is_cut() {
        return Answer::default();
    }
    let Printed::Object(object) = sort(case.dialect.rules.stdout, &raw.stdout.text()) else {
        return Answer::default();
    };
    let rules = case.dialect.rules;
    let answer = (case.dialect.read_answer)(rules, case.event_rules, &object).unwrap_or_default();
    match rules.json_at {
        JsonAt::EveryExit => answer,
        JsonAt::ExitZero => Answer {
            decision: answer.decision,
            ..Answer::default()
        },
    }
}

/// Applies a JSON answer.
fn answer(case: Case<'_>, object: &Map<String, Value>) -> Judged {
    match (case.dialect.read_answer)(case.dialect.rules, case.event_rules, object) {
        Ok(answer) => answered(case, answer),
        Err(why) => failed(case, format!("its answer cannot be used: {why}")),
    }
}

fn answered(case: Case<'_>, mut answer: Answer) -> Judged {
    match answer.decision.take() {
        Some(Decision::Block { reason }) => {
            answer.input = None;
            block(case, spoken(case, answer), reason)
        }
        decision => {
            let mut judged = spoken(case, answer);
            judged.verdict = decision.filter(|_| can_allow(&case.event.name));
            judged
        }
    }
}

/// An allow or an ask means something only where a question would follow.
fn can_allow(event: &EventName) -> bool {
    matches!(event, EventName::PreToolUse | EventName::PermissionRequest)
}

/// What an answer says besides its decision.
fn spoken(case: Case<'_>, answer: Answer) -> Judged {
    let mut judged = Judged::new(RunStatus::Ok);
    judged.input = answer.input;
    match case.event_rules.context {
        ContextEffect::Told => judged.contexts.extend(answer.context),
        ContextEffect::KeepsGoing => judged.keep_going = answer.context,
        ContextEffect::Ignored => {}
    }
    judged.notes.extend(answer.note);
    judged.halt = answer.halt;
    judged.output = answer.output;
    judged.problems = answer.problems;
    judged
}

/// Gives a block the effect that it has on this event [C-21..C-25].
pub(crate) fn block(case: Case<'_>, mut judged: Judged, reason: Option<String>) -> Judged {
    judged.status = RunStatus::Blocked;
    let reason = reason.filter(|it| !it.trim().is_empty());
    let told = || {
        reason.clone().unwrap_or_else(|| {
            format!(
                "a hook refused `{}` and gave no reason",
                case.event_rules.word
            )
        })
    };
    match case.event_rules.block {
        BlockEffect::Refuses => {
            judged.verdict = Some(Decision::Block {
                reason: Some(told()),
            });
        }
        BlockEffect::RefusesAutomatic if case.event.text_field("trigger") == Some("auto") => {
            judged.verdict = Some(Decision::Block {
                reason: Some(told()),
            });
        }
        BlockEffect::RefusesBelowPolicy
            if case.event.text_field("source") != Some("policy_settings") =>
        {
            judged.verdict = Some(Decision::Block {
                reason: Some(told()),
            });
        }
        // Without a reason there is nothing to tell the agent.
        BlockEffect::Feedback => judged.feedback.clone_from(&reason),
        BlockEffect::KeepsGoing => judged.keep_going = Some(told()),
        BlockEffect::RefusesAutomatic | BlockEffect::RefusesBelowPolicy | BlockEffect::Warned => {
            judged = without_effect(case, judged);
            judged.notes.push(told());
        }
        BlockEffect::Ignored => judged = without_effect(case, judged),
    }
    judged
}

/// A block on an event that cannot be blocked: nobody may read it as one.
fn without_effect(case: Case<'_>, judged: Judged) -> Judged {
    let why = format!("a block has no effect on `{}`", case.event_rules.word);
    Judged {
        status: RunStatus::Failed,
        ..judged
    }
    .because(why)
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
