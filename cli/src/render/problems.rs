//! Problems, as a compiler prints them.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use stdx::fs::Limit;
use stdx::text::printable;
use stdx::{Place, Problem, Severity};

use crate::context::{Context, Paint};

use super::style::Style;
use super::width::{cut, cut_front, flat, width};

/// The largest file that is read again only to show a line of it.
const LIMIT: Limit = Limit::mebibytes(1);
/// The columns of a shown line; a longer one is shown around its place.
const SHOWN_COLUMNS: usize = 72;

/// Prints each problem with its place, the line it is about and what can be done. Files below `base`
/// are named as seen from there.
pub(crate) fn problems_below(
    out: &mut dyn Write,
    paint: Paint,
    (base, problems): (&Path, &[Problem]),
) -> io::Result<()> {
    print(out, ProblemStyle { paint, base }, problems)
}

fn print(out: &mut dyn Write, style: ProblemStyle<'_>, problems: &[Problem]) -> io::Result<()> {
    let mut sources = Sources::default();
    for problem in problems {
        let text = Printer { problem, style }.text(&mut sources);
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// How problems are printed.
#[derive(Clone, Copy, Debug)]
struct ProblemStyle<'a> {
    paint: Paint,
    /// The folder from which files are named.
    base: &'a Path,
}

/// Prints what a check found, and how much of `what` it looked at.
pub(crate) fn checked(context: &mut Context, problems: &[Problem], what: &str) -> io::Result<()> {
    let below = (context.roots.repository.as_path(), problems);
    let out = &mut context.world.stdout;
    problems_below(out, context.paint, below)?;
    writeln!(out, "{what}: {}", tally(problems))
}

/// `2 errors, 1 warning`, or `no problems`.
pub(crate) fn tally(problems: &[Problem]) -> String {
    let of = |severity| problems.iter().filter(|it| it.severity == severity).count();
    let all = [
        (of(Severity::Error), "error"),
        (of(Severity::Warning), "warning"),
        (of(Severity::Note), "note"),
    ];
    let said: Vec<_> = all
        .iter()
        .filter(|it| it.0 > 0)
        .map(|it| super::counted(it.0, it.1))
        .collect();
    match said.is_empty() {
        true => "no problems".to_owned(),
        false => said.join(", "),
    }
}

/// The files that problems are about, each read once.
#[derive(Default)]
struct Sources {
    files: BTreeMap<PathBuf, Option<Source>>,
}

/// A text and the byte at which each of its lines begins.
struct Source {
    text: String,
    lines: Vec<usize>,
}

impl Source {
    fn read(file: &Path) -> Option<Source> {
        let bytes = stdx::fs::read(file, LIMIT).ok()?;
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
        let text = String::from_utf8_lossy(bytes).into_owned();
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(breaks).collect();
        Some(Source { text, lines })
    }

    fn line(&self, index: usize) -> Option<&str> {
        let start = *self.lines.get(index)?;
        self.text[start..].lines().next()
    }
}

impl Sources {
    /// The line of a file, if the file can be read cheaply and still has that line.
    fn line(&mut self, file: &Path, number: u32) -> Option<&str> {
        let source = self.files.entry(file.to_owned());
        let source = source.or_insert_with(|| Source::read(file)).as_ref()?;
        source.line(usize::try_from(number).ok()?.checked_sub(1)?)
    }
}

struct Printer<'a> {
    problem: &'a Problem,
    style: ProblemStyle<'a>,
}

impl Printer<'_> {
    fn text(&self, sources: &mut Sources) -> String {
        let problem = self.problem;
        let severity = format!("{}[{}]", problem.severity, problem.code);
        let severity = severity_style(problem.severity).paint(&severity, self.style.paint);
        let mut res = format!("{severity}: {}\n", self.indented(&problem.message));
        if let Some(file) = &problem.file {
            res.push_str(&self.location(file));
            if let Some(place) = problem.place
                && let Some(line) = sources.line(file, place.line)
            {
                res.push_str(&self.excerpt(line, place));
            }
        }
        if let Some(hint) = &problem.hint {
            res.push_str(&format!(
                "  {} {}\n",
                self.mark("hint:"),
                self.indented(hint)
            ));
        }
        res
    }

    /// Cleaned text whose further lines stand below the first.
    fn indented(&self, text: &str) -> String {
        printable(text.trim()).replace('\n', "\n  ")
    }

    fn location(&self, file: &Path) -> String {
        let shown = file.strip_prefix(self.style.base).unwrap_or(file);
        let shown = flat(&shown.to_string_lossy());
        let place = self
            .problem
            .place
            .map(|it| format!(":{}:{}", it.line, it.column))
            .unwrap_or_default();
        format!("  {} {shown}{place}\n", self.mark("-->"))
    }

    /// The line, and a caret below the column.
    fn excerpt(&self, line: &str, place: Place) -> String {
        let number = place.line.to_string();
        let column = usize::try_from(place.column)
            .unwrap_or(usize::MAX)
            .saturating_sub(1);
        let (shown, before) = around(line, column);
        let blank = " ".repeat(number.len());
        let bar = self.mark("|");
        let caret = severity_style(self.problem.severity).paint("^", self.style.paint);
        let number = self.mark(&number);
        format!(
            "{blank} {bar}\n{number} {bar} {shown}\n{blank} {bar} {}{caret}\n",
            " ".repeat(before)
        )
    }

    fn mark(&self, text: &str) -> String {
        Style::Mark.paint(text, self.style.paint)
    }
}

/// The part of a line that holds a column, cleaned, and the columns before it.
fn around(line: &str, column: usize) -> (String, usize) {
    let clean = |it: &str| printable(it).replace('\t', " ");
    let split = match line.is_ascii() {
        true => column.min(line.len()),
        false => byte_of(line, column),
    };
    let (before, after) = (
        clean(end_of(&line[..split])),
        clean(start_of(&line[split..])),
    );
    let after = after.trim_end();
    // The part before the place has what the part after it does not need.
    let head = cut_front(&before, SHOWN_COLUMNS - width(after).min(SHOWN_COLUMNS / 2));
    let columns = width(&head);
    let rest = cut(after, SHOWN_COLUMNS - columns);
    (format!("{head}{rest}"), columns)
}

/// Characters on each side of a place that are looked at: a line may be a whole file.
const NEARBY: usize = 4 * SHOWN_COLUMNS;

fn byte_of(text: &str, n_chars: usize) -> usize {
    let found = text.char_indices().nth(n_chars);
    found.map_or(text.len(), |it| it.0)
}

fn start_of(text: &str) -> &str {
    &text[..byte_of(text, NEARBY)]
}

fn end_of(text: &str) -> &str {
    let first = text.char_indices().rev().nth(NEARBY - 1);
    &text[first.map_or(0, |it| it.0)..]
}

fn severity_style(severity: Severity) -> Style {
    match severity {
        Severity::Error => Style::Bad,
        Severity::Warning => Style::Odd,
        Severity::Note => Style::Mark,
    }
}
