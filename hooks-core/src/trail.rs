//! The handlers that are running above this one.

/// The ids of the running handlers that led here, outermost first.
///
/// A hook may run a skill, whose tool calls fire events, which run hooks: the engine refuses a handler
/// that is already on its own trail, so a skill hooked on the event it causes runs once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail(Vec<String>);

impl Trail {
    /// The trail with one more handler on it.
    pub fn with(&self, id: &str) -> Trail {
        let mut ids = self.0.clone();
        ids.push(id.to_owned());
        Trail(ids)
    }

    /// Whether the handler is already running.
    pub fn holds(&self, id: &str) -> bool {
        self.0.iter().any(|it| it == id)
    }

    /// How many handlers are on it.
    pub fn depth(&self) -> usize {
        self.0.len()
    }

    /// Whether we are inside a run that a hook started.
    pub fn is_inside_hook(&self) -> bool {
        !self.0.is_empty()
    }

    /// The trail as one line for the environment variable `TACKLE_TRAIL`.
    pub fn to_line(&self) -> String {
        self.0.join("\n")
    }

    /// The trail that [`Trail::to_line`] wrote.
    pub fn from_line(line: &str) -> Trail {
        Trail(
            line.lines()
                .filter(|it| !it.is_empty())
                .map(str::to_owned)
                .collect(),
        )
    }
}
