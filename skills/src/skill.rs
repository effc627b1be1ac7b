//! A skill as its file says it.

use std::path::{Path, PathBuf};

use frontmatter::{Document, Field, Header};
use stdx::{Place, Problem};

use crate::place::{Layout, Product, Source};

/// A value and where it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub place: Place,
}

/// A skill: who brought it, what its header says, and its text [claude-code.md 2.2].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// The name by which it is invoked: the folder's, `sub:name` of a command in a folder, or
    /// `plugin:name`. Never a path.
    pub name: String,
    /// Who brought it.
    pub source: Source,
    /// Whose folder it stands in.
    pub product: Product,
    /// The form it is written in.
    pub layout: Layout,
    /// Its file, as it was found; of a shipped skill `shipped/<name>/SKILL.md`, which is no file.
    pub file: PathBuf,
    /// `name`: a label, except in plugins, where it is the last part of the name.
    pub label: Option<Placed<String>>,
    /// `description`, or else the first paragraph of the text; may be empty.
    pub description: String,
    /// `when_to_use`, which follows the description in the listing.
    pub when_to_use: Option<Placed<String>>,
    /// `argument-hint`, as it is written.
    pub argument_hint: Option<Placed<String>>,
    /// `arguments`: the names that `$name` may use, by position.
    pub arguments: Vec<Placed<String>>,
    /// `disable-model-invocation` and `user-invocable`.
    pub invocable: Invocable,
    /// `allowed-tools`: rules granted for the invoking turn. They restrict nothing.
    pub allowed_tools: Vec<Placed<String>>,
    /// `disallowed-tools`: rules refused while the skill is active.
    pub disallowed_tools: Vec<Placed<String>>,
    /// `model`: an alias, an id, or `inherit`.
    pub model: Option<Placed<String>>,
    /// `effort`: `low`, `medium`, `high`, `xhigh` or `max`.
    pub effort: Option<Placed<String>>,
    /// `context` and `background`.
    pub run: Run,
    /// `agent`: the agent that runs it where [`Run`] is a fork.
    pub agent: Option<Placed<String>>,
    /// `paths`: it is offered by itself only when a matching file is touched. Empty means always.
    pub paths: Vec<Placed<String>>,
    /// `shell`: what its commands are written for.
    pub shell: Shell,
    /// `license`; no effect.
    pub license: Option<Placed<String>>,
    /// `compatibility`; no effect.
    pub compatibility: Option<Placed<String>>,
    /// Keys of the header that mean nothing to us, in the order of the file. Their values are in
    /// [`header`](Skill::header).
    pub unknown: Vec<Placed<String>>,
    pub(crate) document: Document,
}

/// Who may invoke a skill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Invocable {
    /// The model and the user.
    #[default]
    ByAnyone,
    /// `user-invocable: false`: hidden from the menu and from typed invocation.
    ByModel,
    /// `disable-model-invocation: true`: not listed for the model, not preloaded, not scheduled.
    ByUser,
    /// Both: only a hook or another part of the product runs it.
    ByNobody,
}

impl Invocable {
    /// Whether the model may invoke it.
    pub fn by_model(self) -> bool {
        match self {
            Invocable::ByAnyone | Invocable::ByModel => true,
            Invocable::ByUser | Invocable::ByNobody => false,
        }
    }

    /// Whether the user may invoke it by name.
    pub fn by_user(self) -> bool {
        match self {
            Invocable::ByAnyone | Invocable::ByUser => true,
            Invocable::ByModel | Invocable::ByNobody => false,
        }
    }
}

/// Where a skill runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Run {
    /// Its text enters the conversation.
    #[default]
    Inline,
    /// `context: fork`: an agent of its own gets the text as its prompt.
    Fork(Waiting),
}

/// Whether the session waits for a fork.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Waiting {
    /// It goes on.
    #[default]
    Background,
    /// `background: false`: it waits for the result.
    Foreground,
}

/// The shell that commands in a skill's text are written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shell {
    /// `bash`.
    #[default]
    Bash,
    /// `powershell`.
    PowerShell,
}

impl Skill {
    /// The whole header, places included.
    pub fn header(&self) -> &Header {
        &self.document.header
    }

    /// `hooks`, raw: hooks are read by those who know their dialects.
    pub fn hooks(&self) -> Option<&Field> {
        self.header().get("hooks")
    }

    /// Its text, without blank lines around it.
    pub fn body(&self) -> &str {
        self.document.trimmed_body()
    }

    /// The line of the file on which [`body`](Skill::body) begins.
    pub fn body_line(&self) -> u32 {
        let (all, body) = (&self.document.body, self.body());
        // The body is a part of the text, so the difference of their ends is what was trimmed.
        let before = all.trim_end().len().saturating_sub(body.len());
        let n_lines = all[..before].matches('\n').count();
        self.document.body_line + u32::try_from(n_lines).unwrap_or(u32::MAX)
    }

    /// Where bytes of the text stand in the file, in one pass; `offsets` never go down.
    pub(crate) fn places_in_body(&self, offsets: impl IntoIterator<Item = usize>) -> Vec<Place> {
        let body = self.body();
        let mut place = Place {
            line: self.body_line(),
            column: 1,
        };
        let mut at = 0;
        let mut advance = |offset: usize| {
            for char in body[at..offset].chars() {
                place = match char {
                    '\n' => Place {
                        line: place.line.saturating_add(1),
                        column: 1,
                    },
                    _ => Place {
                        column: place.column.saturating_add(1),
                        ..place
                    },
                };
            }
            at = offset;
            place
        };
        offsets.into_iter().map(&mut advance).collect()
    }

    /// The folder that its scripts and references lie in; a shipped skill has none.
    pub fn dir(&self) -> Option<&Path> {
        match self.source {
            Source::Shipped => None,
            Source::Personal | Source::Project | Source::Plugin { .. } => self.file.parent(),
        }
    }

    /// What it is called in prose: its `name`, else the last part of the name it is invoked by.
    pub fn title(&self) -> &str {
        let last = self.name.rsplit(':').next().unwrap_or(&self.name);
        self.label.as_ref().map_or(last, |it| &it.value)
    }

    pub(crate) fn problem_at(&self, problem: Problem, place: Place) -> Problem {
        problem.in_file(&self.file).at(place)
    }
}
