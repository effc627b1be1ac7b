//! The variables of a plugin: in texts, in commands for a shell, and in the environment.

use std::path::PathBuf;

use stdx::{Loaded, Problem};

mod shell;

/// What the variables of a plugin stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PluginWords {
    /// The plugin's folder, absolute: `CLAUDE_PLUGIN_ROOT`.
    pub root: PathBuf,
    /// The folder for its data, absolute: `CLAUDE_PLUGIN_DATA`.
    pub data: PathBuf,
    /// The project's root, not the working folder: `CLAUDE_PROJECT_DIR`.
    pub project: PathBuf,
    /// What the person set, by key.
    pub options: Vec<OptionValue>,
}

/// What the person set for one option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionValue {
    /// The key.
    pub key: String,
    /// The value as text.
    pub value: String,
    /// Whether it is a secret.
    pub secrecy: Secrecy,
}

/// Whether a value may stand in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// Anybody may see it.
    Open,
    /// It never stands in a text for a model.
    Secret,
}

/// What kind of text the variables stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// Skills, commands and agents: secrets stay out.
    Prose,
    /// A program or an argument that no shell reads, and the fields of MCP and language servers.
    Argument,
    /// A command that a POSIX shell reads: see [`PluginWords::in_text`].
    Shell,
}

impl PluginWords {
    /// The text with `${CLAUDE_PLUGIN_ROOT}`, `${CLAUDE_PLUGIN_DATA}`, `${CLAUDE_PROJECT_DIR}` and
    /// `${user_config.KEY}` put in.
    ///
    /// In a shell command no value is put in: the shell itself takes it from the
    /// [environment](PluginWords::environment), and only quotes are added where they lack. So a
    /// blank in a path breaks nothing, and a folder's name is never run as a command. An option in
    /// a shell command, an unknown option and a secret in prose stay as written, with a problem.
    pub fn in_text(&self, text: &str, kind: TextKind) -> Loaded<String> {
        match kind {
            TextKind::Shell => self.in_shell(text),
            TextKind::Prose | TextKind::Argument => self.replaced(text, kind),
        }
    }

    fn in_shell(&self, text: &str) -> Loaded<String> {
        let res = Loaded::from(shell::quoted(text));
        match option_in(text) {
            Some(key) => res.with(option_in_shell(key)),
            None => res,
        }
    }

    fn replaced(&self, text: &str, kind: TextKind) -> Loaded<String> {
        let mut res = Loaded::from(String::with_capacity(text.len()));
        let mut rest = text;
        while let Some(at) = rest.find("${") {
            res.value.push_str(&rest[..at]);
            rest = &rest[at..];
            // No name of ours holds another `${`, so a text of many is read once.
            let next = rest[2..].find("${").map_or(rest.len(), |it| it + 2);
            let Some(end) = rest[..next].find('}') else {
                res.value.push_str(&rest[..next]);
                rest = &rest[next..];
                continue;
            };
            let (variable, name) = (&rest[..=end], &rest[2..end]);
            match self.value(name, kind) {
                Ok(value) => res.value.push_str(&value),
                Err(problem) => {
                    res.value.push_str(variable);
                    res.problems.extend(problem);
                }
            }
            rest = &rest[variable.len()..];
        }
        res.value.push_str(rest);
        res
    }

    /// The value of a variable; `Err(None)` for one that is not ours.
    fn value(&self, name: &str, kind: TextKind) -> Result<String, Option<Problem>> {
        match name {
            "CLAUDE_PLUGIN_ROOT" => return Ok(slashed(&self.root)),
            "CLAUDE_PLUGIN_DATA" => return Ok(slashed(&self.data)),
            "CLAUDE_PROJECT_DIR" => return Ok(slashed(&self.project)),
            _ => {}
        }
        let Some(key) = name.strip_prefix("user_config.") else {
            return Err(None);
        };
        let option = self.options.iter().find(|it| it.key == key);
        let option = option.ok_or_else(|| unset(key))?;
        match (option.secrecy, kind) {
            (Secrecy::Secret, TextKind::Prose) => Err(Some(secret(key))),
            (Secrecy::Open | Secrecy::Secret, _) => Ok(option.value.clone()),
        }
    }

    /// The variables that a process of the plugin gets.
    pub fn environment(&self) -> Vec<(String, String)> {
        let folders = [
            ("CLAUDE_PLUGIN_ROOT", &self.root),
            ("CLAUDE_PLUGIN_DATA", &self.data),
            ("CLAUDE_PROJECT_DIR", &self.project),
        ];
        let folders = folders.map(|(name, path)| (name.to_owned(), slashed(path)));
        let options = self.options.iter().map(|it| {
            let name = format!("CLAUDE_PLUGIN_OPTION_{}", it.key.to_ascii_uppercase());
            (name, it.value.clone())
        });
        folders.into_iter().chain(options).collect()
    }
}

/// On Windows paths in texts have forward slashes.
fn slashed(path: &std::path::Path) -> String {
    let text = path.to_string_lossy();
    match cfg!(windows) {
        true => text.replace('\\', "/"),
        false => text.into_owned(),
    }
}

/// The first option that a text names.
fn option_in(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("${user_config.")?;
    rest.split_once('}').map(|(key, _)| key)
}

fn option_in_shell(key: &str) -> Problem {
    let shown = crate::report::quoted(key);
    let message = format!("the option {shown} cannot stand in a command for a shell");
    let name = key.to_ascii_uppercase();
    Problem::error("plugins/option-in-shell", message)
        .with_hint(format!("write `\"$CLAUDE_PLUGIN_OPTION_{name}\"`"))
}

fn unset(key: &str) -> Option<Problem> {
    let shown = crate::report::quoted(key);
    let message = format!("the option {shown} is not set");
    Some(Problem::warning("plugins/option-unset", message))
}

fn secret(key: &str) -> Problem {
    let shown = crate::report::quoted(key);
    let message = format!("the option {shown} is a secret and does not stand in a text");
    Problem::warning("plugins/option-secret", message)
}
