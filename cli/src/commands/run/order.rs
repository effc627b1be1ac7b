//! What a mission is asked, of whom, and who watches.

use std::sync::Arc;

use missions::View;

use super::options::HowOptions;
use crate::wire::missions::models::Chosen;

/// A mission as it is ordered.
#[derive(Debug)]
pub(crate) struct Order<'a> {
    /// What is asked.
    pub(crate) asked: Asked,
    /// How it is done.
    pub(crate) how: &'a HowOptions,
    /// On which models.
    pub(crate) chosen: Chosen,
    /// Who watches in place of the person.
    pub(crate) watcher: Option<Arc<dyn View>>,
}

/// What is asked.
#[derive(Clone, Debug)]
pub(crate) enum Asked {
    /// This text.
    Text(String),
    /// What this skill says, with these arguments.
    Skill {
        /// Its name.
        name: String,
        /// Its arguments.
        args: String,
    },
}

impl Asked {
    /// What a session that begins with it is called.
    pub(super) fn title(&self) -> String {
        match self {
            Asked::Text(text) => text.clone(),
            Asked::Skill { name, args } => format!("/{name} {args}").trim_end().to_owned(),
        }
    }
}
