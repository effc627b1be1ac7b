//! Finds `@path` in Markdown, outside of code.

use std::ops::Range;

/// A word of the form `@path`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mention {
    /// The path without the sign, with escaped spaces read.
    pub(crate) path: String,
    /// Where the sign stands, in bytes.
    pub(crate) offset: usize,
}

impl Mention {
    /// Whether its author plainly meant a file; `@anna` and `@types/node` are talk.
    pub(crate) fn is_plainly_a_path(&self) -> bool {
        let last = self.path.rsplit('/').next().unwrap_or(&self.path);
        let has_extension = last.rsplit_once('.').is_some_and(|(_, it)| !it.is_empty());
        self.is_rooted() || has_extension
    }

    fn is_rooted(&self) -> bool {
        ["./", "../", "~/", "/"]
            .iter()
            .any(|it| self.path.starts_with(it))
    }
}

/// Every `@path` of `text` that stands in prose, in order.
pub(crate) fn mentions(text: &str) -> Vec<Mention> {
    let mut res = Vec::new();
    for paragraph in paragraphs(text) {
        for prose in outside_spans(&text[paragraph.clone()]) {
            let start = paragraph.start + prose.start;
            let end = paragraph.start + prose.end;
            collect(text, start..end, &mut res);
        }
    }
    res
}

fn collect(text: &str, prose: Range<usize>, res: &mut Vec<Mention>) {
    for (index, _) in text[prose.clone()].match_indices('@') {
        let offset = prose.start + index;
        let before = text[..offset].chars().next_back();
        if before.is_some_and(|it| !it.is_whitespace()) {
            continue;
        }
        let path = path_at(&text[offset + 1..prose.end]);
        if !path.is_empty() {
            res.push(Mention { path, offset });
        }
    }
}

/// The path at the start of `text`: up to white space that is not escaped, without the marks that
/// end a sentence.
fn path_at(text: &str) -> String {
    let mut res = String::new();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '\\' if chars.peek() == Some(&' ') => res.extend(chars.next()),
            it if it.is_whitespace() => break,
            it => res.push(it),
        }
    }
    let is_end_mark = |it: char| ".,;:!?)]}\"'*".contains(it);
    res.truncate(res.trim_end_matches(is_end_mark).len());
    res
}

/// Runs of lines without a blank one, outside of fences; a span of code never leaves one.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut res = Vec::new();
    let mut fence = None;
    let mut start = None;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let is_prose = is_prose(line, &mut fence);
        match (is_prose, start) {
            (true, None) => start = Some(offset),
            (false, Some(from)) => {
                res.push(from..offset);
                start = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
        offset += line.len();
    }
    res.extend(start.map(|from| from..text.len()));
    res
}

/// A line of three or more backticks or tildes, which opens a block of code.
#[derive(Clone, Copy)]
struct Fence {
    mark: char,
    length: usize,
}

fn is_prose(line: &str, fence: &mut Option<Fence>) -> bool {
    let line = line.trim();
    match *fence {
        Some(open) => {
            if closes(line, open) {
                *fence = None;
            }
            false
        }
        None => {
            *fence = opened_by(line);
            fence.is_none() && !line.is_empty()
        }
    }
}

/// Quotes and items of lists may hold fences, so their marks are looked past.
fn opened_by(line: &str) -> Option<Fence> {
    let line = line.trim_start_matches(['>', '-', '*', '+', ' ']);
    let mark = line.chars().next().filter(|it| ['`', '~'].contains(it))?;
    let length = line.len() - line.trim_start_matches(mark).len();
    // Backticks after backticks are a span of code in one line.
    let is_span = mark == '`' && line[length..].contains('`');
    (length >= 3 && !is_span).then_some(Fence { mark, length })
}

fn closes(line: &str, fence: Fence) -> bool {
    let line = line.trim_start_matches(['>', ' ']);
    line.len() >= fence.length && line.chars().all(|it| it == fence.mark)
}

/// The parts of a paragraph outside of spans of code: a run of backticks closes at the next run of
/// the same length, and is plain text if there is none.
fn outside_spans(text: &str) -> Vec<Range<usize>> {
    let runs = runs_of_backticks(text);
    let mut res = Vec::new();
    let mut start = 0;
    let mut index = 0;
    while let Some(open) = runs.get(index) {
        let rest = &runs[index + 1..];
        match rest.iter().position(|it| it.len() == open.len()) {
            Some(distance) => {
                res.push(start..open.start);
                start = rest[distance].end;
                index += distance + 2;
            }
            None => index += 1,
        }
    }
    res.push(start..text.len());
    res
}

fn runs_of_backticks(text: &str) -> Vec<Range<usize>> {
    let mut res: Vec<Range<usize>> = Vec::new();
    for (index, _) in text.match_indices('`') {
        match res.last_mut() {
            Some(last) if last.end == index => last.end += 1,
            _ => res.push(index..index + 1),
        }
    }
    res
}
