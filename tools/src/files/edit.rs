//! `edit_file`.

use std::path::PathBuf;
use std::sync::Arc;

use missions::{Effect, Tool, ToolCx, ToolResult, ToolSpec};
use serde_json::{Map, Value};
use stdx::Pending;

use super::{count, settle, target};
use crate::edits::{self, Edit, Occurrences};
use crate::guard::{Guard, Purpose};
use crate::input::{self, Property, schema, switch_property, text_property};
use crate::{content, diff};

/// Replaces one text in one file.
#[derive(Debug)]
pub(crate) struct EditFile {
    spec: ToolSpec,
    guard: Arc<Guard>,
}

/// What describes one edit, here and in a list of several.
pub(super) fn properties() -> [Property; 4] {
    [
        text_property("path", "The file, relative to the project."),
        text_property(
            "old_text",
            "The text to replace, exactly as it stands in the file, blanks included. It must be \
             there once; take lines around it until it is.",
        ),
        text_property("new_text", "What takes its place."),
        switch_property("replace_all", "Replace every place, not the only one."),
    ]
}

pub(super) const REQUIRED: [&str; 3] = ["path", "old_text", "new_text"];

/// One edit out of an input.
pub(super) fn edit(input: &Map<String, Value>) -> Result<Edit<'_>, String> {
    Ok(Edit {
        old: input::text(input, "old_text")?,
        new: input::text(input, "new_text")?,
        occurrences: match input::is_on(input, "replace_all") {
            true => Occurrences::All,
            false => Occurrences::One,
        },
    })
}

struct Planned {
    path: PathBuf,
    shown: String,
    old: String,
    new: String,
    n_places: usize,
}

impl EditFile {
    pub(crate) fn new(guard: Arc<Guard>) -> EditFile {
        let spec = ToolSpec {
            name: "edit_file".to_owned(),
            description: "Replaces a text in a file by another. Read the file first. For several \
                          changes at once use edit_files."
                .to_owned(),
            input_schema: schema(properties(), &REQUIRED),
        };
        EditFile { spec, guard }
    }

    fn plan(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<Planned, String> {
        let path = target(&self.guard, input, cx, Purpose::Write)?;
        let shown = self.guard.shown(&path);
        let old = content::read(&path, &shown)?;
        let applied = edits::apply(&old, edit(input)?);
        let (new, n_places) = applied.map_err(|it| format!("`{shown}`: {it}"))?;
        Ok(Planned {
            path,
            shown,
            old,
            new,
            n_places,
        })
    }

    fn work(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<ToolResult, String> {
        let planned = self.plan(input, cx)?;
        content::write(&self.guard, &planned.path, &planned.new)?;
        let n_places = count(planned.n_places, "place", "places");
        let text = format!("edited `{}`: {n_places}", planned.shown);
        let summary = format!("{}, {n_places}", planned.shown);
        Ok(ToolResult {
            changed: vec![planned.path],
            ..ToolResult::done(text, summary)
        })
    }
}

impl Tool for EditFile {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn effect(&self) -> Effect {
        Effect::Acts
    }

    fn preview(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Option<String> {
        Some(match self.plan(input, cx) {
            Ok(it) => diff::unified(&it.shown, &it.old, &it.new),
            Err(why) => why,
        })
    }

    fn refuses(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Option<String> {
        target(&self.guard, input, cx, Purpose::Write).err()
    }

    fn run<'a>(&'a self, input: &'a Map<String, Value>, cx: ToolCx<'a>) -> Pending<'a, ToolResult> {
        Box::pin(async move { settle(self.work(input, &cx)) })
    }
}
