//! The shape of a problem.

use schemars::JsonSchema;

/// What a list of problems is.
pub(crate) type Problems = Vec<Problem>;

/// A mistake in something that a person wrote.
// It stands in for `stdx::Problem`, which writes itself; a test holds the two together.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its shape is looked at")]
pub(crate) struct Problem {
    /// How much it matters.
    severity: Severity,
    /// A stable name, `area/what`; docs/problems.md lists them.
    code: String,
    /// What is wrong.
    message: String,
    /// The file in which it was found; this key and those below are there where they are known.
    #[schemars(skip_serializing_if = "is_unknown")]
    file: String,
    /// The line, from 1.
    #[schemars(skip_serializing_if = "is_unknown")]
    line: u32,
    /// The column, from 1, in characters.
    #[schemars(skip_serializing_if = "is_unknown")]
    column: u32,
    /// What to do next.
    #[schemars(skip_serializing_if = "is_unknown")]
    hint: String,
}

/// How much a problem matters.
#[derive(JsonSchema)]
#[schemars(rename_all = "lowercase")]
#[expect(dead_code, reason = "only its shape is looked at")]
enum Severity {
    /// Something which was written down has no effect, or not the one that was meant.
    Error,
    /// It works, and probably not as its author believes.
    Warning,
    /// Worth knowing; nothing is wrong.
    Note,
}
