//! What a `case.toml` says. Unknown keys are errors everywhere.

mod base64;
mod content;
mod given;
mod hook;
mod mission;
mod stub;
mod when;

use std::collections::BTreeMap;
use std::path::Path;

use hooks_core::DialectId;
use serde::Deserialize;

use crate::error::CaseError;

pub(crate) use content::{Content, Entry, What};
pub(crate) use given::{Given, Permissions, TrustWord};
pub(crate) use hook::{FailureWord, GivenHook, HookSource, HookType};
pub(crate) use mission::{Mission, Script, USUAL_SCRIPT};
pub(crate) use stub::{Called, PossibleWord, Says, Stub, StubKind, Stubs, Verdict};
pub(crate) use when::{Convert, Fire, Look, Trust, Verb, When, Words};

/// A case as it was written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// The claim, for people.
    pub(crate) about: String,
    /// The requirements that it proves.
    #[serde(default)]
    pub(crate) req: Vec<String>,
    #[serde(default)]
    pub(crate) dialects: Vec<String>,
    pub(crate) gap: Option<Gap>,
    /// The record of a real host that it re-creates.
    pub(crate) oracle: Option<String>,
    /// Whether real processes run in process too.
    #[serde(default)]
    pub(crate) real: bool,
    #[serde(default)]
    pub(crate) via: Vec<Via>,
    pub(crate) why: Option<String>,
    #[serde(default)]
    pub(crate) given: Given,
    #[serde(default, rename = "stub")]
    pub(crate) stubs: BTreeMap<String, Stubs>,
    /// What scripted models do.
    #[serde(default, rename = "script")]
    pub(crate) scripts: BTreeMap<String, Script>,
    #[serde(rename = "when")]
    pub(crate) whens: Vec<When>,
}

/// A driver that a case may be limited to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Via {
    Lib,
    Cli,
}

/// Why the claim does not hold yet, for all dialects or for some.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Gap {
    Everywhere(String),
    In(BTreeMap<String, String>),
}

impl Gap {
    /// The reasons, for lists.
    pub(crate) fn reasons(&self) -> Vec<String> {
        match self {
            Gap::Everywhere(why) => vec![why.clone()],
            Gap::In(map) => map
                .iter()
                .map(|(dialect, why)| format!("{dialect}: {why}"))
                .collect(),
        }
    }
}

impl Case {
    /// Reads a case from the parsed text.
    pub(crate) fn of(table: toml::Table) -> Result<Case, toml::de::Error> {
        table.try_into()
    }

    /// The dialects that the case is run in; none at all means once, without a dialect.
    pub(crate) fn dialects(&self) -> Result<Vec<DialectId>, CaseError> {
        if self.dialects == ["all"] {
            let is_product = |it: &DialectId| *it != DialectId::NemocodeObserver;
            return Ok(DialectId::ALL.into_iter().filter(is_product).collect());
        }
        self.dialects.iter().map(|it| dialect(it)).collect()
    }

    /// Why the claim does not hold yet in this dialect, if so.
    pub(crate) fn gap(&self, dialect: Option<DialectId>) -> Option<&str> {
        match self.gap.as_ref()? {
            Gap::Everywhere(why) => Some(why),
            Gap::In(map) => map.get(dialect?.as_str()).map(String::as_str),
        }
    }

    /// Whether it has a stub of this kind.
    pub(crate) fn has(&self, kind: StubKind) -> bool {
        self.stubs.values().any(|it| it.kind() == kind)
    }

    /// Whether there are files of the organisation.
    pub(crate) fn has_managed_files(&self) -> bool {
        let hooks = self.given.hooks.iter().map(|it| it.source);
        let rules = self.given.permissions.iter().map(|it| it.source);
        let files = self
            .given
            .files
            .keys()
            .chain(self.whens.iter().flat_map(When::paths));
        hooks.chain(rules).any(|it| it == HookSource::Managed)
            || files.into_iter().any(|it| it.starts_with("/etc/"))
    }

    /// The files of the case's folder that it names.
    pub(crate) fn sources(&self) -> Vec<&str> {
        let files = self.given.files.values();
        let written = self.whens.iter().flat_map(When::entries);
        let entries = files.chain(written).filter_map(|it| match &it.what {
            What::File(content) => Some(content),
            What::Folder | What::Link(_) | What::Fifo => None,
        });
        let stubs = self.stubs.values().flat_map(|it| &it.0);
        let printed = stubs.flat_map(|it| [&it.stdout, &it.stderr]).flatten();
        let typed = self.whens.iter().filter_map(|it| it.stdin.as_ref());
        let all = entries.chain(printed).chain(typed);
        all.flat_map(Content::sources).collect()
    }
}

/// The dialect called `word`.
pub(crate) fn dialect(word: &str) -> Result<DialectId, CaseError> {
    let message = || CaseError::nonsense(format!("no dialect is called `{word}`"));
    DialectId::from_word(word).ok_or_else(message)
}

/// Parses the text of a case, and says where it is wrong.
pub(crate) fn parse(path: &Path, text: &str) -> Result<(toml::Table, Case), CaseError> {
    let table: toml::Table = text.parse().map_err(form(path))?;
    match Case::of(table.clone()) {
        Ok(case) => Ok((table, case)),
        // Errors of the whole text have a line; those of a table have none.
        Err(error) => Err(form(path)(
            toml::from_str::<Case>(text).err().unwrap_or(error),
        )),
    }
}

fn form(path: &Path) -> impl FnOnce(toml::de::Error) -> CaseError + '_ {
    |source| CaseError::Form {
        path: path.to_owned(),
        source: source.into(),
    }
}
