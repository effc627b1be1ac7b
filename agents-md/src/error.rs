//! What can go wrong with an agent that somebody asks for.

use std::path::PathBuf;

use stdx::fs::FileError;

use crate::NameFault;

/// Why an agent cannot be had or saved.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// Nobody is called that.
    #[error("no agent is called `{name}`")]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The name that was probably meant.
        nearest: Option<String>,
    },
    /// The name cannot be that of a file.
    #[error("`{name}` is not allowed: the name of an agent {fault}")]
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        fault: NameFault,
    },
    /// An agent without a description would not be loaded [N-AGENT-18].
    #[error("expected a description that says when to use `{name}`")]
    NoDescription {
        /// The name of the agent.
        name: String,
    },
    /// The place is listed only [N-AGENT-19].
    #[error("agents in `{}` are read-only here", dir.display())]
    ReadOnly {
        /// The folder of the place.
        dir: PathBuf,
    },
    /// There is a file already.
    #[error("`{}` is there already", file.display())]
    Exists {
        /// The file.
        file: PathBuf,
    },
    /// Another file of the place has an agent of this name.
    #[error("`{name}` is the name of the agent in `{}`", file.display())]
    NameTaken {
        /// The name.
        name: String,
        /// The file which has it.
        file: PathBuf,
    },
    /// A link stands where the file or its folder would be.
    #[error("`{}` is a link, expected a file or folder of its own", path.display())]
    Link {
        /// The link.
        path: PathBuf,
    },
    /// A field cannot be written so that it reads back the same.
    #[error("`{field}` would not read back as it was given")]
    NotFaithful {
        /// The field.
        field: &'static str,
    },
    /// The file could not be written.
    #[error("the agent could not be saved")]
    File {
        /// Why.
        source: FileError,
    },
}

impl AgentError {
    /// What to do next, if that is not plain.
    pub fn hint(&self) -> Option<String> {
        match self {
            AgentError::Unknown { nearest, .. } => {
                nearest.as_ref().map(|it| format!("did you mean `{it}`?"))
            }
            AgentError::NoDescription { .. } => {
                Some("one line is enough, such as `Reviews changes to SQL`".to_owned())
            }
            AgentError::ReadOnly { .. } => Some("save it under your own agents".to_owned()),
            AgentError::Exists { .. } => Some("replace it, or take another name".to_owned()),
            AgentError::NameTaken { file, .. } => Some(format!("change `{}`", file.display())),
            AgentError::NotFaithful { .. } => Some("take out what is unusual in it".to_owned()),
            AgentError::Name { .. } => {
                Some("use lower-case words joined by hyphens, such as `sql-reviewer`".to_owned())
            }
            AgentError::Link { .. } | AgentError::File { .. } => None,
        }
    }
}
