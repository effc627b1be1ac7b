//! What is on and what is off.

mod claude;
mod edit;
mod ours;

pub use claude::{EnabledLayer, EnabledPlugins, Said, Scope, Standing};
pub use edit::{EditError, SwitchChange, changed};
pub use ours::{Switches, read_switches};

use crate::place::{Product, Source};
use crate::plugin::{Origin, Plugin};

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnOff {
    /// On.
    On,
    /// Off.
    Off,
}

impl From<bool> for OnOff {
    fn from(is_on: bool) -> OnOff {
        match is_on {
            true => OnOff::On,
            false => OnOff::Off,
        }
    }
}

/// Why a plugin is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyOff {
    /// The organisation says so.
    Managed,
    /// All plugins are off [N-PLUG-05].
    All,
    /// Our settings name it.
    Disabled,
    /// `enabledPlugins` of Claude Code's settings says so.
    Claude(Scope),
    /// Its own manifest says `defaultEnabled: false`.
    NotByDefault,
    /// It was installed, and nobody switched it on.
    NotEnabled,
}

/// Everything that says what is on.
#[derive(Clone, Copy, Debug)]
pub struct SwitchRules<'a> {
    /// Our own settings.
    pub switches: &'a Switches,
    /// Claude Code's, for the plugins of its places.
    pub enabled: &'a EnabledPlugins,
}

impl SwitchRules<'_> {
    /// Why the plugin is off; `None` where it is on.
    ///
    /// The organisation's word comes first, then our switch for all, our switch for this one,
    /// Claude Code's settings, the manifest, and last that plugins are on [N-PLUG-04].
    pub fn why_off(&self, plugin: &Plugin) -> Option<WhyOff> {
        let claude = self.claude(plugin);
        if claude.is_some_and(|it| it.scope == Scope::Managed && it.value == OnOff::Off) {
            return Some(WhyOff::Managed);
        }
        if self.switches.all == OnOff::Off {
            return Some(WhyOff::All);
        }
        match (self.switches.of(plugin), claude) {
            (Some(OnOff::On), _) => None,
            (Some(OnOff::Off), _) => Some(WhyOff::Disabled),
            (None, Some(said)) => (said.value == OnOff::Off).then_some(WhyOff::Claude(said.scope)),
            (None, None) => by_default(plugin),
        }
    }

    fn claude(&self, plugin: &Plugin) -> Option<Said> {
        match plugin.place.product {
            Product::ClaudeCode => self.enabled.of(plugin),
            Product::Tackle | Product::Nemocode => None,
        }
    }
}

fn by_default(plugin: &Plugin) -> Option<WhyOff> {
    match (plugin.manifest.default_enabled, &plugin.origin) {
        (Some(false), _) => Some(WhyOff::NotByDefault),
        (Some(true) | None, Origin::Folder) => None,
        // The cache also holds what was installed for one other project.
        (Some(true) | None, Origin::Installed { .. }) => Some(WhyOff::NotEnabled),
    }
}

/// Whether somebody other than the person put the plugin there.
pub(crate) fn came_with_a_clone(plugin: &Plugin) -> bool {
    plugin.place.source == Source::Repository
}
