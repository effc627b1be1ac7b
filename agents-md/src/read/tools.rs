//! The tools line, and the lines that were meant to be one.

use frontmatter::{Field, Value, Word};
use stdx::text::nearest;
use stdx::{Problem, Severity};

use super::keys::{Spelling, spelling};
use super::reader::Reader;
use crate::tools::{Known, read_entry};
use crate::{Tool, ToolEntry, ToolLimit};

impl<'a> Reader<'a> {
    /// The limit of the header. A misspelt key limits too: an agent whose author meant to hold it
    /// back never gets all tools (ag-01).
    pub(super) fn tools(&mut self) -> ToolLimit {
        let mut res = ToolLimit::All;
        for field in self.fields_meant_as("tools") {
            res = res.and(self.limit(field));
        }
        res
    }

    /// What the header takes away, also under a misspelt key.
    pub(super) fn refused_tools(&mut self) -> Vec<ToolEntry> {
        let mut res = Vec::new();
        for field in self.fields_meant_as("disallowedTools") {
            for word in field.value.words() {
                res.push(self.refused(word));
            }
        }
        res
    }

    fn fields_meant_as(&self, key: &str) -> Vec<&'a Field> {
        let is_meant = |it: &&Field| it.key == key || is_misspelt_as(it, key);
        self.header.fields().iter().filter(is_meant).collect()
    }

    fn limit(&mut self, field: &Field) -> ToolLimit {
        let words = match &field.value.value {
            Value::Text(_) | Value::List(_) if !field.value.is_blank() => field.value.words(),
            Value::Null | Value::Text(_) => return self.blank(field),
            Value::Bool(_) | Value::Number(_) | Value::Map(_) | Value::List(_) => {
                return self.no_list(field);
            }
        };
        match words.iter().any(|it| it.text == "*") {
            true => ToolLimit::All,
            false if words.is_empty() => self.empty(field),
            false => self.only(field, words),
        }
    }

    /// Nothing behind the key is not the same as no key; the narrower reading holds (ag-02).
    fn blank(&mut self, field: &Field) -> ToolLimit {
        let message = format!(
            "nothing stands behind `{}`, so the agent has no tools",
            field.key
        );
        let hint = "list its tools, or take the line out to leave it all of them";
        let problem = Problem::warning("agents/tools-blank", message).with_hint(hint);
        self.state(field.place, problem);
        ToolLimit::Only(Vec::new())
    }

    fn empty(&mut self, field: &Field) -> ToolLimit {
        let message = format!(
            "`{}` is an empty list, so the agent has no tools",
            field.key
        );
        let problem = Problem::warning("agents/tools-empty", message);
        self.state(field.place, problem);
        ToolLimit::Only(Vec::new())
    }

    fn no_list(&mut self, field: &Field) -> ToolLimit {
        let expected = "a list of tools, so the agent has none";
        self.wrong_kind::<()>(&field.value, &field.key, expected);
        ToolLimit::Only(Vec::new())
    }

    fn only(&mut self, field: &Field, words: Vec<Word>) -> ToolLimit {
        let mut entries = Vec::new();
        let mut is_any_here = false;
        for word in words {
            let (entry, known) = read_entry(word);
            is_any_here |= matches!(known, Known::Here(_) | Known::Mcp);
            self.state_unknown(&entry, known, Severity::Note);
            entries.push(entry);
        }
        if !is_any_here {
            let message = format!("no tool of `{}` is known, so the agent has none", field.key);
            self.state(
                field.place,
                Problem::warning("agents/no-tools-left", message),
            );
        }
        ToolLimit::Only(entries)
    }

    fn refused(&mut self, word: Word) -> ToolEntry {
        if word.text == "*" {
            return ToolEntry {
                word,
                tools: Tool::ALL.to_vec(),
            };
        }
        let (entry, known) = read_entry(word);
        // Of a tool that is taken away, a name that nobody knows protects nothing.
        self.state_unknown(&entry, known, Severity::Warning);
        entry
    }

    fn state_unknown(&mut self, entry: &ToolEntry, known: Known, severity: Severity) {
        let name = entry.name();
        let mut problem = match known {
            Known::Here(_) | Known::Mcp => return,
            Known::Elsewhere => {
                let message =
                    format!("`{name}` is a tool of another product, nothing here is like it");
                Problem::note("agents/tool-of-another-product", message)
            }
            Known::Nowhere => unknown(name, severity),
        };
        problem.place = Some(entry.word.place);
        self.state_file(problem);
    }
}

fn is_misspelt_as(field: &Field, key: &str) -> bool {
    matches!(spelling(&field.key), Spelling::Misspelt(it) if it == key)
}

fn unknown(name: &str, severity: Severity) -> Problem {
    let message = format!("no tool is called `{name}`, it is left out");
    let mut problem = Problem::note("agents/unknown-tool", message);
    problem.severity = severity;
    match nearest(name, Known::names()) {
        Some(it) => problem.with_hint(format!("did you mean `{it}`?")),
        None => problem,
    }
}
