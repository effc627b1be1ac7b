//! `list_files`.

use std::sync::Arc;

use ignore::DirEntry;
use missions::{Effect, Tool, ToolCx, ToolResult, ToolSpec};
use serde_json::{Map, Value};
use stdx::Pending;

use super::walk::{Capped, Route, walk};
use super::{count, settle, start};
use crate::guard::Guard;
use crate::input::{self, number_property, schema, text_property};

/// The most entries that are shown.
const MOST: usize = 500;

/// Lists what is in a folder.
#[derive(Debug)]
pub(crate) struct ListFiles {
    spec: ToolSpec,
    guard: Arc<Guard>,
}

impl ListFiles {
    pub(crate) fn new(guard: Arc<Guard>) -> ListFiles {
        let properties = [
            text_property("path", "The folder; the project unless given."),
            number_property("depth", "How many folders deep to look; 1 unless given."),
        ];
        let spec = ToolSpec {
            name: "list_files".to_owned(),
            description: "Lists files and folders in a folder, a folder with a slash at its end. \
                          What .gitignore names is left out."
                .to_owned(),
            input_schema: schema(properties, &[]),
        };
        ListFiles { spec, guard }
    }

    fn work(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<ToolResult, String> {
        let folder = start(&self.guard, input, cx)?;
        let shown = self.guard.shown(&folder);
        match std::fs::metadata(&folder) {
            Ok(it) if it.is_dir() => {}
            Ok(_) => return Err(format!("`{shown}` is a file, not a folder")),
            Err(it) => return Err(crate::content::failed("list", &shown, &it)),
        }
        let mut lines = Capped::new(MOST);
        let depth = input::number(input, "depth").unwrap_or(1);
        let route = Route {
            guard: &self.guard,
            start: &folder,
            depth: Some(usize::try_from(depth).unwrap_or(usize::MAX)),
            cancel: cx.cancel,
        };
        walk(route).for_each(|it| lines.push(|| self.line(&it)));
        let summary = count(lines.n_all(), "entry", "entries");
        Ok(ToolResult::done(
            lines.text("[nothing here]", cx.cancel),
            summary,
        ))
    }

    fn line(&self, entry: &DirEntry) -> String {
        let shown = self.guard.shown(entry.path());
        match entry.file_type() {
            Some(it) if it.is_dir() => format!("{shown}/"),
            Some(it) if it.is_symlink() => {
                let target = std::fs::read_link(entry.path()).unwrap_or_default();
                format!("{shown} -> {}", target.display())
            }
            _ => shown,
        }
    }
}

impl Tool for ListFiles {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn effect(&self) -> Effect {
        Effect::Looks
    }

    fn refuses(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Option<String> {
        start(&self.guard, input, cx).err()
    }

    fn run<'a>(&'a self, input: &'a Map<String, Value>, cx: ToolCx<'a>) -> Pending<'a, ToolResult> {
        Box::pin(async move { settle(self.work(input, &cx)) })
    }
}
