//! How long a handler may take.

use std::time::Duration;

use stdx::Problem;

use crate::document::{Node, NodeKind};
use crate::handler::HandlerKind;
use crate::rules::{BadTimeout, Unit};

use super::{At, Reader};

/// What holds without the field, and the most that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    pub(crate) default: Duration,
    pub(crate) ceiling: Option<Duration>,
}

/// A number of seconds from which on milliseconds were probably meant.
const LOOKS_LIKE_MILLISECONDS: f64 = 1000.0;
/// A number of milliseconds up to which seconds were probably meant: no program starts so fast.
const LOOKS_LIKE_SECONDS: f64 = 100.0;
/// A year: nothing waits longer, and larger numbers do not fit.
const MOST: f64 = 365.0 * 24.0 * 3600.0;
/// The timeout fields of all products, to notice a foreign one.
const FIELDS: [&str; 4] = ["timeout", "timeoutMs", "timeoutSec", "timeout_sec"];

impl Reader<'_> {
    /// The handler's timeout, ceiling applied; `None` when the entry is skipped for a bad one.
    pub(super) fn timeout(
        &mut self,
        node: &Node,
        kind: HandlerKind,
        at: At<'_>,
    ) -> Option<Duration> {
        let limits = (self.shape.limits)(self.rules, kind, at.event);
        self.foreign_timeouts(node, at);
        let field = self
            .rules
            .timeout
            .field
            .and_then(|key| node.get(key).map(|it| (key, it)));
        let Some((key, value)) = field else {
            return Some(limits.default);
        };
        match value.number().filter(|it| *it > 0.0 && it.is_finite()) {
            Some(number) => Some(
                self.good_timeout(number, value)
                    .min(limits.ceiling.unwrap_or(Duration::MAX)),
            ),
            None => self.bad_timeout(key, value, at).then_some(limits.default),
        }
    }

    fn good_timeout(&mut self, number: f64, value: &Node) -> Duration {
        let seconds = match self.rules.timeout.unit {
            Unit::Seconds => number,
            Unit::Milliseconds => number / 1000.0,
        };
        self.other_unit(number, value);
        Duration::from_secs_f64(seconds.min(MOST))
    }

    /// A number that was probably meant in the other unit is obeyed, and not in silence.
    fn other_unit(&mut self, number: f64, value: &Node) {
        let shown = shown(value);
        let (code, text) = match self.rules.timeout.unit {
            Unit::Seconds if number >= LOOKS_LIKE_MILLISECONDS => (
                "hooks/timeout-looks-like-milliseconds",
                format!("{shown} seconds look like milliseconds; the unit here is seconds"),
            ),
            Unit::Milliseconds if number < LOOKS_LIKE_SECONDS => (
                "hooks/timeout-looks-like-seconds",
                format!("{shown} milliseconds look like seconds; the unit here is milliseconds"),
            ),
            Unit::Seconds | Unit::Milliseconds => return,
        };
        self.push(Problem::warning(code, text), value.start);
    }

    /// Whether the entry stays, with its default.
    fn bad_timeout(&mut self, key: &str, value: &Node, at: At<'_>) -> bool {
        let unit = match self.rules.timeout.unit {
            Unit::Seconds => "seconds",
            Unit::Milliseconds => "milliseconds",
        };
        let shown = shown(value);
        let text = format!(
            "`{}.{key}` must be a positive number of {unit}, found {shown}",
            at.pointer
        );
        match self.rules.timeout.bad {
            BadTimeout::SkipEntry => {
                self.reject(
                    At {
                        start: value.start,
                        ..at
                    },
                    "hooks/timeout",
                    &text,
                );
                false
            }
            BadTimeout::UseDefault => {
                let hint = "the default holds";
                self.push(
                    Problem::error("hooks/timeout", text).with_hint(hint),
                    value.start,
                );
                true
            }
        }
    }

    /// A timeout under another product's name, or where there is none, is noted.
    fn foreign_timeouts(&mut self, node: &Node, at: At<'_>) {
        for key in FIELDS
            .into_iter()
            .filter(|it| Some(*it) != self.rules.timeout.field)
        {
            if let Some(value) = node.get(key) {
                let text = format!(
                    "`{}.{key}` has no effect in {}",
                    at.pointer, self.rules.dialect
                );
                self.push(
                    Problem::warning("hooks/field-without-effect", text),
                    value.start,
                );
            }
        }
    }
}

/// A number as it was written, or what stands in its place.
fn shown(value: &Node) -> String {
    match &value.kind {
        NodeKind::Number(text) => format!("`{}`", stdx::text::cut_chars(text, 40).0),
        _ => value.describe().to_owned(),
    }
}
