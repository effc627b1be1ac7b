//! The JSON of one fired event, the contract that scripts rely on.

use hooks_core::{DialectId, HeldBack, HookRun, Verdict};
use serde::Serialize;
use serde_json::{Map, Value};
use stdx::Problem;

use super::Fired;
use super::options::RunOptions;

/// One fired event.
#[derive(Debug, Serialize)]
pub(crate) struct RunReport<'a> {
    event: &'a str,
    dialect: Option<DialectId>,
    verdict: &'a str,
    reason: Option<&'a str>,
    blocked_by: Option<&'a str>,
    input: Option<&'a Map<String, Value>>,
    contexts: &'a [String],
    notes: &'a [String],
    #[serde(rename = "continue")]
    goes_on: bool,
    stop_reason: Option<&'a str>,
    keep_going: Option<&'a str>,
    feedback: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a Value>,
    permission: PermissionReport<'a>,
    proceeds: &'a str,
    held_back: Vec<HeldBackReport<'a>>,
    runs: Vec<HookRunReport<'a>>,
    problems: &'a [Problem],
}

/// What the permission rules say.
#[derive(Debug, Serialize)]
struct PermissionReport<'a> {
    decision: &'a str,
    rule: Option<&'a str>,
}

/// A layer that was held back.
#[derive(Debug, Serialize)]
struct HeldBackReport<'a> {
    layer: &'a str,
    dialect: DialectId,
    file: &'a std::path::Path,
    hooks: usize,
    commands: &'a [String],
    why: &'a str,
}

/// One run.
#[derive(Debug, Serialize)]
pub(crate) struct HookRunReport<'a> {
    id: &'a str,
    dialect: DialectId,
    layer: &'a str,
    pass: u8,
    #[serde(rename = "type")]
    kind: &'a str,
    command: &'a str,
    status: &'a str,
    exit_code: Option<i32>,
    signal: Option<i32>,
    duration_ms: u128,
    stderr: &'a str,
    why: Option<&'a str>,
}

/// The report as a JSON value.
pub(crate) fn json(options: &RunOptions, fired: &Fired) -> Value {
    let report = RunReport::of(options, fired);
    serde_json::to_value(report).expect("a report holds only text, numbers and JSON")
}

impl<'a> RunReport<'a> {
    fn of(options: &RunOptions, fired: &'a Fired) -> RunReport<'a> {
        let outcome = &fired.outcome;
        let (reason, blocked_by) = match &outcome.verdict {
            Verdict::None => (None, None),
            Verdict::Allow { reason, .. } | Verdict::Ask { reason, .. } => (reason.as_deref(), None),
            Verdict::Block { by, reason } => (Some(reason.as_str()), Some(by.as_str())),
        };
        RunReport {
            event: &fired.word,
            dialect: options.dialect.or_else(|| only_dialect(&outcome.runs)),
            verdict: outcome.verdict.as_str(),
            reason,
            blocked_by,
            input: outcome.input.as_ref(),
            contexts: &outcome.contexts,
            notes: &outcome.notes,
            goes_on: outcome.halt.is_none(),
            stop_reason: outcome.halt.as_ref().and_then(|it| it.reason.as_deref()),
            keep_going: outcome.keep_going.as_deref(),
            feedback: &outcome.feedback,
            output: outcome.output.as_ref(),
            permission: PermissionReport {
                decision: fired.permission.word(),
                rule: fired.permission.rule.as_deref(),
            },
            proceeds: fired.proceeds.as_str(),
            held_back: outcome.held_back.iter().map(HeldBackReport::of).collect(),
            runs: outcome.runs.iter().map(HookRunReport::of).collect(),
            problems: &outcome.problems,
        }
    }
}

/// The dialect of all runs, if they have one in common.
fn only_dialect(runs: &[HookRun]) -> Option<DialectId> {
    let first = runs.first()?.dialect;
    runs.iter().all(|it| it.dialect == first).then_some(first)
}

impl<'a> HeldBackReport<'a> {
    fn of(held: &'a HeldBack) -> HeldBackReport<'a> {
        HeldBackReport {
            layer: held.layer.as_str(),
            dialect: held.dialect,
            file: &held.file,
            hooks: held.hooks,
            commands: &held.commands,
            why: held.why.as_str(),
        }
    }
}

impl<'a> HookRunReport<'a> {
    fn of(run: &'a HookRun) -> HookRunReport<'a> {
        HookRunReport {
            id: &run.id,
            dialect: run.dialect,
            layer: run.layer.as_str(),
            pass: run.pass,
            kind: run.kind.as_str(),
            command: &run.command,
            status: run.status.as_str(),
            exit_code: run.exit_code,
            signal: run.signal,
            duration_ms: run.took.as_millis(),
            stderr: &run.stderr,
            why: run.why.as_deref(),
        }
    }
}
