//! What happens: one verb each.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};

use super::{Content, Entry, Mission};

/// One entry of `when`.
#[derive(Clone, Debug)]
pub(crate) struct When {
    pub(crate) verb: Verb,
    pub(crate) stdin: Option<Content>,
    /// Keys of the output that must be so, whatever the expectation says.
    pub(crate) facts: serde_json::Map<String, serde_json::Value>,
}

/// What is done.
#[derive(Clone, Debug)]
pub(crate) enum Verb {
    Fire(Box<Fire>),
    List(Look),
    Check(Check),
    Trust(Trust),
    Runs(Runs),
    Convert(Convert),
    Path(Look),
    Mission(Box<Mission>),
    /// These words as they are.
    Tackle(Vec<String>),
    /// These words, of the project, with `--json`.
    Json(Vec<String>),
    /// Files are written or, without an entry, deleted.
    Change(BTreeMap<String, Option<Entry>>),
}

/// An event is fired.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fire {
    #[serde(rename = "fire")]
    pub(crate) event: String,
    pub(crate) tool: Option<String>,
    /// JSON text.
    pub(crate) input: Option<String>,
    pub(crate) output: Option<String>,
    pub(crate) prompt: Option<String>,
    #[serde(default)]
    pub(crate) fields: BTreeMap<String, serde_json::Value>,
    pub(crate) mode: Option<String>,
    pub(crate) approval: Option<String>,
    pub(crate) dialect: Option<String>,
    #[serde(default)]
    pub(crate) config: Vec<String>,
    pub(crate) payload: Option<String>,
    #[serde(default)]
    pub(crate) options: Vec<String>,
    pub(crate) times: Option<usize>,
    #[serde(default)]
    pub(crate) words: Words,
}

/// Whose words the case uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Words {
    #[default]
    Internal,
    Verbatim,
}

/// Something is looked at.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Look {
    #[serde(alias = "list", alias = "path")]
    #[expect(dead_code, reason = "it stands there to name the verb")]
    verb: bool,
    pub(crate) dialect: Option<String>,
    pub(crate) scope: Option<String>,
}

/// Files are checked.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    #[serde(rename = "check")]
    pub(crate) files: Vec<String>,
}

/// A person decides, or asks what was decided.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trust {
    #[serde(rename = "trust")]
    pub(crate) action: TrustAction,
    pub(crate) dir: Option<String>,
    pub(crate) file: Option<String>,
    #[serde(default)]
    pub(crate) options: Vec<String>,
}

/// What a person does about trust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TrustAction {
    List,
    Allow,
    Deny,
    Forget,
}

/// Recent runs are listed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Runs {
    #[serde(rename = "runs")]
    #[expect(dead_code, reason = "it stands there to name the verb")]
    verb: bool,
    pub(crate) limit: Option<u32>,
}

/// A file is put into another dialect's form.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Convert {
    #[serde(rename = "convert")]
    pub(crate) file: String,
    pub(crate) from: String,
    pub(crate) to: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tackle {
    tackle: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Json {
    json: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Change {
    #[serde(default)]
    write: BTreeMap<String, Entry>,
    #[serde(default)]
    remove: Vec<String>,
}

impl When {
    /// What the transcript calls it.
    pub(crate) fn title(&self) -> String {
        match &self.verb {
            Verb::Fire(it) => format!("fire {}", it.event),
            Verb::List(_) => "list".to_owned(),
            Verb::Check(_) => "check".to_owned(),
            Verb::Trust(it) => format!("trust {}", it.action.as_str()),
            Verb::Runs(_) => "runs".to_owned(),
            Verb::Convert(it) => format!("convert from {} to {}", it.from, it.to),
            Verb::Path(_) => "path".to_owned(),
            Verb::Mission(it) => format!("mission {}", it.prompt),
            Verb::Tackle(words) => format!("tackle {}", words.join(" ")),
            Verb::Json(words) => format!("json {}", words.join(" ")),
            Verb::Change(_) => "change".to_owned(),
        }
    }

    /// How often it is done.
    pub(crate) fn times(&self) -> usize {
        match &self.verb {
            Verb::Fire(it) => it.times.unwrap_or(1),
            _ => 1,
        }
    }

    /// The paths that it writes or removes.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &String> {
        let changes = match &self.verb {
            Verb::Change(changes) => Some(changes),
            _ => None,
        };
        changes.into_iter().flat_map(|it| it.keys())
    }

    /// The files that it writes.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        let changes = match &self.verb {
            Verb::Change(changes) => Some(changes),
            _ => None,
        };
        changes.into_iter().flat_map(|it| it.values()).flatten()
    }
}

impl TrustAction {
    /// The word on the command line.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            TrustAction::List => "list",
            TrustAction::Allow => "allow",
            TrustAction::Deny => "deny",
            TrustAction::Forget => "forget",
        }
    }
}

impl<'de> Deserialize<'de> for When {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<When, D::Error> {
        let table = toml::Table::deserialize(deserializer)?;
        read(table).map_err(D::Error::custom)
    }
}

fn read(mut table: toml::Table) -> Result<When, String> {
    let stdin = table.remove("stdin").map(part).transpose()?;
    let facts = table.remove("facts").map(part).transpose()?;
    Ok(When {
        stdin,
        facts: facts.unwrap_or_default(),
        verb: verb(table)?,
    })
}

fn verb(table: toml::Table) -> Result<Verb, String> {
    let has = |key: &str| table.contains_key(key);
    let value = toml::Value::Table(table.clone());
    match () {
        () if has("fire") => part(value).map(Box::new).map(Verb::Fire),
        () if has("list") => part(value).map(Verb::List),
        () if has("check") => part(value).map(Verb::Check),
        () if has("trust") => part(value).map(Verb::Trust),
        () if has("runs") => part(value).map(Verb::Runs),
        () if has("convert") => part(value).map(Verb::Convert),
        () if has("path") => part(value).map(Verb::Path),
        () if has("mission") => part(value).map(Box::new).map(Verb::Mission),
        () if has("json") => part(value).map(|it: Json| Verb::Json(it.json)),
        () if has("tackle") => part(value).map(|it: Tackle| Verb::Tackle(it.tackle)),
        () if has("write") || has("remove") => part(value).map(changes),
        () => Err(
            "a `when` needs a verb: `fire`, `list`, `check`, `trust`, `runs`, `convert`, \
                   `path`, `mission`, `json`, `tackle`, `write` or `remove`"
                .to_owned(),
        ),
    }
}

fn changes(change: Change) -> Verb {
    let written = change.write.into_iter().map(|(path, it)| (path, Some(it)));
    let removed = change.remove.into_iter().map(|path| (path, None));
    Verb::Change(written.chain(removed).collect())
}

fn part<T: DeserializeOwned>(value: toml::Value) -> Result<T, String> {
    value
        .try_into()
        .map_err(|it: toml::de::Error| it.message().to_owned())
}
