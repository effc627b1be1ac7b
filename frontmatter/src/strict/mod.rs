//! Headers read as YAML.

mod convert;
mod raw;
mod source;

use serde_saphyr::budget::BudgetBreach;
use serde_saphyr::options::{DuplicateKeyPolicy, NonFiniteFloatPolicy};
use serde_saphyr::{Error, Options, Spanned};
use stdx::{Place, Problem};

use crate::header::Field;
use raw::Raw;
use source::Source;

/// How many values a header may hold; aliases count as what they stand for.
const MAX_VALUES: usize = 10_000;
/// How deep lists and maps may lie in one another.
const MAX_DEPTH: usize = 32;
/// How the parser begins to say that brackets are nested too deep; it has no variant for it.
const LIMIT_OF_NESTING: &str = "recursion limit";

/// What was read.
#[derive(Debug)]
pub(crate) struct Reading {
    /// The fields, no key twice.
    pub(crate) fields: Vec<Field>,
    /// What its author should know.
    pub(crate) problems: Vec<Problem>,
}

/// Why a text was not read.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// The kind of reason.
    pub(crate) reason: Reason,
    /// The words of the reader.
    pub(crate) message: String,
    /// Where it stopped.
    pub(crate) place: Place,
}

/// The kinds of reasons for a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It would take too long or too much memory.
    TooComplex,
    /// It is YAML, and no map.
    NotAMap,
    /// It is not YAML.
    NotYaml,
}

/// Reads `text` as a map; its first line is `first_line` of the file.
///
/// `max_replayed` is how many events aliases may repeat.
pub(crate) fn read(text: &str, first_line: u32, max_replayed: usize) -> Result<Reading, Refusal> {
    let source = Source::new(text, first_line);
    let raw = serde_saphyr::from_str_with_options::<Spanned<Raw>>(text, options(max_replayed))
        .map_err(|it| refusal(&it, &source))?;
    convert::document(&raw, &source)
}

fn options(max_replayed: usize) -> Options {
    serde_saphyr::options! {
        with_snippet: false,
        // Each is reported with both of its lines.
        duplicate_keys: DuplicateKeyPolicy::PassThrough,
        // `on:` is a key like any other, and `no` a word.
        strict_booleans: true,
        null_as_string: true,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        ignore_binary_tag_for_string: true,
        non_finite_float_policy: NonFiniteFloatPolicy::AsString,
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: max_replayed,
            max_replay_stack_depth: MAX_DEPTH,
        },
        budget: serde_saphyr::budget! {
            max_documents: 1,
            max_nodes: MAX_VALUES,
            max_events: 4 * MAX_VALUES,
            max_depth: MAX_DEPTH,
            flow_nesting_limit: MAX_DEPTH,
        },
    }
}

fn refusal(error: &Error, source: &Source<'_>) -> Refusal {
    let place = error
        .location()
        .map_or(source.start(), |it| source.place_of(it));
    let text = error.to_string();
    // The reader appends its own count of lines, which begins at the header.
    let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
    let reason = if is_too_complex(error, &message) {
        Reason::TooComplex
    } else {
        Reason::NotYaml
    };
    Refusal {
        reason,
        message,
        place,
    }
}

/// Whether a limit was met, and not a mistake in the text.
fn is_too_complex(error: &Error, message: &str) -> bool {
    match error {
        Error::Budget { breach, .. } => !matches!(breach, BudgetBreach::Documents { .. }),
        Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => true,
        Error::AliasError { error, .. } => is_too_complex(error, message),
        _ => message.starts_with(LIMIT_OF_NESTING),
    }
}
