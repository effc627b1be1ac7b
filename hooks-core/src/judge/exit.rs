//! What the exit code of a process means.

use stdx::Problem;

use crate::outcome::RunStatus;
use crate::reply::{Answer, Decision, RawReply};
use crate::rules::{Honoured, JsonAt, PlainText, ReasonFrom};
use crate::stdout::{Printed, hides_answer, is_other_json, sort};

use super::said::{answer, answered, block, spoken, without_effect};
use super::{Case, Judged, failed};

pub(super) fn exit(case: Case<'_>, code: i32, raw: &RawReply) -> Judged {
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

pub(super) fn with_notes(why: String, raw: &RawReply) -> String {
    raw.notes
        .iter()
        .fold(why, |text, note| format!("{text}; {note}"))
}

fn exit_zero(case: Case<'_>, printed: Printed) -> Judged {
    match printed {
        Printed::Nothing => Judged::new(RunStatus::Ok),
        Printed::Text(text) => printed_text(case, text),
        Printed::Object(object) => answer(case, &object),
        Printed::Malformed(why) => failed(case, why),
    }
}

/// Text counts where the event takes it. An answer that hides in it does not count, and that is said:
/// no refusal passes in silence.
fn printed_text(case: Case<'_>, text: String) -> Judged {
    let hidden = hides_answer(&text);
    let mut judged = match case.event_rules.plain_text {
        PlainText::Ignored if hidden => failed(case, HIDDEN.to_owned()),
        PlainText::Ignored | PlainText::Context => Judged::new(RunStatus::Ok),
    };
    if hidden {
        let problem = Problem::warning(IN_TEXT, HIDDEN)
            .with_hint("standard output must be the JSON object and nothing else");
        judged.problems.push(problem);
    } else if is_other_json(&text) {
        let why = "it printed JSON that is no object, which counts as text";
        judged.problems.push(Problem::note(IN_TEXT, why));
    }
    if case.event_rules.plain_text == PlainText::Context {
        judged.contexts.push(text);
    }
    judged
}

const IN_TEXT: &str = "hooks/answer-in-text";
const HIDDEN: &str = "it printed something besides its JSON answer, which does not count for that";

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
