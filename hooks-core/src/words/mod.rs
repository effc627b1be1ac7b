//! The words of each dialect for tools and their fields.
//!
//! A name or a field that stands in no table passes unchanged, so that a tool which only its caller
//! knows is seen by every hook as the caller has it.

use std::borrow::Cow;
use std::path::Path;

use serde_json::{Map, Value};

use crate::dialect::DialectId;
use crate::tool::{Tool, ToolUse};

mod claude;
mod path;
mod rename;
mod shown;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use path::absolute_path;
pub use shown::{Shown, shown};

use rename::{Direction, rename};
use table::{PathRule, Row, Table};

/// One dialect's words.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary {
    /// Whose words these are.
    pub dialect: DialectId,
    table: &'static Table,
}

/// The words of a dialect.
pub const fn vocabulary(dialect: DialectId) -> Vocabulary {
    Vocabulary {
        dialect,
        table: table::of(dialect),
    }
}

/// An input in the words of one dialect, in those of another.
pub(crate) fn translate(
    input: &Map<String, Value>,
    tool: &Tool,
    from: &Vocabulary,
    to: &Vocabulary,
) -> Map<String, Value> {
    if from.speaks_like(to) {
        return input.clone();
    }
    let ours = from.to_ours(tool, input);
    rename(ours, to.row(tool), Direction::FromOurs)
}

impl Vocabulary {
    /// What a tool's name stands for; more than one where the word covers several tools of ours.
    ///
    /// `mcp_a_b_c` can be read in more than one way; its first part is taken to be the server.
    pub fn meanings(&self, spoken: &str) -> Vec<Tool> {
        let rows = self.table.rows.iter().filter(|it| it.hears(spoken));
        let tools: Vec<_> = rows.map(|it| it.tool.clone()).collect();
        if !tools.is_empty() {
            return tools;
        }
        let mcp = self.table.mcp.parse(spoken);
        let tool = mcp.or_else(|| self.shown_under_ours(spoken));
        vec![tool.unwrap_or_else(|| Tool::Other(spoken.to_owned()))]
    }

    /// The tool that has no name here and is shown under ours.
    fn shown_under_ours(&self, spoken: &str) -> Option<Tool> {
        let ours = table::OURS.rows.iter().find(|it| it.hears(spoken))?;
        let has_name = self.table.rows.iter().any(|it| it.tool == ours.tool);
        (!has_name).then(|| ours.tool.clone())
    }

    /// The names of a tool, the first of which payloads show. A matcher that names any of them waits
    /// for the tool.
    pub fn names<'t>(&self, tool: &'t Tool) -> Vec<Cow<'t, str>> {
        match tool {
            Tool::Mcp { server, tool } => vec![Cow::Owned(self.table.mcp.name(server, tool))],
            Tool::Other(name) => vec![Cow::Borrowed(name)],
            _ => {
                let names = self.row(tool).map_or(&[][..], |it| it.names);
                names.iter().map(|it| Cow::Borrowed(*it)).collect()
            }
        }
    }

    /// The names that matchers are tested on: those of everything the call stands for. A name
    /// spoken in our own words is kept first, as the host has it.
    pub fn names_of_call<'c>(&self, call: &'c ToolUse, caller: &Vocabulary) -> Vec<Cow<'c, str>> {
        let known = call.meanings.iter().flat_map(|it| self.names(it));
        if !self.speaks_like(caller) {
            return known.collect();
        }
        let spoken = Cow::Borrowed(call.spoken.as_str());
        let known: Vec<_> = known.collect();
        if !known.contains(&spoken) {
            return vec![spoken];
        }
        let others = known.into_iter().filter(|it| *it != call.spoken);
        std::iter::once(spoken.clone()).chain(others).collect()
    }

    /// A matcher that is a plain list of names, in another dialect's names; `None` for a pattern,
    /// which only its author can translate. A name that stands for several tools becomes several.
    pub fn translate_matcher(&self, matcher: &str, to: &Vocabulary) -> Option<String> {
        let plain = |it: char| it.is_ascii_alphanumeric() || "_-| ".contains(it);
        let is_everything = matcher.trim().is_empty() || matcher.trim() == "*";
        if self.speaks_like(to) || is_everything {
            return Some(matcher.to_owned());
        }
        if !matcher.chars().all(plain) {
            return None;
        }
        let mut res: Vec<String> = Vec::new();
        for tool in matcher.split('|').flat_map(|it| self.meanings(it.trim())) {
            for name in to.names(&tool) {
                if !res.iter().any(|it| *it == name) {
                    res.push(name.into_owned());
                }
            }
        }
        Some(res.join("|"))
    }

    /// The input in our words.
    pub fn to_ours(&self, tool: &Tool, input: &Map<String, Value>) -> Map<String, Value> {
        rename(input.clone(), self.row(tool), Direction::ToOurs)
    }

    /// Our input in this dialect's words.
    pub fn from_ours(&self, tool: &Tool, input: &Map<String, Value>) -> Map<String, Value> {
        rename(input.clone(), self.row(tool), Direction::FromOurs)
    }

    /// Whether every key of a returned input means something: it is a field of the tool, or was in
    /// the input that the hook saw. What a server's or a stranger's tool takes, only that tool
    /// knows, so there every key passes.
    ///
    /// # Errors
    /// The first key that means nothing, for the message of the failed call.
    pub fn check_rewrite(
        &self,
        tool: &Tool,
        shown: &Map<String, Value>,
        returned: &Map<String, Value>,
    ) -> Result<(), String> {
        match self.row(tool) {
            Some(row) => rename::check(row, shown, returned),
            None => Ok(()),
        }
    }

    /// The paths that a call works on, in the order in which its fields stand in the table; the
    /// input is in this dialect's words.
    pub fn paths<'i>(&self, tool: &Tool, input: &'i Map<String, Value>) -> Vec<&'i str> {
        path::paths(self.row(tool), input)
    }

    /// Makes the paths absolute where this dialect's hooks see them so; the input is in this
    /// dialect's words.
    pub fn absolute(&self, tool: &Tool, input: &mut Map<String, Value>, cwd: &Path) {
        if let (PathRule::Absolute, Some(row)) = (self.table.paths, self.row(tool)) {
            path::make_absolute(row, input, cwd);
        }
    }

    /// Whether both have the same words.
    pub fn speaks_like(&self, other: &Vocabulary) -> bool {
        self.table.words == other.table.words
    }

    /// The row of a tool: this dialect's, else ours; none for tools that no table can know.
    fn row(&self, tool: &Tool) -> Option<&'static Row> {
        let find = |table: &'static Table| table.rows.iter().find(|it| it.tool == *tool);
        find(self.table).or_else(|| find(&table::OURS))
    }
}
