//! One permission rule, `Tool` or `Tool(pattern)`.

mod command;
mod domain;
mod mcp;
mod parse;
mod path;

use std::fmt;
use std::path::{Path, PathBuf};

use stdx::Place;

use crate::call::{Call, Subject, Targets};
use crate::text::plain;
use crate::tool::ToolKind;
use crate::wildcard::{Reach, Wildcard};
pub(crate) use command::CommandPattern;
use domain::DomainPattern;
use mcp::McpPattern;
use path::{Folders, PathPattern};

/// Where a rule comes from; the first in this order is named when several rules decide alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The organisation's settings, which nobody below can change.
    Managed,
    /// The person's own settings.
    User,
    /// The settings that a repository brings.
    Project,
    /// The person's own settings for one project.
    Local,
    /// What holds for one session, such as the allowed tools of a skill.
    Session,
}

/// The word that stands before "settings" in a message.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::Managed => "managed",
            Source::User => "user",
            Source::Project => "project",
            Source::Local => "local",
            Source::Session => "session",
        })
    }
}

/// The place a rule was written at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Whose rule it is.
    pub source: Source,
    /// The file it stands in, if it stands in one.
    pub file: Option<PathBuf>,
    /// Where in the file.
    pub place: Option<Place>,
}

/// A permission rule: `Tool` for every call of the tool, `Tool(pattern)` for those that the pattern
/// matches.
///
/// | Rule | Meaning |
/// |---|---|
/// | `Bash(git push *)` | commands; `*` is any text, a final ` *` (or `:*`) also nothing, `\(` a plain bracket |
/// | `Edit(src/**)` | as `.gitignore` has it: `//x` is absolute, `~/x` at home, `/x` below the folder of the settings, `x` below the current one; a name alone at any depth, a folder with all in it |
/// | `WebFetch(domain:a.org)` | that host alone; `*.a.org` is every host below it |
/// | `Agent(name)`, `Skill(name)`, `Skill(plugin:*)` | by name |
/// | `mcp__server`, `mcp__server__tool` | all tools of a server, or one |
/// | `*` | every tool |
///
/// Tools go by the names of any host. A rule on `Edit` covers every tool that writes files, one on
/// `Read` every tool that only looks at them; both cover what a command redirects.
#[derive(Clone, Debug)]
pub struct Rule {
    text: String,
    tool: ToolMatch,
    pattern: Pattern,
    shape: Shape,
    origin: Origin,
}

#[derive(Clone, Debug)]
enum ToolMatch {
    /// `*`.
    Every,
    Kind(ToolKind),
    Mcp(McpPattern),
    /// A tool that only its name tells apart.
    Named(String),
}

#[derive(Clone, Debug)]
enum Pattern {
    /// The whole tool.
    None,
    Command(CommandPattern),
    Path(PathPattern),
    Domain(DomainPattern),
    Name(Wildcard),
    /// A pattern on a tool that has nothing to hold it against.
    Untestable,
}

/// How the rule is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Proper,
    /// `Tool:*`, which is no rule. It keeps its plain sense where that narrows, and has no effect
    /// where it would grant something.
    Odd,
}

impl Rule {
    /// The rule as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where it was written.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Whether the rule may grant something: one of an odd shape only narrows.
    pub(crate) fn may_allow(&self) -> bool {
        self.shape == Shape::Proper
    }

    /// The command pattern, if the rule speaks of shell commands with one.
    pub(crate) fn command_pattern(&self) -> Option<&CommandPattern> {
        match &self.pattern {
            Pattern::Command(pattern) => Some(pattern),
            Pattern::None
            | Pattern::Path(_)
            | Pattern::Domain(_)
            | Pattern::Name(_)
            | Pattern::Untestable => None,
        }
    }

    /// Whether the rule speaks of the tool of this call, whatever its pattern says.
    pub(crate) fn is_on_tool(&self, subject: &Subject<'_>, reach: Reach) -> bool {
        match &self.tool {
            ToolMatch::Every => true,
            ToolMatch::Kind(kind) => subject.kind.is_some_and(|it| kind.covers(it)),
            ToolMatch::Mcp(pattern) => pattern.matches(subject.call.tool, reach),
            ToolMatch::Named(name) => name == subject.call.tool,
        }
    }

