//! Whether a file's hooks may run: decisions belong to exact bytes.

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::dialect::DialectId;
use crate::document::{Document, Member, Node, NodeKind};
use crate::handler::Handler;
use crate::layer::TrustState;
use crate::places::{Covered, HookPlace};

mod scripts;

pub(crate) use scripts::Ground;
use scripts::scripts;

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
            Covered::HooksPart => hooks_part(place, document),
        };
        // Agent V's decision covers the file alone [V-14]; elsewhere scripts count as well.
        let scripts = match place.dialect {
            DialectId::AgentV => Vec::new(),
            _ => scripts(handlers, Ground::of(place, workspace)),
        };
        Fingerprint {
            sha256: stdx::sha256_hex(text.as_bytes()),
            text,
            scripts,
        }
    }
}

/// The parts of a settings file that decide about hooks, in canonical form: keys sorted, no blanks.
/// Events at the root count where the dialect reads them there.
fn hooks_part(place: &HookPlace, document: &Document) -> String {
    let rules = place.dialect.dialect().rules;
    let decides = |key: &str| HOOK_KEYS.contains(&key) || rules.event_by_word(key).is_some();
    let members = document.root().members().unwrap_or_default();
    let deciding = members.iter().filter(|it| decides(&it.key));
    canonical_object(deciding)
}

/// The keys of a settings file that hooks depend on.
const HOOK_KEYS: [&str; 4] = [
    "hooks",
    "disableAllHooks",
    "allowedHttpHookUrls",
    "httpHookAllowedEnvVars",
];

/// Nothing that is read may be left out: of a key that stands twice, both values count.
fn canonical(node: &Node) -> String {
    match &node.kind {
        NodeKind::Object(members) => canonical_object(members.iter()),
        NodeKind::List(items) => {
            let items: Vec<_> = items.iter().map(canonical).collect();
            format!("[{}]", items.join(","))
        }
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Number(_) | NodeKind::Text(_) => {
            node.to_value().to_string()
        }
    }
}

fn canonical_object<'a>(members: impl Iterator<Item = &'a Member>) -> String {
    let mut members: Vec<_> = members.collect();
    members.sort_by(|left, right| left.key.cmp(&right.key));
    let members = members.iter().map(|it| {
        let key = Value::from(it.key.as_str());
        format!("{key}:{}", canonical(&it.value))
    });
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// Compares what was read, if it could be, with what was decided.
pub(crate) fn standing(
    place: &HookPlace,
    found: Option<&Fingerprint>,
    recorded: &Recorded,
) -> Standing {
    let same_text = found.is_some_and(|it| it.sha256 == recorded.sha256);
    let same_scripts = found.is_some_and(|it| it.scripts == recorded.scripts);
    match (recorded.decision, same_text) {
        (TrustDecision::Deny, true) => Standing::AsRead(TrustState::Denied),
        (TrustDecision::Deny, false) => Standing::AsRead(TrustState::Changed),
        (TrustDecision::Allow, true) if same_scripts => Standing::AsRead(TrustState::Allowed),
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
pub(crate) fn same_scripts(handlers: &[Handler], ground: Ground<'_>, recorded: &Recorded) -> bool {
    scripts(handlers, ground) == recorded.scripts
}
