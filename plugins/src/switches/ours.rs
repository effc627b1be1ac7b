//! Our own switches, in `<home>/settings.json`.

use std::collections::BTreeMap;

use json_tree::{Document, Node};
use stdx::Loaded;

use super::OnOff;
use crate::plugin::Plugin;
use crate::report::Report;

/// What our settings say.
///
/// ```json
/// { "plugins": { "off": false, "enabled": ["extra"], "disabled": ["noisy"] } }
/// ```
///
/// A name is the plugin's, or `entry@marketplace` for one that was installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switches {
    /// All plugins [N-PLUG-05].
    pub all: OnOff,
    /// Single ones; those in both lists are off.
    pub by_name: BTreeMap<String, OnOff>,
}

impl Default for Switches {
    fn default() -> Switches {
        Switches {
            all: OnOff::On,
            by_name: BTreeMap::new(),
        }
    }
}

impl Switches {
    /// What they say about one plugin.
    pub(super) fn of(&self, plugin: &Plugin) -> Option<OnOff> {
        let exact = self.by_name.get(&plugin.identity());
        exact.or_else(|| self.by_name.get(plugin.name())).copied()
    }
}

/// Reads the `plugins` section of our settings.
///
/// What cannot be read says nothing, except for `off`: a switch that was meant to switch off and
/// cannot be understood switches off.
pub fn read_switches(document: &Document) -> Loaded<Switches> {
    let mut report = Report::new(document);
    let mut value = Switches::default();
    if let Some(section) = document.root().get("plugins") {
        read_section(&mut report, section, &mut value);
    }
    Loaded {
        value,
        problems: report.into_problems(),
    }
}

fn read_section(report: &mut Report<'_>, section: &Node, res: &mut Switches) {
    if section.members().is_none() {
        let message = format!("`plugins` must be an object, found {}", section.describe());
        return report.not_read(message, section.start);
    }
    if let Some(off) = section.get("off") {
        if off.bool().is_none() {
            let found = off.describe();
            let message =
                format!("`off` must be `true` or `false`, found {found}; plugins are off");
            report.not_read(message, off.start);
        }
        res.all = OnOff::from(off.bool() == Some(false));
    }
    for (key, value) in [("enabled", OnOff::On), ("disabled", OnOff::Off)] {
        let names = section.get(key).map(|it| names(report, it, key));
        let names = names.unwrap_or_default().into_iter();
        res.by_name.extend(names.map(|it| (it, value)));
    }
}

fn names(report: &mut Report<'_>, node: &Node, key: &str) -> Vec<String> {
    let Some(items) = node.items() else {
        let message = format!("`{key}` must be a list of names, found {}", node.describe());
        report.not_read(message, node.start);
        return Vec::new();
    };
    let mut res = Vec::new();
    for item in items {
        match item.text() {
            Some(name) => res.push(name.to_owned()),
            None => {
                let message = format!("`{key}` holds {} where a name belongs", item.describe());
                report.not_read(message, item.start);
            }
        }
    }
    res
}
