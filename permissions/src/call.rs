//! A tool call, and what its input says in the words of any host.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::paths;
use crate::shell::{Split, split};
use crate::tool::{ToolKind, kind_of};

/// A tool call that is to be decided.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The tool, in the words of any host: `Bash`, `run_shell`, `run_command`, `mcp__server__tool`.
    pub tool: &'a str,
    /// Its input, with the fields of that host.
    pub input: &'a Map<String, Value>,
    /// The folder that relative paths start from; absolute.
    pub cwd: &'a Path,
    /// The root of the project; absolute.
    pub project: &'a Path,
    /// The folder that `~` stands for; absolute.
    pub home: &'a Path,
}

/// A call with what was found out about it, each thing at most once and only when asked for.
#[derive(Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) call: Call<'a>,
    pub(crate) kind: Option<ToolKind>,
    split: OnceCell<Split>,
}

/// The files a call is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Targets {
    /// All of them.
    Known(Vec<PathBuf>),
    /// The input does not say.
    Unknown,
}

impl<'a> Subject<'a> {
    pub(crate) fn new(call: Call<'a>) -> Subject<'a> {
        Subject {
            call,
            kind: kind_of(call.tool),
            split: OnceCell::new(),
        }
    }

    /// The command of a shell call; empty if it is missing or not a text.
    pub(crate) fn command(&self) -> &'a str {
        self.text(&["command"]).unwrap_or_default()
    }

    /// The parts of the command. The first question starts the parser, so it is asked last.
    pub(crate) fn split(&self) -> &Split {
        self.split.get_or_init(|| split(self.command()))
    }

    /// The address a call fetches.
    pub(crate) fn url(&self) -> Option<&'a str> {
        self.text(&["url"])
    }

    /// The helper or the skill that a call names.
    pub(crate) fn name(&self) -> Option<&'a str> {
        match self.kind {
            Some(ToolKind::Helper) => self.text(&["subagent_type", "agent", "agent_type"]),
            Some(ToolKind::Skill) => self.text(&["skill", "name", "command"]),
            _ => None,
        }
    }

    /// The files and folders that a call of a file tool touches, absolute.
    pub(crate) fn targets(&self) -> Targets {
        let mut written: Vec<&str> = self.paths_in(self.call.input).collect();
        for edit in self.edits() {
            written.extend(self.paths_in(edit));
        }
        if written.is_empty() && !self.may_omit_path() {
            return Targets::Unknown;
        }
        let mut res: Vec<PathBuf> = written.iter().map(|it| self.resolve(it)).collect();
        if res.is_empty() {
            res.push(self.call.cwd.to_path_buf());
        }
        res.extend(self.pattern_target(&res[0]));
        Targets::Known(res)
    }

    /// `path` as this call means it, made absolute without looking at the disk.
    pub(crate) fn resolve(&self, path: &str) -> PathBuf {
        paths::resolve(path, self.call.cwd, self.call.home)
    }

    /// A tool that finds files may be told where in its pattern: `secrets/*.pem`.
    fn pattern_target(&self, folder: &Path) -> Option<PathBuf> {
        let pattern = match self.kind {
            Some(ToolKind::Find) => self.text(&["pattern"])?,
            Some(ToolKind::Search) => self.text(&["glob"])?,
            _ => return None,
        };
        Some(paths::resolve(pattern, folder, self.call.home))
    }

    /// Listing and searching start in the current folder unless told otherwise.
    fn may_omit_path(&self) -> bool {
        matches!(
            self.kind,
            Some(ToolKind::List | ToolKind::Find | ToolKind::Search)
        )
    }

    fn edits(&self) -> impl Iterator<Item = &'a Map<String, Value>> {
        let edits = self.call.input.get("edits").and_then(Value::as_array);
        edits.into_iter().flatten().filter_map(Value::as_object)
    }

    fn paths_in(&self, map: &'a Map<String, Value>) -> impl Iterator<Item = &'a str> {
        ["file_path", "path", "notebook_path"]
            .iter()
            .filter_map(|it| map.get(*it).and_then(Value::as_str))
    }

    fn text(&self, keys: &[&str]) -> Option<&'a str> {
        let mut values = keys.iter().filter_map(|it| self.call.input.get(*it));
        values.find_map(Value::as_str)
    }
}
