//! One hook file with its dialect, its source and its trust.

use std::path::PathBuf;

use serde::Serialize;
use stdx::Problem;

use crate::dialect::{DialectId, HttpLimits};
use crate::handler::{Handler, PluginFolders};

/// All that one file says.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Whose rules its hooks follow.
    pub dialect: DialectId,
    /// Where the file comes from.
    pub source: Source,
    /// The file.
    pub file: PathBuf,
    /// Whether its hooks may run.
    pub trust: TrustState,
    /// What it says that runs, in file order.
    pub handlers: Vec<Handler>,
    /// What it says that does not run here, and why.
    pub skipped: Vec<Skipped>,
    /// The plugin it belongs to.
    pub plugin: Option<PluginFolders>,
    /// What it says about HTTP hooks.
    pub http: HttpLimits,
    /// What was wrong with it.
    pub problems: Vec<Problem>,
}

impl Layer {
    /// Moves all hooks to those that do not run, with this reason.
    pub fn silence(&mut self, reason: &str) {
        for handler in self.handlers.drain(..) {
            self.skipped.push(Skipped {
                event: handler.event_word,
                reason: reason.to_owned(),
                line: handler.place.map(|it| it.line),
            });
        }
    }
}

/// Where a file comes from. The order is the order of precedence in a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Settings of the organisation, which nobody below can remove [NI-47].
    Managed,
    /// The person's own files.
    User,
    /// Files that came with the project.
    Project,
    /// Files of the project that are not shared.
    Local,
    /// Files of a plugin.
    Plugin,
    /// The header of a skill.
    Skill,
    /// The header of a custom agent.
    Agent,
}

impl Source {
    /// The word that lists show.
    pub fn as_str(self) -> &'static str {
        match self {
            Source::Managed => "managed",
            Source::User => "user",
            Source::Project => "project",
            Source::Local => "local",
            Source::Plugin => "plugin",
            Source::Skill => "skill",
            Source::Agent => "agent",
        }
    }
}

/// Whether the hooks of a file may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrustState {
    /// The file is the person's own.
    NotNeeded,
    /// A person allowed exactly these bytes.
    Allowed,
    /// A person said no.
    Denied,
    /// Nobody was asked yet.
    Undecided,
    /// The file changed since the decision.
    Changed,
}

impl TrustState {
    /// Whether hooks in this state run.
    pub fn runs(self) -> bool {
        match self {
            TrustState::NotNeeded | TrustState::Allowed => true,
            TrustState::Denied | TrustState::Undecided | TrustState::Changed => false,
        }
    }

    /// The word that lists show.
    pub fn as_str(self) -> &'static str {
        match self {
            TrustState::NotNeeded => "not-needed",
            TrustState::Allowed => "allowed",
            TrustState::Denied => "denied",
            TrustState::Undecided => "undecided",
            TrustState::Changed => "changed",
        }
    }
}

/// An entry that does not run here, listed so that nothing is dropped in silence [V-23].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Skipped {
    /// The event as the file spells it.
    pub event: String,
    /// Why it does not run.
    pub reason: String,
    /// Where it stands, 1-based.
    pub line: Option<u32>,
}
