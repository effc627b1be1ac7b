//! `find_files`.

use std::sync::Arc;

use missions::{Effect, Tool, ToolCx, ToolResult, ToolSpec};
use serde_json::{Map, Value};
use stdx::Pending;

use super::walk::{Capped, Pattern, Route, is_file, walk};
use super::{count, settle, start};
use crate::guard::Guard;
use crate::input::{self, schema, text_property};

/// The most paths that are shown.
const MOST: usize = 200;

/// Finds files by their names.
#[derive(Debug)]
pub(crate) struct FindFiles {
    spec: ToolSpec,
    guard: Arc<Guard>,
}

impl FindFiles {
    pub(crate) fn new(guard: Arc<Guard>) -> FindFiles {
        let properties = [
            text_property(
                "pattern",
                "A glob such as `*.rs`, `src/**/*.ts` or `{Cargo,package}.*`. Without a slash it is \
                 compared with names at any depth.",
            ),
            text_property("path", "The folder to look in; the project unless given."),
        ];
        let spec = ToolSpec {
            name: "find_files".to_owned(),
            description:
                "Finds files whose path matches a glob. What .gitignore names is left out."
                    .to_owned(),
            input_schema: schema(properties, &["pattern"]),
        };
        FindFiles { spec, guard }
    }

    fn work(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<ToolResult, String> {
        let folder = start(&self.guard, input, cx)?;
        let pattern = Pattern::new(input::text(input, "pattern")?)?;
        let mut lines = Capped::new(MOST);
        let route = Route {
            guard: &self.guard,
            start: &folder,
            depth: None,
            cancel: cx.cancel,
        };
        walk(route)
            .filter(|it| is_file(it) && pattern.matches(it.path(), &folder))
            .for_each(|it| lines.push(|| self.guard.shown(it.path())));
        let summary = count(lines.n_all(), "file", "files");
        let text = lines.text("[no file matches]", cx.cancel);
        Ok(ToolResult::done(text, summary))
    }
}

impl Tool for FindFiles {
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
