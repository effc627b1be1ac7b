//! Where each field of a broken header begins and ends.

use stdx::{Place, Problem};

use crate::lines::{key_of, looks_like_field, quoted_len};

/// Keys that begin a field even in the midst of a text that is not indented. Others, like the
/// `user:` and `Context:` of an example, are part of the text there.
const KNOWN_KEYS: [&str; 62] = [
    "agent",
    "allowed-tools",
    "allowedTools",
    "allowed_tools",
    "alwaysApply",
    "argument-hint",
    "arguments",
    "author",
    "background",
    "capabilities",
    "category",
    "color",
    "command",
    "compatibility",
    "context",
    "date_added",
    "dependencies",
    "description",
    "disable-model-invocation",
    "disallowed-tools",
    "disallowedTools",
    "displayName",
    "effort",
    "experimental",
    "globs",
    "homepage",
    "hooks",
    "initialPrompt",
    "isolation",
    "keywords",
    "license",
    "maxTurns",
    "mcp",
    "mcp-servers",
    "mcpServers",
    "memory",
    "metadata",
    "mode",
    "model",
    "models",
    "name",
    "omitClaudeMd",
    "origin",
    "owner",
    "paths",
    "permissionMode",
    "priority",
    "related_skills",
    "repository",
    "risk",
    "role",
    "scope",
    "shell",
    "skills",
    "source",
    "tags",
    "tools",
    "triggers",
    "user-invocable",
    "user-invokable",
    "version",
    "when_to_use",
];

/// How far the end of a quoted text is looked for, in lines.
const MAX_QUOTED_LINES: usize = 200;

/// The lines of one field.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    /// The key without quotation marks.
    pub(super) key: &'a str,
    /// The line of the file on which it begins.
    pub(super) line: u32,
    /// By how many blanks the whole header is indented.
    pub(super) indent: usize,
    /// Its lines without line ends; a line that belongs to no field is empty.
    pub(super) lines: Vec<&'a str>,
    /// Whether its text goes on at column 1.
    pub(super) is_overflowing: bool,
}

impl<'a> Entry<'a> {
    /// Its lines as they stand, with line ends.
    pub(super) fn text(&self) -> String {
        let mut res = self.lines.join("\n");
        res.push('\n');
        res
    }

    /// Where its key stands.
    pub(super) fn place(&self) -> Place {
        self.place_at(0, self.indent)
    }

    /// The place of byte `offset` in its line `index`.
    pub(super) fn place_at(&self, index: usize, offset: usize) -> Place {
        let line = self.lines[index];
        let before = &line[..line.floor_char_boundary(offset)];
        Place {
            line: self.line.saturating_add(to_u32(index)),
            column: to_u32(before.chars().count()).saturating_add(1),
        }
    }

    /// What stands behind the colon on the first line, trimmed, and at which byte.
    pub(super) fn first_value(&self) -> (usize, &'a str) {
        let line = self.lines[0];
        let rest = key_of(&line[self.indent..]).map_or("", |(_, rest)| rest);
        let end = line.trim_end().len();
        let value = rest.trim();
        (end - rest.trim_start().len(), value)
    }
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Cuts `text` into entries; lines before the first and marks of further documents are reported.
pub(super) fn cut<'a>(text: &'a str, line: u32, problems: &mut Vec<Problem>) -> Vec<Entry<'a>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut cutter = Cutter {
        indent: indent(&lines),
        entries: Vec::new(),
        problems,
    };
    let mut at = 0;
    while at < lines.len() {
        at += cutter.take(&lines[at..], line.saturating_add(to_u32(at)));
    }
    cutter.entries
}

/// By how many blanks the first line with a field is indented.
fn indent(lines: &[&str]) -> usize {
    let mut texts = lines.iter().filter(|it| !it.trim().is_empty());
    let is_field = |it: &&&str| looks_like_field(it.trim_start());
    texts
        .find(is_field)
        .map_or(0, |it| it.len() - it.trim_start_matches(' ').len())
}

struct Cutter<'a, 'p> {
    indent: usize,
    entries: Vec<Entry<'a>>,
    problems: &'p mut Vec<Problem>,
}

