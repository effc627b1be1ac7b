//! What could be read of something, together with what was wrong with the rest.

use crate::{Problem, Severity};

/// A value which was read from outside, and the problems met on the way.
///
/// Broken input is data: one bad entry never hurts its neighbours, so a loader returns this and
/// not a `Result`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "the problems are for a person to see"]
pub struct Loaded<T> {
    /// What could be read.
    pub value: T,
    /// What could not, in the order of the source.
    pub problems: Vec<Problem>,
}

impl<T> Loaded<T> {
    /// The same problems with the value changed by `change`.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Loaded<U> {
        Loaded {
            value: change(self.value),
            problems: self.problems,
        }
    }

    /// The same with one more problem.
    pub fn with(mut self, problem: Problem) -> Loaded<T> {
        self.problems.push(problem);
        self
    }

    /// The value; its problems are moved to the end of `problems`.
    pub fn drain_into(self, problems: &mut Vec<Problem>) -> T {
        problems.extend(self.problems);
        self.value
    }

    /// Whether one of the problems is an error.
    pub fn has_errors(&self) -> bool {
        self.problems
            .iter()
            .any(|it| it.severity == Severity::Error)
    }
}

/// A value with nothing wrong about it.
impl<T> From<T> for Loaded<T> {
    fn from(value: T) -> Loaded<T> {
        Loaded {
            value,
            problems: Vec::new(),
        }
    }
}
