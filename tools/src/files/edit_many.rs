//! `edit_files`: several edits, all or none.

use std::path::PathBuf;
use std::sync::Arc;

use missions::{Effect, Tool, ToolCx, ToolResult, ToolSpec};
use serde_json::{Map, Value, json};
use stdx::Pending;

use super::edit::{REQUIRED, edit, properties};
use super::{count, settle, target};
use crate::guard::{Guard, Purpose};
use crate::input::schema;
use crate::{content, diff, edits};

/// Makes several edits in one or more files.
#[derive(Debug)]
pub(crate) struct EditFiles {
    spec: ToolSpec,
    guard: Arc<Guard>,
}

/// One file that several edits went through.
struct Draft {
    path: PathBuf,
    shown: String,
    old: String,
    new: String,
}

impl EditFiles {
    pub(crate) fn new(guard: Arc<Guard>) -> EditFiles {
        let list = json!({
            "type": "array",
            "minItems": 1,
            "description": "The edits, made in this order; a later one sees what an earlier one left.",
            "items": schema(properties(), &REQUIRED),
        });
        let spec = ToolSpec {
            name: "edit_files".to_owned(),
            description: "Makes several edits in one or more files. If one of them does not fit, \
                          no file is changed."
                .to_owned(),
            input_schema: schema([("edits", list)], &["edits"]),
        };
        EditFiles { spec, guard }
    }

    fn drafts(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<Vec<Draft>, String> {
        let mut res = Vec::new();
        for (at, one) in entries(input)?.into_iter().enumerate() {
            let numbered = |it: String| format!("edit {}: {it}; no file was changed", at + 1);
            self.apply(one, cx, &mut res).map_err(numbered)?;
        }
        Ok(res)
    }

    fn apply(
        &self,
        one: &Map<String, Value>,
        cx: &ToolCx<'_>,
        drafts: &mut Vec<Draft>,
    ) -> Result<(), String> {
        let path = target(&self.guard, one, cx, Purpose::Write)?;
        let at = match drafts.iter().position(|it| it.path == path) {
            Some(at) => at,
            None => {
                let shown = self.guard.shown(&path);
                let old = content::read(&path, &shown)?;
                let new = old.clone();
                drafts.push(Draft {
                    path,
                    shown,
                    old,
                    new,
                });
                drafts.len() - 1
            }
        };
        let draft = &mut drafts[at];
        let applied = edits::apply(&draft.new, edit(one)?);
        draft.new = applied.map_err(|it| format!("`{}`: {it}", draft.shown))?.0;
        Ok(())
    }

    fn work(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<ToolResult, String> {
        let drafts = self.drafts(input, cx)?;
        for (at, draft) in drafts.iter().enumerate() {
            if let Err(why) = content::write(&self.guard, &draft.path, &draft.new) {
                return Err(format!("{why}; {}", self.take_back(&drafts[..at])));
            }
        }
        let names: Vec<&str> = drafts.iter().map(|it| it.shown.as_str()).collect();
        let n_edits = count(entries(input)?.len(), "edit", "edits");
        let n_files = count(drafts.len(), "file", "files");
        let text = format!("{n_edits} made in {n_files}: {}", names.join(", "));
        Ok(ToolResult {
            changed: drafts.into_iter().map(|it| it.path).collect(),
            ..ToolResult::done(text, format!("{n_edits} in {n_files}"))
        })
    }

    /// A full disk in the middle leaves the files as they were.
    fn take_back(&self, written: &[Draft]) -> String {
        let back = |it: &&Draft| content::write(&self.guard, &it.path, &it.old).is_err();
        let lost: Vec<&str> = written
            .iter()
            .filter(back)
            .map(|it| it.shown.as_str())
            .collect();
        match lost.is_empty() {
            true => "no file was changed".to_owned(),
            false => format!("changed all the same: {}", lost.join(", ")),
        }
    }
}

fn entries(input: &Map<String, Value>) -> Result<Vec<&Map<String, Value>>, String> {
    let list = input.get("edits").and_then(Value::as_array);
    let list = list.ok_or("`edits` must be a list")?;
    let each = list
        .iter()
        .map(|it| it.as_object().ok_or("an edit must be an object"));
    each.collect::<Result<_, _>>().map_err(str::to_owned)
}

impl Tool for EditFiles {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn effect(&self) -> Effect {
        Effect::Acts
    }

    fn preview(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Option<String> {
        let diff = |it: &Draft| diff::unified(&it.shown, &it.old, &it.new);
        Some(match self.drafts(input, cx) {
            Ok(drafts) => drafts.iter().map(diff).collect(),
            Err(why) => why,
        })
    }

    fn refuses(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Option<String> {
        let entries = entries(input).ok()?;
        entries
            .into_iter()
            .find_map(|it| target(&self.guard, it, cx, Purpose::Write).err())
    }

    fn run<'a>(&'a self, input: &'a Map<String, Value>, cx: ToolCx<'a>) -> Pending<'a, ToolResult> {
        Box::pin(async move { settle(self.work(input, &cx)) })
    }
}
