//! From the internal words of a case to those of a dialect.

use hooks_core::{DialectId, EventName, Tool, Vocabulary};
use serde_json::{Map, Value};

use crate::error::CaseError;

/// The words that a step is passed in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Speech {
    /// Whose words; without a dialect ours.
    pub(crate) dialect: Option<DialectId>,
}

impl Speech {
    /// The event as the dialect calls it. One that it does not know keeps its internal word.
    pub(crate) fn event(self, word: &str) -> String {
        let event = EventName::from_word(word);
        let rules = self.dialect.map(|it| it.dialect().rules);
        let known = rules.and_then(|it| it.event(&event));
        known.map_or(word, |it| it.word).to_owned()
    }

    /// The tool as the dialect calls it.
    pub(crate) fn tool(self, word: &str) -> Result<String, CaseError> {
        let tool = tool(word)?;
        let names = self.vocabulary().names(&tool);
        let ours = || DialectId::Tackle.dialect().vocabulary.names(&tool);
        let name = names.first().cloned().or_else(|| ours().first().cloned());
        let name = name.ok_or_else(|| CaseError::nonsense(format!("`{word}` has no name")))?;
        Ok(name.into_owned())
    }

    /// The input of a tool in the dialect's words.
    pub(crate) fn input(
        self,
        word: &str,
        ours: &Map<String, Value>,
    ) -> Result<Map<String, Value>, CaseError> {
        Ok(self.vocabulary().from_ours(&tool(word)?, ours))
    }

    /// A matcher of internal words, with `|` between them.
    pub(crate) fn matcher(self, words: &str) -> Result<String, CaseError> {
        let names: Result<Vec<_>, _> = words.split('|').map(|it| self.tool(it)).collect();
        let mut names = names?;
        names.dedup();
        Ok(names.join("|"))
    }

    fn vocabulary(self) -> &'static Vocabulary {
        self.dialect
            .unwrap_or(DialectId::Tackle)
            .dialect()
            .vocabulary
    }
}

/// The tool of an internal word.
pub(crate) fn tool(word: &str) -> Result<Tool, CaseError> {
    let tool = match word {
        "shell" => Tool::Shell,
        "read" => Tool::Read,
        "create" => Tool::Create,
        "edit" => Tool::Edit,
        "edit-many" => Tool::EditMany,
        "delete" => Tool::Delete,
        "notebook" => Tool::Notebook,
        "list" => Tool::List,
        "find" => Tool::Find,
        "search" => Tool::Search,
        "fetch" => Tool::Fetch,
        "helper" => Tool::Helper,
        "skill" => Tool::Skill,
        "workflow" => Tool::Workflow,
        other => return mcp(other),
    };
    Ok(tool)
}

fn mcp(word: &str) -> Result<Tool, CaseError> {
    let parts = word.strip_prefix("mcp:").and_then(|it| it.split_once(':'));
    let (server, tool) = parts.ok_or_else(|| {
        let text = format!("`{word}` is no internal word of a tool; `matcher` and `words = \"verbatim\"` take a dialect's own");
        CaseError::nonsense(text)
    })?;
    Ok(Tool::Mcp {
        server: server.to_owned(),
        tool: tool.to_owned(),
    })
}
