//! `delete_file`.

use std::sync::Arc;

use missions::{Effect, Tool, ToolCx, ToolResult, ToolSpec};
use serde_json::{Map, Value};
use stdx::Pending;

use super::{settle, target};
use crate::guard::{Guard, Purpose};
use crate::input::{schema, text_property};
use crate::{content, diff};

/// Deletes one file, or a link and not what it leads to.
#[derive(Debug)]
pub(crate) struct DeleteFile {
    spec: ToolSpec,
    guard: Arc<Guard>,
}

impl DeleteFile {
    pub(crate) fn new(guard: Arc<Guard>) -> DeleteFile {
        let path = text_property("path", "The file, relative to the project.");
        let spec = ToolSpec {
            name: "delete_file".to_owned(),
            description:
                "Deletes one file. Of a link the link itself goes. Folders are not deleted."
                    .to_owned(),
            input_schema: schema([path], &["path"]),
        };
        DeleteFile { spec, guard }
    }

    fn work(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<ToolResult, String> {
        let path = target(&self.guard, input, cx, Purpose::Remove)?;
        let shown = self.guard.shown(&path);
        match std::fs::symlink_metadata(&path) {
            Ok(it) if it.is_dir() => return Err(format!("`{shown}` is a folder, not a file")),
            Ok(_) => {}
            Err(error) => return Err(content::failed("delete", &shown, &error)),
        }
        std::fs::remove_file(&path).map_err(|it| content::failed("delete", &shown, &it))?;
        Ok(ToolResult {
            changed: vec![path],
            ..ToolResult::done(format!("deleted `{shown}`"), format!("deleted {shown}"))
        })
    }

    fn diff(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<String, String> {
        let path = target(&self.guard, input, cx, Purpose::Remove)?;
        let shown = self.guard.shown(&path);
        if let Ok(target) = std::fs::read_link(&path) {
            return Ok(format!(
                "deletes the link {shown} -> {}\n",
                target.display()
            ));
        }
        let old = content::read(&path, &shown)?;
        Ok(diff::unified(&shown, &old, ""))
    }
}

impl Tool for DeleteFile {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn effect(&self) -> Effect {
        Effect::Acts
    }

    fn preview(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Option<String> {
        Some(self.diff(input, cx).unwrap_or_else(|it| it))
    }

    fn refuses(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Option<String> {
        target(&self.guard, input, cx, Purpose::Remove).err()
    }

    fn run<'a>(&'a self, input: &'a Map<String, Value>, cx: ToolCx<'a>) -> Pending<'a, ToolResult> {
        Box::pin(async move { settle(self.work(input, &cx)) })
    }
}
