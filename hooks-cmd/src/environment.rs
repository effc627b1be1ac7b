//! What a hook's environment is made of.

use std::ffi::{OsStr, OsString};

use hooks_core::{EnvironmentRule, HookCall};

/// The environment that hooks start from, read once by the host.
#[derive(Clone, Debug, Default)]
pub struct BaseEnvironment {
    variables: Vec<(OsString, OsString)>,
    harmless: Vec<OsString>,
}

/// The names that a cleaned environment keeps; `LC_*` and `HOMEBREW_*` come on top.
const HARMLESS: [&str; 23] = [
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "PWD",
    "TMPDIR",
    "TEMP",
    "TMP",
    "LANG",
    "LANGUAGE",
    "TERM",
    "TZ",
    "COLORTERM",
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "WINDIR",
    "COMSPEC",
    "PATHEXT",
    "USERPROFILE",
    "APPDATA",
    "LOCALAPPDATA",
    "PROGRAMFILES",
];

impl BaseEnvironment {
    /// The environment of the host.
    pub fn new(variables: impl IntoIterator<Item = (OsString, OsString)>) -> BaseEnvironment {
        BaseEnvironment {
            variables: variables.into_iter().collect(),
            harmless: Vec::new(),
        }
    }

    /// The same, these names counting as harmless too.
    #[must_use]
    pub fn keeping(mut self, names: impl IntoIterator<Item = OsString>) -> BaseEnvironment {
        self.harmless.extend(names);
        self
    }

    /// The variables that are harmless: what an agent's own shell starts from.
    pub fn cleaned(&self) -> Vec<(OsString, OsString)> {
        let harmless = self.variables.iter().filter(|it| self.is_harmless(&it.0));
        harmless.cloned().collect()
    }

    fn is_harmless(&self, name: &OsStr) -> bool {
        let text = name.to_string_lossy();
        HARMLESS.iter().any(|it| *it == text)
            || text.starts_with("LC_")
            || text.starts_with("HOMEBREW_")
            || self.harmless.iter().any(|it| it == name)
    }
}

/// The whole environment of one run: the base, what the dialect sets, and the trail of running hooks.
pub(crate) fn for_call(base: &BaseEnvironment, call: &HookCall<'_>) -> Vec<(OsString, OsString)> {
    let in_base = |name: &OsStr| match call.environment.base {
        EnvironmentRule::Inherited => !names_a_repository(name),
        EnvironmentRule::Cleaned => base.is_harmless(name),
    };
    let keep = |name: &OsStr| in_base(name) && !is_unset(name, call.environment.unset);
    let mut env: Vec<_> = base
        .variables
        .iter()
        .filter(|(name, _)| keep(name))
        .cloned()
        .collect();
    for (name, value) in &call.environment.set {
        set(&mut env, OsString::from(name), value.clone());
    }
    set(
        &mut env,
        OsString::from("TACKLE_TRAIL"),
        OsString::from(call.trail.to_line()),
    );
    env
}

/// Whether the dialect takes the variable away.
fn is_unset(name: &OsStr, unset: &[&str]) -> bool {
    let name = name.to_string_lossy();
    unset.iter().any(|it| match it.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == *it,
    })
}

/// The variables of git that name a repository: an inherited one would send a hook's git elsewhere.
fn names_a_repository(name: &OsStr) -> bool {
    procs::local_git_variables()
        .iter()
        .any(|it| name == OsStr::new(it))
}

fn set(env: &mut Vec<(OsString, OsString)>, name: OsString, value: OsString) {
    env.retain(|(it, _)| *it != name);
    env.push((name, value));
}
