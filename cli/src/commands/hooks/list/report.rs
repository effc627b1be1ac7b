//! The JSON of the list, the contract that scripts rely on.

use std::borrow::Cow;

use hooks_core::{DialectId, Handler, Layer, OnFailure, Skipped};
use serde::Serialize;
use serde_json::Value;
use stdx::Problem;

/// Every hook that applies here, by the file that it stands in.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ListReport<'a> {
    /// The hook files, in the order in which their hooks run.
    layers: Vec<LayerReport<'a>>,
    /// What was wrong.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: &'a [Problem],
}

/// One hook file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct LayerReport<'a> {
    /// Whose rules its hooks follow.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Dialect"))]
    dialect: DialectId,
    /// Where it comes from.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Source"))]
    source: &'a str,
    /// The file.
    file: Cow<'a, str>,
    /// The plugin that brought it; the key is there only for hooks of a plugin.
    #[serde(skip_serializing_if = "Option::is_none")]
    plugin: Option<&'a str>,
    /// Whether its hooks may run.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Trust"))]
    trust: &'a str,
    /// Its hooks, in declared order.
    hooks: Vec<HookReport<'a>>,
    /// Its entries that do not run here.
    skipped: Vec<SkippedReport<'a>>,
}

/// One hook.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct HookReport<'a> {
    /// Its id: dialect, source, place in the file.
    id: &'a str,
    /// The event, as the file spells it.
    event: &'a str,
    /// The matcher, as the file spells it.
    matcher: Option<&'a str>,
    /// What kind of hook it is.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Kind"))]
    kind: &'a str,
    /// What a person recognises it by.
    command: String,
    /// How long it may take, in milliseconds.
    timeout_ms: u64,
    /// What its failure means.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::OnFailure"))]
    on_failure: &'a str,
}

/// An entry that does not run here.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct SkippedReport<'a> {
    /// The event, as the file spells it.
    event: &'a str,
    /// Why it does not run.
    reason: &'a str,
    /// The line on which it stands.
    line: Option<u32>,
}

/// The list as a JSON value.
pub(super) fn json(layers: &[Layer], problems: &[Problem]) -> Value {
    let report = ListReport {
        layers: layers.iter().map(LayerReport::of).collect(),
        problems,
    };
    serde_json::to_value(report).expect("a report holds only text, numbers and JSON")
}

impl<'a> LayerReport<'a> {
    fn of(layer: &'a Layer) -> LayerReport<'a> {
        LayerReport {
            dialect: layer.dialect,
            source: layer.source.as_str(),
            file: layer.file.to_string_lossy(),
            plugin: layer.plugin.as_ref().map(|it| it.name.as_str()),
            trust: layer.trust.as_str(),
            hooks: layer.handlers.iter().map(HookReport::of).collect(),
            skipped: layer.skipped.iter().map(SkippedReport::of).collect(),
        }
    }
}

impl<'a> HookReport<'a> {
    fn of(handler: &'a Handler) -> HookReport<'a> {
        HookReport {
            id: &handler.id,
            event: &handler.event_word,
            matcher: handler.matcher.text(),
            kind: handler.action.kind().as_str(),
            command: handler.action.summary(),
            timeout_ms: u64::try_from(handler.timeout.as_millis()).unwrap_or(u64::MAX),
            on_failure: word_of(handler.on_failure),
        }
    }
}

impl<'a> SkippedReport<'a> {
    fn of(skipped: &'a Skipped) -> SkippedReport<'a> {
        SkippedReport {
            event: &skipped.event,
            reason: &skipped.reason,
            line: skipped.line,
        }
    }
}

/// The word for what a failure means.
pub(crate) fn word_of(on_failure: OnFailure) -> &'static str {
    match on_failure {
        OnFailure::Proceed => "proceed",
        OnFailure::Block => "block",
    }
}