    /// Whether the rule speaks of this call.
    ///
    /// With [`Reach::Must`] a command counts as one part; whether every part of a command is
    /// allowed is for the caller, since each may be allowed by another rule.
    pub(crate) fn matches(&self, subject: &Subject<'_>, reach: Reach) -> bool {
        self.is_on_tool(subject, reach) && self.pattern_matches(subject, reach)
    }

    fn pattern_matches(&self, subject: &Subject<'_>, reach: Reach) -> bool {
        match (&self.pattern, reach) {
            (Pattern::None, _) => true,
            (Pattern::Command(it), Reach::May) => it.may_match(subject.split()),
            (Pattern::Command(it), Reach::Must) => it.is_literally(subject.command()),
            (Pattern::Path(it), _) => self.path_matches(it, subject, reach),
            (Pattern::Domain(it), _) => it.matches(subject.url(), reach),
            (Pattern::Name(it), _) => match subject.name() {
                Some(name) => it.matches(&plain(name), reach),
                None => reach == Reach::May,
            },
            (Pattern::Untestable, _) => reach == Reach::May,
        }
    }

    fn path_matches(&self, pattern: &PathPattern, subject: &Subject<'_>, reach: Reach) -> bool {
        let folders = self.folders(&subject.call);
        let mut is_meant = |it: &PathBuf| pattern.matches(it, folders);
        match (subject.targets(), reach) {
            (Targets::Known(paths), Reach::May) => paths.iter().any(is_meant),
            (Targets::Known(paths), Reach::Must) => paths.iter().all(&mut is_meant),
            (Targets::Unknown, _) => reach == Reach::May,
        }
    }

    /// Whether a redirection of a shell command can be what the rule is about.
    pub(crate) fn is_on_redirects(&self) -> bool {
        self.is_on_writing() || self.is_on_reading()
    }

    /// Whether the rule is about writing the file at `path`, whatever writes it.
    pub(crate) fn is_on_written(&self, path: &Path, call: &Call<'_>) -> bool {
        self.is_on_writing() && self.is_on_path(path, call)
    }

    /// Whether the rule is about reading the file at `path`, whatever reads it.
    pub(crate) fn is_on_read(&self, path: &Path, call: &Call<'_>) -> bool {
        self.is_on_reading() && self.is_on_path(path, call)
    }

    /// A rule on `Write` alone is about that tool, one on `Write(path)` about the file.
    fn is_on_writing(&self) -> bool {
        match &self.tool {
            ToolMatch::Kind(ToolKind::Edit) => true,
            ToolMatch::Kind(ToolKind::Create) => matches!(self.pattern, Pattern::Path(_)),
            ToolMatch::Kind(_) | ToolMatch::Every | ToolMatch::Mcp(_) | ToolMatch::Named(_) => {
                false
            }
        }
    }

    fn is_on_reading(&self) -> bool {
        matches!(self.tool, ToolMatch::Kind(ToolKind::Read))
    }

    fn is_on_path(&self, path: &Path, call: &Call<'_>) -> bool {
        match &self.pattern {
            Pattern::None => true,
            Pattern::Path(it) => it.matches(path, self.folders(call)),
            Pattern::Command(_) | Pattern::Domain(_) | Pattern::Name(_) | Pattern::Untestable => {
                false
            }
        }
    }

    /// The person's own settings speak for their folder, all others for the project.
    fn folders<'a>(&'a self, call: &Call<'a>) -> Folders<'a> {
        let own = self.origin.file.as_deref().and_then(Path::parent);
        let settings = match self.origin.source {
            Source::User => own.unwrap_or(call.project),
            Source::Managed | Source::Project | Source::Local | Source::Session => call.project,
        };
        Folders {
            cwd: call.cwd,
            home: call.home,
            settings,
        }
    }
}
