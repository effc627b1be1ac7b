//! Which plugin is active where several have one name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use stdx::Problem;

use crate::place::{HookPower, Source};
use crate::plugin::Plugin;
use crate::report::quoted;
use crate::switches::{SwitchRules, WhyOff};

/// What becomes of a plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Its parts are there.
    Active {
        /// Whether what runs code waits for a person's consent.
        code: Code,
    },
    /// Nothing of it is active: neither skills nor agents nor hooks [N-PLUG-06, N-PLUG-07].
    Off(WhyOff),
    /// Another plugin has its name.
    Shadowed {
        /// The folder of the one that is active.
        by: PathBuf,
    },
}

/// Whether hooks and other code of a plugin may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    /// They may.
    Runs,
    /// They came with a clone, and nobody allowed them yet.
    HeldBack,
}

/// What is needed to settle.
#[derive(Clone, Copy, Debug)]
pub struct Settling<'a> {
    /// What is on.
    pub rules: SwitchRules<'a>,
    /// The [folders](Plugin::root) of plugins whose code a person allowed.
    pub trusted: &'a BTreeSet<PathBuf>,
}

/// A verdict on one plugin and what to tell about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// What becomes of it.
    pub activity: Activity,
    /// That it has its name in common with another.
    pub problem: Option<Problem>,
}

/// Decides about each plugin, in the order given.
///
/// Of two with one name the narrower place wins and the other is reported. But what came with a
/// repository never takes the name of a plugin of the person's own while it is untrusted, nor, be
/// it trusted, where hooks of either have power: a clone must not switch off a guard by taking
/// its name. A plugin that is off takes no name.
pub fn settle(plugins: &[Plugin], settling: Settling<'_>) -> Vec<Settled> {
    let rows: Vec<_> = plugins
        .iter()
        .map(|plugin| Row {
            plugin,
            off: settling.rules.why_off(plugin),
            code: code(plugin, settling.trusted),
        })
        .collect();
    rows.iter().map(|it| it.settled(&rows)).collect()
}

fn code(plugin: &Plugin, trusted: &BTreeSet<PathBuf>) -> Code {
    match plugin.place.source == Source::Repository && !trusted.contains(&plugin.root) {
        true => Code::HeldBack,
        false => Code::Runs,
    }
}

struct Row<'p> {
    plugin: &'p Plugin,
    off: Option<WhyOff>,
    code: Code,
}

impl Row<'_> {
    fn settled(&self, rows: &[Row<'_>]) -> Settled {
        if let Some(why) = self.off {
            return Settled {
                activity: Activity::Off(why),
                problem: None,
            };
        }
        let same = rows
            .iter()
            .filter(|it| it.off.is_none() && it.plugin.name() == self.plugin.name());
        match winner(same) {
            Some(it) if it.plugin.root != self.plugin.root => Settled {
                activity: Activity::Shadowed {
                    by: it.plugin.dir.clone(),
                },
                problem: Some(taken(self.plugin, &it.plugin.dir)),
            },
            _ => Settled {
                activity: Activity::Active { code: self.code },
                problem: None,
            },
        }
    }

    fn source(&self) -> Source {
        self.plugin.place.source
    }

    fn has_power(&self) -> bool {
        match self.plugin.hook_power() {
            HookPower::Observer => false,
            HookPower::Full(_) => true,
        }
    }
}

/// The one of a name that is active.
fn winner<'r, 'p: 'r>(same: impl Iterator<Item = &'r Row<'p>>) -> Option<&'r Row<'p>> {
    let mut same: Vec<_> = same.collect();
    // Stable: among equals the order of the places stays.
    same.sort_by_key(|it| (it.source(), it.code));
    let first = *same.first()?;
    let is_own = |it: &&&Row<'_>| it.source() != Source::Repository;
    let own = same.iter().find(is_own).copied();
    let may_not_shadow = first.source() == Source::Repository
        && (first.code == Code::HeldBack || same.iter().any(|it| it.has_power()));
    match (may_not_shadow, own) {
        (true, Some(own)) => Some(own),
        (true, None) | (false, _) => Some(first),
    }
}

fn taken(plugin: &Plugin, by: &Path) -> Problem {
    let message = format!(
        "{} is the name of the plugin in {}, which is active in its stead",
        quoted(plugin.name()),
        quoted(&by.display().to_string())
    );
    Problem::warning("plugins/name-taken", message)
        .in_file(&plugin.manifest.file)
        .at(plugin.manifest.name_place)
        .with_hint("rename one of them, or switch one off")
}
