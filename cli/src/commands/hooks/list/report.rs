//! The JSON of the list, the contract that scripts rely on.

use hooks_core::{DialectId, Handler, Layer, OnFailure, Skipped};
use serde::Serialize;
use serde_json::Value;
use stdx::Problem;

/// The whole list.
#[derive(Debug, Serialize)]
struct ListReport<'a> {
    layers: Vec<LayerReport<'a>>,
    problems: &'a [Problem],
}

/// One hook file.
#[derive(Debug, Serialize)]
struct LayerReport<'a> {
    dialect: DialectId,
    source: &'a str,
    file: std::borrow::Cow<'a, str>,
    trust: &'a str,
    hooks: Vec<HookReport<'a>>,
    skipped: &'a [Skipped],
}

/// One hook.
#[derive(Debug, Serialize)]
struct HookReport<'a> {
    id: &'a str,
    event: &'a str,
    matcher: Option<&'a str>,
    #[serde(rename = "type")]
    kind: &'a str,
    command: String,
    timeout_ms: u64,
    on_failure: &'a str,
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
            trust: layer.trust.as_str(),
            hooks: layer.handlers.iter().map(HookReport::of).collect(),
            skipped: &layer.skipped,
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
            on_failure: match handler.on_failure {
                OnFailure::Proceed => "proceed",
                OnFailure::Block => "block",
            },
        }
    }
}
