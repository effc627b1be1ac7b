//! The tools on files, one a module.

mod create;
mod delete;
mod edit;
mod edit_many;
mod find;
mod list;
mod read;
mod search;
mod walk;
mod window;

use std::path::PathBuf;

pub(crate) use create::CreateFile;
pub(crate) use delete::DeleteFile;
pub(crate) use edit::EditFile;
pub(crate) use edit_many::EditFiles;
pub(crate) use find::FindFiles;
pub(crate) use list::ListFiles;
pub(crate) use read::ReadFile;
pub(crate) use search::SearchCode;

use missions::{ToolCx, ToolResult};
use serde_json::{Map, Value};

use crate::guard::{Guard, Purpose};
use crate::input;

/// The file that `path` of the input names.
fn target(
    guard: &Guard,
    input: &Map<String, Value>,
    cx: &ToolCx<'_>,
    purpose: Purpose,
) -> Result<PathBuf, String> {
    let path = input::text(input, "path")?;
    guard
        .check(path, cx.cwd, purpose)
        .map_err(|it| it.to_string())
}

/// The folder or file that `path` of the input names, or the folder of the mission.
fn start(guard: &Guard, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<PathBuf, String> {
    let path = input::optional_text(input, "path").unwrap_or(".");
    guard
        .check(path, cx.cwd, Purpose::Look)
        .map_err(|it| it.to_string())
}

fn settle(res: Result<ToolResult, String>) -> ToolResult {
    res.unwrap_or_else(ToolResult::failed)
}

fn count(n: usize, one: &str, many: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}
