//! What matters in a script.

use super::Target;
use super::word::Word;

/// Something in a script that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A simple command.
    Simple(Simple),
    /// A variable that is set on its own, as it stands in the script.
    Assigned(String),
    /// A redirection from or to a file.
    Redirected(Target),
    /// The shell replaces something here.
    Expansion,
    /// An inner script that must be unescaped before it can be read.
    Script(String),
    /// Something that cannot be read.
    Unreadable,
}

/// A simple command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Simple {
    /// Assignments, program and arguments, without redirections.
    pub(crate) words: Vec<Word>,
    pub(crate) stdin: Stdin,
}

/// What a simple command reads from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stdin {
    Inherited,
    /// A file on the disk.
    File,
    /// A text that stands in the script.
    Text(String),
    Unknown,
}
