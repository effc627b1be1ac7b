//! `search_code`.

use std::path::Path;
use std::sync::Arc;

use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use grep_searcher::sinks::Lossy;
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder};
use missions::{Effect, Tool, ToolCx, ToolResult, ToolSpec};
use serde_json::{Map, Value};
use stdx::{Cancel, Pending};

use super::walk::{Capped, Pattern, Route, is_file, walk};
use super::{count, settle, start};
use crate::guard::Guard;
use crate::input::{self, number_property, schema, switch_property, text_property};

/// Matches that are shown unless more or fewer are asked for.
const MOST: u64 = 200;
/// Matches that are shown at the very most.
const CEILING: u64 = 2000;
/// Characters of a line that are shown.
const LINE: usize = 400;
/// Memory that an expression may take; a longer one is a mistake or an attack.
const EXPRESSION: usize = 10 << 20;

/// Finds lines by what they say.
#[derive(Debug)]
pub(crate) struct SearchCode {
    spec: ToolSpec,
    guard: Arc<Guard>,
}

/// What is looked for.
struct Query {
    matcher: RegexMatcher,
    glob: Option<Pattern>,
    most: usize,
}

impl SearchCode {
    pub(crate) fn new(guard: Arc<Guard>) -> SearchCode {
        let properties = [
            text_property("pattern", "A regular expression, matched line by line."),
            text_property(
                "path",
                "The folder or file to search; the project unless given.",
            ),
            text_property("glob", "Only files whose path matches, such as `*.rs`."),
            switch_property(
                "case_insensitive",
                "Take small and capital letters as the same.",
            ),
            number_property(
                "max_results",
                "How many lines to show at most; 200 unless given.",
            ),
        ];
        let spec = ToolSpec {
            name: "search_code".to_owned(),
            description: "Searches file contents. Gives `path:line: text` for each line that \
                          matches. Binary files and what .gitignore names are left out."
                .to_owned(),
            input_schema: schema(properties, &["pattern"]),
        };
        SearchCode { spec, guard }
    }

    fn work(&self, input: &Map<String, Value>, cx: &ToolCx<'_>) -> Result<ToolResult, String> {
        let start = start(&self.guard, input, cx)?;
        if let Err(it) = std::fs::metadata(&start) {
            return Err(crate::content::failed(
                "search",
                &self.guard.shown(&start),
                &it,
            ));
        }
        let query = query(input)?;
        let mut lines = Capped::new(query.most);
        let n_files = self.search_all(&start, &query, (&mut lines, cx.cancel));
        let n_lines = count(lines.n_all(), "match", "matches");
        let summary = format!("{n_lines} in {}", count(n_files, "file", "files"));
        let text = lines.text("[no line matches]", cx.cancel);
        Ok(ToolResult::done(text, summary))
    }

    /// Tells in how many files there was a match.
    fn search_all(&self, start: &Path, query: &Query, to: (&mut Capped, &Cancel)) -> usize {
        let (lines, cancel) = to;
        let route = Route {
            guard: &self.guard,
            start,
            depth: None,
            cancel,
        };
        let is_wanted = |path: &Path| {
            let glob = query.glob.as_ref();
            glob.is_none_or(|it| it.matches(path, start))
        };
        let files = walk(route).filter(|it| is_file(it) && is_wanted(it.path()));
        files
            .filter(|it| {
                let n_before = lines.n_all();
                self.search(it.path(), query, lines);
                lines.n_all() > n_before
            })
            .count()
    }

    /// A file that cannot be read has no matches.
    fn search(&self, path: &Path, query: &Query, lines: &mut Capped) {
        let shown = self.guard.shown(path);
        let sink = Lossy(|number, line| {
            lines.push(|| format!("{shown}:{number}: {}", shorten(line)));
            Ok(true)
        });
        let _unreadable = searcher().search_path(&query.matcher, path, sink);
    }
}

fn query(input: &Map<String, Value>) -> Result<Query, String> {
    let pattern = input::text(input, "pattern")?;
    let matcher = RegexMatcherBuilder::new()
        .case_insensitive(input::is_on(input, "case_insensitive"))
        .line_terminator(Some(b'\n'))
        .size_limit(EXPRESSION)
        .dfa_size_limit(EXPRESSION)
        .build(pattern)
        .map_err(|it| format!("`{pattern}` is not a regular expression: {it}"))?;
    let most = input::number(input, "max_results")
        .unwrap_or(MOST)
        .min(CEILING);
    Ok(Query {
        matcher,
        glob: input::optional_text(input, "glob")
            .map(Pattern::new)
            .transpose()?,
        most: usize::try_from(most).unwrap_or(usize::MAX),
    })
}

fn searcher() -> Searcher {
    SearcherBuilder::new()
        .line_number(true)
        .binary_detection(BinaryDetection::quit(0))
        // A line of a minified file may be all of it.
        .heap_limit(Some(64 << 20))
        .build()
}

fn shorten(line: &str) -> String {
    let line = line.trim_end_matches(['\n', '\r']);
    match stdx::text::cut_chars(line, LINE) {
        (start, true) => format!("{start}…"),
        (line, false) => line.to_owned(),
    }
}

impl Tool for SearchCode {
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
