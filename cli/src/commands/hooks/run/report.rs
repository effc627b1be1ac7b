//! The JSON of one fired event, the contract that scripts rely on.

use std::path::Path;

use hooks_core::{DialectId, HeldBack, HookRun, Verdict};
use serde::Serialize;
use serde_json::{Map, Value};
use stdx::Problem;

use super::Fired;
use super::options::RunOptions;
use crate::render;

/// One fired event and what the hooks say of it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct RunReport<'a> {
    /// The event, in the word that was typed.
    event: &'a str,
    /// The dialect that was asked for, or that all runs have in common; null when several spoke.
    #[cfg_attr(
        feature = "schemas",
        schemars(with = "Option<crate::schemas::Dialect>")
    )]
    dialect: Option<DialectId>,
    /// What the hooks decided together.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Verdict"))]
    verdict: &'a str,
    /// Why, if a hook said so.
    reason: Option<&'a str>,
    /// The id of the hook that blocked.
    blocked_by: Option<&'a str>,
    /// The final input of the tool in the caller's words, if a hook changed it.
    input: Option<&'a Map<String, Value>>,
    /// Texts for the agent, in declared order.
    contexts: &'a [String],
    /// Notes to the user.
    notes: &'a [String],
    /// False when a hook stopped everything.
    #[serde(rename = "continue")]
    goes_on: bool,
    /// Why everything stops, for the user.
    stop_reason: Option<&'a str>,
    /// Why the agent goes on although it wanted to finish.
    keep_going: Option<&'a str>,
    /// Texts for the agent beside a tool's result.
    feedback: &'a [String],
    /// The tool's output to use instead; the key is there only if a hook gave one.
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<&'a Value>,
    /// What the permission rules say of the final input.
    permission: PermissionReport<'a>,
    /// Whether what was about to happen goes ahead, by hooks and rules together.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Proceeds"))]
    proceeds: &'a str,
    /// Hook files that were held back because nobody allowed them.
    held_back: Vec<HeldBackReport<'a>>,
    /// Every run, in declared order.
    runs: Vec<HookRunReport<'a>>,
    /// What was wrong.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: &'a [Problem],
}

/// What the permission rules say.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct PermissionReport<'a> {
    /// The decision; none where no rule and no mode decides.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Decision"))]
    decision: &'a str,
    /// The rule that decided, if it was one.
    rule: Option<&'a str>,
}

/// A hook file that was held back.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct HeldBackReport<'a> {
    /// Where the file comes from.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Source"))]
    layer: &'a str,
    /// Whose rules its hooks follow.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Dialect"))]
    dialect: DialectId,
    /// The file.
    #[serde(serialize_with = "render::serialize_path")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    file: &'a Path,
    /// How many of its hooks would have run.
    hooks: usize,
    /// What they would have run.
    commands: &'a [String],
    /// The state of its trust.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Trust"))]
    why: &'a str,
}

/// One run of one hook, or why it did not run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct HookRunReport<'a> {
    /// The hook's id: dialect, source, place in its file.
    id: &'a str,
    /// Whose rules it follows.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Dialect"))]
    dialect: DialectId,
    /// Where its file comes from.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Source"))]
    layer: &'a str,
    /// 1, or 2 when a managed guard looked at the final input once more.
    pass: u8,
    /// What kind of hook it is.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Kind"))]
    kind: &'a str,
    /// What a person recognises it by.
    command: &'a str,
    /// How it ended.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Status"))]
    status: &'a str,
    /// The exit code of a process, the status of a server.
    exit_code: Option<i32>,
    /// The signal that ended a process.
    signal: Option<i32>,
    /// How long it took, in milliseconds.
    duration_ms: u64,
    /// The start of its error output.
    stderr: &'a str,
    /// Why, where the status alone does not say it.
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
            Verdict::Allow { reason, .. } | Verdict::Ask { reason, .. } => {
                (reason.as_deref(), None)
            }
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
            duration_ms: u64::try_from(run.took.as_millis()).unwrap_or(u64::MAX),
            stderr: &run.stderr,
            why: run.why.as_deref(),
        }
    }
}

/// One run as a JSON value, as a report has it.
pub(crate) fn run_json(run: &HookRun) -> Value {
    serde_json::to_value(HookRunReport::of(run)).expect("a run holds only text and numbers")
}
