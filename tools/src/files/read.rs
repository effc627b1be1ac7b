//! `read_file`.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

use missions::{Effect, Tool, ToolCx, ToolResult, ToolSpec};
use serde_json::{Map, Value};
use stdx::Pending;

use super::window::{Cut, Total, Wanted, Window, window};
use super::{count, settle, target};
use crate::content;
use crate::guard::{Guard, Purpose};
use crate::input::{self, number_property, schema, text_property};

/// Lines that are shown unless more or fewer are asked for.
const N_LINES: u64 = 2000;
/// The most bytes that are shown at once.
const N_BYTES: usize = 128 << 10;
/// What is looked at to tell text from anything else.
const PROBE: usize = 8 << 10;

/// Reads a file, or a window of it.
#[derive(Debug)]
pub(crate) struct ReadFile {
    spec: ToolSpec,
    guard: Arc<Guard>,
}

impl ReadFile {
    pub(crate) fn new(guard: Arc<Guard>) -> ReadFile {
        let properties = [
            text_property("path", "The file, relative to the project."),
            number_property("offset", "The first line to read, counted from 1."),
            number_property(
                "limit",
                "How many lines to read at most; 2000 unless given.",
            ),
        ];
        let spec = ToolSpec {
            name: "read_file".to_owned(),
            description:
                "Reads a text file. Of a long one the start is given, and a first line that \
                          says which lines these are; read on with offset."
                    .to_owned(),
            input_schema: schema(properties, &["path"]),
        };
        ReadFile { spec, guard }
    }

    fn work(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<ToolResult, String> {
        let path = target(&self.guard, input, cx, Purpose::Look)?;
        let shown = self.guard.shown(&path);
        let mut reader = open(&path, &shown)?;
        let wanted = Wanted {
            first: input::number(input, "offset").unwrap_or(1).max(1),
            n_lines: input::number(input, "limit").unwrap_or(N_LINES).max(1),
            n_bytes: N_BYTES,
        };
        let window =
            window(&mut reader, wanted).map_err(|it| content::failed("read", &shown, &it))?;
        report(&window, wanted.first, &shown)
    }
}

/// Opens text; anything else is refused, before a pipe could make us wait.
fn open(path: &Path, shown: &str) -> Result<BufReader<File>, String> {
    let failed = |it: std::io::Error| match it.kind() {
        std::io::ErrorKind::NotFound => format!("there is no file `{shown}`"),
        _ => content::failed("read", shown, &it),
    };
    let metadata = std::fs::metadata(path).map_err(failed)?;
    if metadata.is_dir() {
        return Err(format!(
            "`{shown}` is a folder; list_files shows what is in it"
        ));
    }
    if !metadata.is_file() {
        return Err(format!("`{shown}` is no ordinary file"));
    }
    let mut reader = BufReader::with_capacity(PROBE, File::open(path).map_err(failed)?);
    let is_binary = reader.fill_buf().map_err(failed)?.contains(&0);
    match is_binary {
        true => Err(format!("`{shown}` is binary, {} bytes", metadata.len())),
        false => Ok(reader),
    }
}

fn report(window: &Window, first: u64, shown: &str) -> Result<ToolResult, String> {
    let text = String::from_utf8_lossy(&window.bytes);
    let last = first + window.n_lines - u64::from(window.n_lines > 0);
    let of = match window.n_all {
        Total::Lines(it) if window.n_lines == 0 && first > 1 => {
            return Err(format!(
                "`{shown}` has {it} lines, so there is no line {first}"
            ));
        }
        Total::Lines(it) if first == 1 && it <= last => None,
        Total::Lines(it) => Some(it.to_string()),
        Total::Unknown => Some("very many".to_owned()),
    };
    let mut remarks = Vec::new();
    remarks.extend(of.map(|it| format!("lines {first} to {last} of {it}")));
    if window.cut == Cut::Yes {
        remarks.push(format!("line {first} is longer than what is shown of it"));
    }
    if matches!(text, std::borrow::Cow::Owned(_)) && window.cut == Cut::No {
        remarks.push("not all of it is UTF-8: \u{fffd} stands for other bytes".to_owned());
    }
    let n_lines = usize::try_from(window.n_lines).unwrap_or(usize::MAX);
    let summary = count(n_lines, "line", "lines");
    Ok(ToolResult::done(
        with_remarks(&remarks, &text, shown),
        summary,
    ))
}

fn with_remarks(remarks: &[String], text: &str, shown: &str) -> String {
    match (remarks.is_empty(), text.is_empty()) {
        (true, true) => format!("[`{shown}` is empty]"),
        (true, false) => text.to_owned(),
        (false, _) => format!("[{}]\n{text}", remarks.join("; ")),
    }
}

impl Tool for ReadFile {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn effect(&self) -> Effect {
        Effect::Looks
    }

    fn refuses(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Option<String> {
        target(&self.guard, input, cx, Purpose::Look).err()
    }

    fn run<'a>(&'a self, input: &'a Map<String, Value>, cx: ToolCx<'a>) -> Pending<'a, ToolResult> {
        Box::pin(async move { settle(self.work(input, &cx)) })
    }
}
