//! What is promised, one line each, from `requirements.toml`.

use std::path::Path;

use serde::Deserialize;

use crate::error::CaseError;
use crate::stage::FILE_LIMIT;

/// The list of what is promised.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirements {
    #[serde(rename = "requirement")]
    lines: Vec<Requirement>,
}

/// One promise.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// Its id, which never changes.
    pub id: String,
    /// What is promised.
    pub text: String,
    /// The part of the product that proves it.
    pub area: String,
    /// Whether that part is built.
    pub state: State,
    /// What it is, if it is no promise of a product.
    #[serde(default)]
    pub kind: Kind,
}

/// Whether a case must prove a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Its part is built: a case must prove it.
    Due,
    /// Its part is not built yet.
    Later,
}

/// What a line is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A promise of a product. These alone count.
    #[default]
    Requirement,
    /// The products differ here.
    Conflict,
    /// Nobody says, so we chose.
    Decision,
}

impl Requirements {
    /// Reads the list.
    ///
    /// # Errors
    /// The file cannot be read, or is not such a list.
    pub fn load(path: &Path) -> Result<Requirements, CaseError> {
        let bytes = stdx::fs::read(path, FILE_LIMIT)?;
        let text = String::from_utf8_lossy(&bytes);
        toml::from_str(&text).map_err(|source| CaseError::Form {
            path: path.to_owned(),
            source: source.into(),
        })
    }

    /// Whether there is a line with this id.
    pub fn knows(&self, id: &str) -> bool {
        self.lines.iter().any(|it| it.id == id)
    }

    /// All lines, in their order.
    pub fn lines(&self) -> &[Requirement] {
        &self.lines
    }

    /// The promises of products, which alone count.
    pub fn counted(&self) -> impl Iterator<Item = &Requirement> {
        self.lines.iter().filter(|it| it.kind == Kind::Requirement)
    }
}
