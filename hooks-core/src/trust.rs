//! Whether a file's hooks may run: decisions belong to exact bytes.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use serde_json::Value;
use stdx::fs::Limit;

use crate::dialect::DialectId;
use crate::document::Document;
use crate::handler::{Action, CommandLine, Handler};
use crate::layer::TrustState;
use crate::places::{Covered, HookPlace};

/// Remembers what a person decided.
///
/// Called once for each file that came with a clone, while files are loaded.
pub trait Trust: Debug + Send + Sync {
    /// Whether a person listed this folder, or one above it, as trusted whatever it contains.
    fn trusts_folder(&self, workspace: &Path) -> bool;

    /// The decision about a file, if there is one.
    fn recorded(&self, place: &HookPlace, workspace: &Path) -> Option<Recorded>;
}

/// A decision about exact bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// What was decided.
    pub decision: TrustDecision,
    /// The SHA-256 of what was decided about.
    pub sha256: String,
    /// The text that was allowed: it stays in force until the new one is decided.
    pub text: Option<String>,
    /// The files of the workspace that the commands name, each with its SHA-256.
    pub scripts: Vec<(PathBuf, String)>,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrustDecision {
    /// Run them.
    Allow,
    /// Don't run them.
    Deny,
}

/// What a decision is about: the digest, and what a person is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// The SHA-256 of the covered bytes.
    pub sha256: String,
    /// The covered text.
    pub text: String,
    /// The files of the workspace that the commands name.
    pub scripts: Vec<(PathBuf, String)>,
}

/// How a file stands against the decision about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// As the state says, with the text that was read.
    AsRead(TrustState),
    /// The file changed; the text of the record was allowed before and stays in force.
    LastAllowed,
}

/// The largest script that is hashed; a larger one counts as always changed.
const SCRIPT_LIMIT: Limit = Limit { bytes: 16 << 20 };

impl Fingerprint {
    /// The fingerprint of a file as it was read.
    pub fn of(
        place: &HookPlace,
        document: &Document,
        handlers: &[Handler],
        workspace: &Path,
    ) -> Fingerprint {
        let text = match place.covered {
            Covered::WholeFile => document.text().to_owned(),
            Covered::HooksPart => hooks_part(document),
        };
        // Agent V's decision covers the file alone [V-14]; elsewhere scripts count as well.
        let scripts = match place.dialect {
            DialectId::AgentV => Vec::new(),
            _ => scripts(handlers, workspace),
        };
        Fingerprint {
            sha256: stdx::sha256_hex(text.as_bytes()),
            text,
            scripts,
        }
    }
}

/// The parts of a settings file that decide about hooks, in canonical form: keys sorted, no blanks.
fn hooks_part(document: &Document) -> String {
    let hooks = document
        .root()
        .get("hooks")
        .map(crate::document::Node::to_value);
    let part = serde_json::json!({ "hooks": canonical(hooks.unwrap_or(Value::Null)) });
    part.to_string()
}

fn canonical(value: Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut members: Vec<_> = map.into_iter().collect();
            members.sort_by(|left, right| left.0.cmp(&right.0));
            Value::Object(
                members
                    .into_iter()
                    .map(|(key, it)| (key, canonical(it)))
                    .collect(),
            )
        }
        Value::Array(items) => Value::Array(items.into_iter().map(canonical).collect()),
        other => other,
    }
}

/// The regular files inside the workspace that the command lines name, each with its digest.
fn scripts(handlers: &[Handler], workspace: &Path) -> Vec<(PathBuf, String)> {
    let mut found: Vec<(PathBuf, String)> = Vec::new();
    for word in handlers.iter().flat_map(|it| words(&it.action)) {
        let Some(file) = inside(&word, workspace) else {
            continue;
        };
        if found.iter().any(|(it, _)| *it == file) {
            continue;
        }
        if let Some(digest) = digest(&file) {
            found.push((file, digest));
        }
    }
    found
}

/// A folder is no script and a missing file has no bytes; a file that cannot be read has a digest
/// that no other file has.
fn digest(file: &Path) -> Option<String> {
    match stdx::fs::read(file, SCRIPT_LIMIT) {
        Ok(bytes) => Some(stdx::sha256_hex(&bytes)),
        Err(error) if error.is_missing() => None,
        Err(_) if file.is_dir() => None,
        Err(error) => Some(format!("unreadable: {error}")),
    }
}

/// The words of a command that may name files.
fn words(action: &Action) -> Vec<String> {
    match action {
        Action::Command(CommandLine::Shell { line, .. }) => split(line),
        Action::Command(CommandLine::Exec { program, args }) => {
            std::iter::once(program).chain(args).cloned().collect()
        }
        _ => Vec::new(),
    }
}

/// Splits a line at blanks, quotes and the signs of a shell: too many words do no harm here.
fn split(line: &str) -> Vec<String> {
    let sign = |it: char| it.is_whitespace() || "\"'`;|&()<>=,".contains(it);
    line.split(sign)
        .filter(|it| !it.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The file inside the workspace that a word names, if it does.
fn inside(word: &str, workspace: &Path) -> Option<PathBuf> {
    let variables = [
        "${CLAUDE_PROJECT_DIR}/",
        "$CLAUDE_PROJECT_DIR/",
        "$VYOTIQ_PROJECT_DIR/",
        "${TACKLE_PROJECT_DIR}/",
        "$TACKLE_PROJECT_DIR/",
        "$NEMOCODE_PROJECT_DIR/",
        "$NEURALINVERSE_PROJECT_DIR/",
    ];
    let word = variables
        .iter()
        .find_map(|it| word.strip_prefix(it))
        .unwrap_or(word);
    let path = workspace.join(word);
    let real = path.canonicalize().ok()?;
    (real.starts_with(workspace) && real != workspace).then_some(real)
}

/// Compares what was read with what was decided.
pub(crate) fn standing(
    place: &HookPlace,
    found: &Fingerprint,
    recorded: Option<&Recorded>,
) -> Standing {
    let Some(recorded) = recorded else {
        return Standing::AsRead(TrustState::Undecided);
    };
    let same_text = recorded.sha256 == found.sha256;
    match (recorded.decision, same_text) {
        (TrustDecision::Deny, true) => Standing::AsRead(TrustState::Denied),
        (TrustDecision::Deny, false) => Standing::AsRead(TrustState::Changed),
        (TrustDecision::Allow, true) if recorded.scripts == found.scripts => {
            Standing::AsRead(TrustState::Allowed)
        }
        (TrustDecision::Allow, true) => Standing::AsRead(TrustState::Changed),
        (TrustDecision::Allow, false) => changed(place, recorded),
    }
}

/// A changed file: what was allowed before stays in force, except in Agent V [V-15].
fn changed(place: &HookPlace, recorded: &Recorded) -> Standing {
    match &recorded.text {
        Some(_) if place.dialect != DialectId::AgentV => Standing::LastAllowed,
        _ => Standing::AsRead(TrustState::Changed),
    }
}

/// Whether the scripts of the last allowed text still are what was allowed.
pub(crate) fn same_scripts(handlers: &[Handler], workspace: &Path, recorded: &Recorded) -> bool {
    scripts(handlers, workspace) == recorded.scripts
}
