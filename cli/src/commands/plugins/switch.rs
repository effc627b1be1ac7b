//! `tackle plugins enable|disable|on|off`: changes our settings and nothing else in them.

use std::path::Path;

use plugins::{Activity, OnOff, Scope, SwitchChange, WhyOff, changed};
use serde::Serialize;
use stdx::fs::{Access, Files, Limit, write_atomic};

use super::report::word_of_off;
use super::show::named;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::file_lock::lock;
use crate::wire::plugins::PluginSet;
use crate::wire::presence;

/// The largest settings file that is changed.
const LIMIT: Limit = Limit::mebibytes(1);

/// How often a change is made anew because the file changed under it.
const MOST_TRIES: usize = 8;

/// What was switched.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct SwitchReport {
    /// The plugin as the settings name it; null for all.
    plugin: Option<String>,
    /// Whether it is on now; for all, whether plugins can be on.
    enabled: bool,
    /// Who keeps it off.
    #[cfg_attr(
        feature = "schemas",
        schemars(with = "Option<crate::schemas::PluginOff>")
    )]
    off: Option<&'static str>,
    /// The settings.
    file: String,
    /// Whether the settings had to be changed.
    changed: bool,
}

/// Switches one plugin.
pub(super) fn one(context: &mut Context, name: &str, value: OnOff) -> Result<u8, CommandError> {
    let identity = {
        let set = PluginSet::read(context);
        let (plugin, _) = named((context, &set), name)?;
        // A bare name means every plugin of that name, an identity the one that was installed.
        match plugin.name() == name {
            true => name.to_owned(),
            false => plugin.identity(),
        }
    };
    change(context, SwitchChange::One(&identity, value))
}

/// Switches all plugins.
pub(super) fn all(context: &mut Context, value: OnOff) -> Result<u8, CommandError> {
    change(context, SwitchChange::All(value))
}

fn change(context: &mut Context, change: SwitchChange<'_>) -> Result<u8, CommandError> {
    presence::require(context, "switch plugins")?;
    let file = context.roots.home.join("settings.json");
    let settings = Settings {
        context,
        file: &file,
    };
    let is_changed = settings.change(change)?;
    if is_changed {
        // What was read before the change is not what counts now.
        context.files = Files::default();
    }
    let (plugin, value) = match change {
        SwitchChange::All(value) => (None, value),
        SwitchChange::One(name, value) => (Some(name.to_owned()), value),
    };
    let off = match (&plugin, value) {
        (Some(name), _) => still_off(context, name),
        (None, OnOff::Off) => Some(word_of_off(WhyOff::All)),
        (None, OnOff::On) => None,
    };
    let report = SwitchReport {
        plugin,
        enabled: off.is_none(),
        off,
        file: render::path_text(&file),
        changed: is_changed,
    };
    print(context, &report)?;
    Ok(exit::DONE)
}

/// Our settings, as somebody else may be changing them too.
struct Settings<'a> {
    context: &'a Context,
    file: &'a Path,
}

impl Settings<'_> {
    /// Whether there was something to change. Of several that switch at once each sees what the
    /// others left; an editor that saved meanwhile is seen too.
    fn change(&self, change: SwitchChange<'_>) -> Result<bool, CommandError> {
        let old = self.read()?;
        if self.changed(&old, change)? == old {
            return Ok(false);
        }
        let _lock = lock(self.file)?;
        let mut old = self.read()?;
        for _ in 0..MOST_TRIES {
            let new = self.changed(&old, change)?;
            let now = self.read()?;
            if now == old {
                write_atomic(self.file, new.as_bytes(), Access::Keep)?;
                return Ok(new != old);
            }
            old = now;
        }
        Err(left_alone(self.context, "somebody else keeps changing it"))
    }

    fn changed(&self, old: &str, change: SwitchChange<'_>) -> Result<String, CommandError> {
        changed(old, change).map_err(|it| left_alone(self.context, &it.to_string()))
    }

    fn read(&self) -> Result<String, CommandError> {
        match stdx::fs::read(self.file, LIMIT) {
            Ok(bytes) => text(self.context, bytes),
            Err(error) if error.is_missing() => Ok(String::new()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Who keeps a plugin off after the change; it may be somebody else than this switch.
fn still_off(context: &Context, name: &str) -> Option<&'static str> {
    let set = PluginSet::read(context);
    why_off((context, &set), name).map(word_of_off)
}

fn why_off((context, set): (&Context, &PluginSet), name: &str) -> Option<WhyOff> {
    let (_, settled) = named((context, set), name).ok()?;
    match settled.activity {
        Activity::Off(why) => Some(why),
        Activity::Active { .. } | Activity::Shadowed { .. } => None,
    }
}

/// What to say of `plugin:part` if the plugin is there and off.
pub(crate) fn hint_if_off(context: &Context, name: &str) -> Option<String> {
    let (plugin, _) = name.split_once(':')?;
    let why = why_off((context, &PluginSet::read(context)), plugin)?;
    let remedy = match why {
        WhyOff::All => ", as all plugins are: `tackle plugins on` lets them be on".to_owned(),
        WhyOff::Managed | WhyOff::Claude(Scope::Managed) => ": the organisation says so".to_owned(),
        WhyOff::Disabled | WhyOff::Claude(_) | WhyOff::NotByDefault | WhyOff::NotEnabled => {
            format!(": `tackle plugins enable {plugin}` switches it on")
        }
    };
    Some(format!("the plugin `{plugin}` is off{remedy}"))
}

fn text(context: &Context, bytes: Vec<u8>) -> Result<String, CommandError> {
    String::from_utf8(bytes).map_err(|_| left_alone(context, "the settings are not UTF-8"))
}

fn left_alone(context: &Context, why: &str) -> CommandError {
    let file = context.roots.home.join("settings.json");
    CommandError::fault(format!("`{}` is left as it is: {why}", file.display()))
        .hint("mend the file, and try again")
}

fn print(context: &mut Context, report: &SwitchReport) -> Result<(), CommandError> {
    if context.format == Format::Json {
        return Ok(render::json_line(&mut context.world.stdout, report)?);
    }
    let already = if report.changed { "" } else { " already" };
    let text = match (report.plugin.as_deref().map(render::flat), report.off) {
        (None, None) => format!("plugins are on{already}"),
        (None, Some(_)) => format!("all plugins are off{already}"),
        (Some(name), None) => format!("`{name}` is on{already}"),
        (Some(name), Some("disabled")) => format!("`{name}` is off{already}"),
        (Some(name), Some("all")) => {
            format!("`{name}` is off, as all plugins are: `tackle plugins on` lets them be on")
        }
        (Some(name), Some(why)) => format!("`{name}` is off ({why})"),
    };
    Ok(writeln!(context.world.stdout, "{text}")?)
}
