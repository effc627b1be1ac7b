//! `enabledPlugins` of Claude Code's settings.

use std::collections::BTreeMap;

use json_tree::{Document, Node};
use stdx::{Loaded, Problem};

use super::{OnOff, came_with_a_clone};
use crate::plugin::{Origin, Plugin};
use crate::report::{Report, quoted};

/// Whose settings file it is; the one whose word counts first sorts first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// The organisation's.
    Managed,
    /// `.claude/settings.local.json`.
    Local,
    /// `.claude/settings.json`.
    Project,
    /// `~/.claude/settings.json`.
    User,
}

/// Whether a settings file in the repository is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A person allowed it, or it is not in the repository.
    Trusted,
    /// It came with a clone and nobody allowed it.
    Untrusted,
}

/// One settings file.
#[derive(Clone, Copy, Debug)]
pub struct EnabledLayer<'a> {
    /// Whose it is.
    pub scope: Scope,
    /// Whether it is trusted.
    pub standing: Standing,
    /// The whole file.
    pub document: &'a Document,
}

/// What somebody said about a plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// Who.
    pub scope: Scope,
    /// On or off.
    pub value: OnOff,
}

/// What all settings files say, by `plugin@marketplace`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnabledPlugins {
    /// Trusted words.
    said: BTreeMap<String, Said>,
    /// Words of files that came with a clone; they reach only plugins that came with one, and
    /// only to switch off.
    untrusted: BTreeMap<String, Said>,
}

impl EnabledPlugins {
    /// Reads the files, in any order; managed beats local, local project, project user.
    ///
    /// A file of an untrusted repository neither switches on what the person installed for
    /// another purpose nor switches off a guard of theirs: its words are held back, with a note
    ///
    pub fn read(layers: &[EnabledLayer<'_>]) -> Loaded<EnabledPlugins> {
        let mut res = Loaded::from(EnabledPlugins::default());
        let mut layers = layers.to_vec();
        layers.sort_by_key(|it| it.scope);
        for layer in layers {
            let mut report = Report::new(layer.document);
            res.value.add(&mut report, layer);
            res.problems.extend(report.into_problems());
        }
        res
    }

    fn add(&mut self, report: &mut Report<'_>, layer: EnabledLayer<'_>) {
        let Some(node) = layer.document.root().get("enabledPlugins") else {
            return;
        };
        let said = match layer.standing {
            Standing::Trusted => &mut self.said,
            Standing::Untrusted => &mut self.untrusted,
        };
        let n_read = read_into(report, node, (said, layer.scope));
        if layer.standing == Standing::Untrusted && n_read > 0 {
            let message = "`enabledPlugins` of a repository counts once it is trusted";
            report.add(Problem::note("plugins/held-back", message), node.start);
        }
    }

    /// What is said about a plugin.
    ///
    /// One that was installed is named exactly; one that somebody put there as a folder has no
    /// marketplace and answers to its name before any `@`, and to the sterner word of two in one
    /// file.
    pub fn of(&self, plugin: &Plugin) -> Option<Said> {
        let trusted = find(&self.said, plugin);
        let untrusted = || {
            let said = find(&self.untrusted, plugin)?;
            (came_with_a_clone(plugin) && said.value == OnOff::Off).then_some(said)
        };
        trusted.or_else(untrusted)
    }
}

fn find(said: &BTreeMap<String, Said>, plugin: &Plugin) -> Option<Said> {
    match &plugin.origin {
        Origin::Installed { .. } => said.get(&plugin.identity()).copied(),
        Origin::Folder => {
            let is_it = |key: &str| key.split('@').next() == Some(plugin.name());
            let words = said.iter().filter(|(key, _)| is_it(key));
            words
                .map(|(_, it)| *it)
                .min_by_key(|it| (it.scope, it.value == OnOff::On))
        }
    }
}

/// Reads the map; the first word about a plugin stays. Returns how many there were.
fn read_into(
    report: &mut Report<'_>,
    node: &Node,
    into: (&mut BTreeMap<String, Said>, Scope),
) -> usize {
    let Some(members) = node.members() else {
        let message = format!(
            "`enabledPlugins` must be an object, found {}",
            node.describe()
        );
        report.not_read(message, node.start);
        return 0;
    };
    let (said, scope) = into;
    // Of doubles in one file the last counts.
    for member in members.iter().rev() {
        let Some(is_on) = member.value.bool() else {
            let message = format!(
                "{} must be `true` or `false`, found {}",
                quoted(&member.key),
                member.value.describe()
            );
            report.not_read(message, member.value.start);
            continue;
        };
        let value = OnOff::from(is_on);
        said.entry(member.key.clone())
            .or_insert(Said { scope, value });
    }
    members.len()
}
