//! `create_file`.

use std::sync::Arc;

use missions::{Effect, Tool, ToolCx, ToolResult, ToolSpec};
use serde_json::{Map, Value};
use stdx::Pending;

use super::{settle, target};
use crate::guard::{Guard, Purpose};
use crate::input::{self, schema, text_property};
use crate::{content, diff};

/// Writes a whole file.
#[derive(Debug)]
pub(crate) struct CreateFile {
    spec: ToolSpec,
    guard: Arc<Guard>,
}

impl CreateFile {
    pub(crate) fn new(guard: Arc<Guard>) -> CreateFile {
        let properties = [
            text_property("path", "The file, relative to the project."),
            text_property("content", "Everything that the file is to hold."),
        ];
        let spec = ToolSpec {
            name: "create_file".to_owned(),
            description:
                "Writes a whole file, and makes the folders on the way to it. A file that \
                          is there already is replaced; to change a part of one use edit_file."
                    .to_owned(),
            input_schema: schema(properties, &["path", "content"]),
        };
        CreateFile { spec, guard }
    }

    fn work(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<ToolResult, String> {
        let path = target(&self.guard, input, cx, Purpose::Write)?;
        let content = input::text(input, "content")?;
        let shown = self.guard.shown(&path);
        let was_there = path.exists();
        content::write(&self.guard, &path, content)?;
        let verb = if was_there { "replaced" } else { "created" };
        let n_lines = content.lines().count();
        let summary = format!("{verb} {shown}");
        let text = format!("{verb} `{shown}`: {n_lines} lines, {} bytes", content.len());
        Ok(ToolResult {
            changed: vec![path],
            ..ToolResult::done(text, summary)
        })
    }

    fn diff(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<String, String> {
        let path = target(&self.guard, input, cx, Purpose::Write)?;
        let shown = self.guard.shown(&path);
        let old = content::read_or_empty(&path, &shown)?.unwrap_or_default();
        Ok(diff::unified(&shown, &old, input::text(input, "content")?))
    }
}

impl Tool for CreateFile {
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
        target(&self.guard, input, cx, Purpose::Write).err()
    }

    fn run<'a>(&'a self, input: &'a Map<String, Value>, cx: ToolCx<'a>) -> Pending<'a, ToolResult> {
        Box::pin(async move { settle(self.work(input, &cx)) })
    }
}