impl<'a> Cutter<'a, '_> {
    /// Puts the first line of `lines` where it belongs, with those that follow it for certain; how
    /// many that were.
    fn take(&mut self, lines: &[&'a str], number: u32) -> usize {
        let line = lines[0];
        let at_margin = strip_indent(line, self.indent);
        if let Some(key) = at_margin.and_then(|it| self.starts_field(it)) {
            return self.begin(key, lines, number);
        }
        let kept = if is_document_mark(line) {
            self.problems.push(document_mark(number));
            ""
        } else {
            line
        };
        match self.entries.last_mut() {
            Some(entry) => {
                entry.is_overflowing |=
                    at_margin.is_some_and(is_text_at_margin) && !kept.is_empty();
                entry.lines.push(kept);
            }
            None => self.problems.extend(stray(kept, number)),
        }
        1
    }

    /// The key, if the line begins a field.
    fn starts_field(&self, line: &'a str) -> Option<&'a str> {
        let (key, _) = key_of(line)?;
        let is_in_text = self.entries.last().is_some_and(|it| it.is_overflowing);
        (!is_in_text || KNOWN_KEYS.contains(&key)).then_some(key)
    }

    fn begin(&mut self, key: &'a str, lines: &[&'a str], number: u32) -> usize {
        let mut entry = Entry {
            key,
            line: number,
            indent: self.indent,
            lines: vec![lines[0]],
            is_overflowing: false,
        };
        let (_, value) = entry.first_value();
        let more = quoted_lines(value, &lines[1..]);
        entry.lines.extend(&lines[1..=more]);
        self.entries.push(entry);
        more + 1
    }
}

/// The line without the indentation of the header; `None` if it has more or less of it.
fn strip_indent(line: &str, indent: usize) -> Option<&str> {
    let rest = line.get(indent..)?;
    let is_margin = line[..indent].bytes().all(|it| it == b' ');
    (is_margin && !rest.starts_with([' ', '\t'])).then_some(rest)
}

/// Whether a line at the margin is text, and no comment, list item or closing bracket.
fn is_text_at_margin(line: &str) -> bool {
    let is_item = line == "-" || line.starts_with("- ");
    !line.trim().is_empty() && !is_item && !line.starts_with(['#', ']', '}'])
}

/// Over how many further lines a quoted text goes on that is not closed on its own.
fn quoted_lines(value: &str, lines: &[&str]) -> usize {
    if !value.starts_with(['"', '\'']) || quoted_len(value).is_some() {
        return 0;
    }
    let mut text = value.to_owned();
    for (count, line) in lines.iter().take(MAX_QUOTED_LINES).enumerate() {
        let is_field = key_of(line).is_some_and(|(key, _)| KNOWN_KEYS.contains(&key));
        if is_field {
            return 0;
        }
        // Only the new line needs a look: the text before it is still open.
        text.truncate(1);
        text.push_str(line);
        if let Some(len) = quoted_len(&text) {
            return if text[len..].trim().is_empty() {
                count + 1
            } else {
                0
            };
        }
    }
    0
}

/// `...` or `---` with text behind it, which begin another document.
fn is_document_mark(line: &str) -> bool {
    let rest = line
        .strip_prefix("---")
        .or_else(|| line.strip_prefix("..."));
    rest.is_some_and(|it| it.is_empty() || it.starts_with([' ', '\t']))
}

fn document_mark(line: u32) -> Problem {
    let message = "this line begins another document, of which a header has one; it is left out";
    Problem::warning("frontmatter/more-than-one-document", message)
        .at(Place { line, column: 1 })
        .with_hint("write the key that belongs here, or remove the line")
}

fn stray(line: &str, number: u32) -> Option<Problem> {
    if line.trim().is_empty() || line.trim_start().starts_with('#') {
        return None;
    }
    let place = Place {
        line: number,
        column: 1,
    };
    let message = "this line belongs to no field; it is left out";
    let problem = Problem::warning("frontmatter/stray-line", message).at(place);
    Some(problem.with_hint("write `key: value`"))
}
