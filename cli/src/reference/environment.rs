//! The page of environment variables.

use hooks_core::{DialectId, EnvironmentRule};

use super::page::{Page, code};
use super::told;
use crate::environment::READ;

/// What is read besides, by the crates below and by libraries.
const READ_BELOW: [(&str, &str); 4] = [
    (
        "PATH",
        "Where the programs of hooks are looked for; a hook sees it as it is.",
    ),
    (
        "SSL_CERT_FILE",
        "The certificates by which servers of HTTP hooks are trusted, in place of the machine's.",
    ),
    ("SSL_CERT_DIR", "Folders of such certificates."),
    (
        "TMPDIR",
        "Where `tackle demo` makes its throw-away project.",
    ),
];

/// Every variable that hooks get, and what it holds.
pub(super) const SET: [(&str, &str); 21] = [
    ("CLAUDE_CODE_SESSION_ID", "The id of the session."),
    (
        "CLAUDE_EFFORT",
        "The effort of the model, on events that tell it.",
    ),
    (
        "CLAUDE_ENV_FILE",
        "A file for variables of later commands, on events that have one.",
    ),
    (
        "CLAUDE_PLUGIN_DATA",
        "The plugin's folder for data, for hooks of a plugin.",
    ),
    (
        "CLAUDE_PLUGIN_ROOT",
        "The plugin's folder, for hooks of a plugin.",
    ),
    ("CLAUDE_PROJECT_DIR", "The root of the project."),
    ("NEMOCODE_HOOK_EVENT", "The event."),
    ("NEMOCODE_PROJECT_DIR", "The root of the project."),
    ("NEMOCODE_TOOL_NAME", "The tool, on events about tools."),
    (
        "NEMOCODE_TOOL_PATH",
        "The first path that the tool works on.",
    ),
    ("NEURALINVERSE_HOOK_EVENT", "The event."),
    ("NEURALINVERSE_PROJECT_DIR", "The root of the project."),
    ("NEURALINVERSE_SESSION_ID", "The id of the session."),
    (
        "NEURALINVERSE_TOOL_NAME",
        "The tool, on events about tools.",
    ),
    ("TACKLE_HOOK_EVENT", "The event."),
    ("TACKLE_PROJECT_DIR", "The root of the project."),
    ("TACKLE_SESSION_ID", "The id of the session."),
    ("TACKLE_TOOL_NAME", "The tool, on events about tools."),
    ("TACKLE_TOOL_PATH", "The first path that the tool works on."),
    (
        "TACKLE_TRAIL",
        "The ids of the hooks that are running, outermost first, a line each; every hook of every dialect gets it.",
    ),
    ("VYOTIQ_PROJECT_DIR", "The root of the project."),
];

/// What a cleaned environment keeps.
const KEPT: &str = "`PATH`, `HOME`, `USER`, `LOGNAME`, `SHELL`, `PWD`, `TMPDIR`, `TEMP`, `TMP`, \
    `LANG`, `LANGUAGE`, `LC_*`, `TERM`, `TZ`, `COLORTERM`, `HOMEBREW_*` and, for Windows, \
    `SYSTEMROOT`, `SYSTEMDRIVE`, `WINDIR`, `COMSPEC`, `PATHEXT`, `USERPROFILE`, `APPDATA`, \
    `LOCALAPPDATA`, `PROGRAMFILES`";

/// What is read and what hooks get.
pub(super) fn page() -> String {
    let mut page = Page::new("Environment variables");
    page.heading("What `tackle` reads");
    page.say("A variable that is set to nothing counts as not set.");
    page.list(READ.iter().chain(&READ_BELOW).map(|it| item(*it)));
    page.say(
        "The headers of an HTTP hook may name other variables, if its `allowedEnvVars` lists them.\n\
         No variable moves the organisation's settings, and none allows a hook.",
    );
    page.heading("What hooks get");
    page.say(
        "Each hook gets the environment of `tackle`, less what is taken away, and these on top.",
    );
    page.list(SET.iter().map(|it| item(*it)));
    page.heading("Which dialect sets what");
    page.table(by_dialect());
    page.heading("What is taken away");
    page.say(
        "What `git rev-parse --local-env-vars` lists never reaches a hook: its git would work on another repository.\n\
         A dialect takes away, besides, what an outer run of its own may have set, as the table says.\n\
         `OTEL_*` goes because telemetry of the agent is not the hook's.",
    );
    page.say(&format!(
        "Hooks of Agent V get a cleaned environment, of which this is left: {KEPT}.\n\
         More names can be kept: list them under `keep_variables` in `settings.json` of our own folder.",
    ));
    page.finish()
}

fn item((name, meaning): (&str, &str)) -> String {
    format!("`{name}`: {meaning}")
}

fn by_dialect() -> Vec<Vec<String>> {
    let head = ["Dialect", "Starts from", "Sets", "Takes away"].map(str::to_owned);
    let rows = DialectId::ALL.map(|id| {
        let (set, unset) = told::names(id);
        let base = match id.dialect().rules.environment {
            EnvironmentRule::Inherited => "all",
            EnvironmentRule::Cleaned => "the cleaned",
        };
        let set = set.iter().map(|it| code(it)).collect::<Vec<_>>();
        let unset = match unset {
            [] => vec!["-".to_owned()],
            unset => unset.iter().map(|it| code(it)).collect(),
        };
        vec![
            code(id.as_str()),
            base.to_owned(),
            set.join(", "),
            unset.join(", "),
        ]
    });
    std::iter::once(head.into()).chain(rows).collect()
}
