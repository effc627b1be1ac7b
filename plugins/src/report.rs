//! Problems of one document, collected while it is read.

use json_tree::Document;
use stdx::Problem;

/// Longer texts of strangers are cut in messages.
const SHOWN_CHARS: usize = 120;

/// Collects problems and gives each its place.
#[derive(Debug)]
pub(crate) struct Report<'d> {
    pub(crate) document: &'d Document,
    pub(crate) problems: Vec<Problem>,
}

impl<'d> Report<'d> {
    pub(crate) fn new(document: &'d Document) -> Report<'d> {
        Report {
            document,
            problems: Vec::new(),
        }
    }

    /// The problems in the order of the file.
    pub(crate) fn into_problems(mut self) -> Vec<Problem> {
        self.problems.sort_by_key(|it| it.place);
        self.problems
    }

    /// Adds a problem at the byte `start`.
    pub(crate) fn add(&mut self, problem: Problem, start: usize) {
        let placed = self.document.problem_at(problem, start);
        self.problems.push(placed);
    }

    /// A value has the wrong type and is not in force.
    pub(crate) fn not_read(&mut self, message: String, start: usize) {
        self.add(Problem::error("plugins/field-kind", message), start);
    }

    /// A value has the wrong type and was understood all the same.
    pub(crate) fn kindly(&mut self, message: String, start: usize) {
        let problem = Problem::warning("plugins/field-kind", message);
        self.add(
            problem.with_hint("Claude Code refuses a plugin for this"),
            start,
        );
    }
}

/// Text of a stranger between backticks, short and harmless.
pub(crate) fn quoted(text: &str) -> String {
    let (start, was_cut) = stdx::text::cut_chars(text, SHOWN_CHARS);
    let end = if was_cut { "…" } else { "" };
    let shown = stdx::text::printable(start).replace(['\n', '\t'], "\u{fffd}");
    format!("`{shown}{end}`")
}
