//! The variables that a hook gets.

use std::ffi::OsString;

use crate::dialect::{Environment, Telling};
use crate::event::{Event, EventName};
use crate::handler::PluginFolders;

use super::payload::WITH_EFFORT;

/// The variables of a hook.
///
/// Those that say which program this is (`CLAUDECODE`, `AI_AGENT`, `CLAUDE_CODE_ENTRYPOINT`,
/// `CLAUDE_CODE_CHILD_SESSION`) are not set: it is not Claude Code, and `CLAUDECODE` would keep a
/// `claude` that the hook starts from working.
pub(crate) fn environment(telling: &Telling<'_>) -> Environment {
    let session = &telling.event.session;
    let mut set: Vec<(String, OsString)> = vec![
        (
            "CLAUDE_PROJECT_DIR".to_owned(),
            session.project.clone().into(),
        ),
        (
            "CLAUDE_CODE_SESSION_ID".to_owned(),
            session.id.clone().into(),
        ),
    ];
    set.extend(effort(telling).map(|it| ("CLAUDE_EFFORT".to_owned(), it)));
    set.extend(env_file(telling.event).map(|it| ("CLAUDE_ENV_FILE".to_owned(), it)));
    set.extend(plugin_variables(telling.plugin));
    Environment {
        base: telling.rules.environment,
        unset: &["OTEL_*", "CLAUDE_PLUGIN_*", "CLAUDE_ENV_FILE"],
        set,
    }
}

fn effort(telling: &Telling<'_>) -> Option<OsString> {
    let is_told = WITH_EFFORT.contains(&telling.event_rules.word);
    let effort = telling.event.fields.get("effort").filter(|_| is_told)?;
    effort.get("level")?.as_str().map(OsString::from)
}

/// The file whose lines later commands of the session start with, if the caller keeps one.
fn env_file(event: &Event) -> Option<OsString> {
    let takes_one = event.name == EventName::SessionStart
        || ["Setup", "CwdChanged", "FileChanged"].contains(&event.name.as_str());
    let file = event.text_field("env_file").filter(|_| takes_one)?;
    Some(file.into())
}

/// The folders and options of the plugin that a hook belongs to.
pub(crate) fn plugin_variables(
    plugin: Option<&PluginFolders>,
) -> impl Iterator<Item = (String, OsString)> {
    plugin.into_iter().flat_map(PluginFolders::variables)
}
