//! An agent as JSON has it.

use std::path::Path;

use agents_md::{CustomAgent, Editing, ModelMeaning, Product, ToolEntry, ToolLimit, helper_tools};
use serde::Serialize;

use crate::render;

/// One agent.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct AgentReport<'a> {
    /// What it is called by; `plugin:name` for an agent of a plugin.
    pub(super) name: &'a str,
    /// When to use it.
    pub(super) description: &'a str,
    /// What it is for; it gives no rights.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::AgentRole"))]
    pub(super) role: &'a str,
    /// The tools it really has when it is handed a question, by our names. An empty list is none at
    /// all. When it has the whole session, all tools of the session stay.
    pub(super) tools: Vec<&'static str>,
    /// The tools that its file names, as they are written; `null` where the file leaves all.
    pub(super) tools_line: Option<Vec<&'a str>>,
    /// The model that its file names.
    pub(super) model: Option<&'a str>,
    /// Whether that model is the one that runs; else the model comes from the role.
    pub(super) model_used: bool,
    /// Who put it there.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::AgentSource"))]
    pub(super) source: &'a str,
    /// Whose folder it stands in.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::AgentProduct"))]
    pub(super) product: &'static str,
    /// Its file.
    #[serde(serialize_with = "render::serialize_path")]
    #[cfg_attr(feature = "schemas", schemars(with = "String"))]
    pub(super) file: &'a Path,
    /// Whether it is listed only, and not edited from here.
    pub(super) read_only: bool,
}

impl<'a> AgentReport<'a> {
    pub(super) fn of(agent: &'a CustomAgent) -> AgentReport<'a> {
        let model = agent.model.as_ref();
        AgentReport {
            name: &agent.id,
            description: &agent.description,
            role: agent.role.word(),
            tools: tools(agent),
            tools_line: line(&agent.tools),
            model: model.map(|it| it.name.as_str()),
            model_used: model.is_some_and(|it| it.meaning == ModelMeaning::Honoured),
            source: agent.place.source.word(),
            product: product(agent.place.product),
            file: &agent.file,
            read_only: agent.place.editing == Editing::ReadOnly,
        }
    }
}

/// What a helper has, by our names.
fn tools(agent: &CustomAgent) -> Vec<&'static str> {
    let has = helper_tools(agent).into_iter();
    has.map(|it| it.our_name().unwrap_or(it.word())).collect()
}

fn line(limit: &ToolLimit) -> Option<Vec<&str>> {
    match limit {
        ToolLimit::All => None,
        ToolLimit::Only(entries) => Some(words(entries)),
    }
}

/// The entries of a tools line, as written.
pub(super) fn words(entries: &[ToolEntry]) -> Vec<&str> {
    entries.iter().map(|it| it.word.text.as_str()).collect()
}

/// The word for whose folder it is.
pub(crate) fn product(product: Product) -> &'static str {
    match product {
        Product::Ours => "tackle",
        Product::Nemocode => "nemocode",
        Product::ClaudeCode => "claude-code",
    }
}

/// Every word for who put an agent where it is.
#[cfg(feature = "schemas")]
pub(crate) fn sources() -> Vec<&'static str> {
    use agents_md::AgentSource::{self, Personal, Plugin, Project, Repository};
    let plugin = String::new();
    let all = [Personal, Project, Repository, Plugin { plugin }];
    all.iter().map(AgentSource::word).collect()
}
