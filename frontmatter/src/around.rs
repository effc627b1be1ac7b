//! What stands around a header and should not [corpus.md 14].

use stdx::{Place, Problem};

use crate::lines::{is_fence, key_of, looks_like_field};
use crate::split::{Fence, Parts};

/// How far down a header in the wrong place is looked for, in lines.
const MAX_LINES: usize = 60;

/// Problems with what stands before, behind or in place of the header.
pub(crate) fn check(parts: &Parts<'_>) -> Vec<Problem> {
    let problem = match parts.fence {
        Fence::Unclosed => Some(not_closed()),
        Fence::Absent => absent(parts.body),
        Fence::Closed => second_block(parts),
    };
    before(parts).into_iter().chain(problem).collect()
}

fn problem(code: &'static str, message: &str, line: u32) -> Problem {
    Problem::warning(code, message).at(Place { line, column: 1 })
}

fn not_closed() -> Problem {
    let message = "the header is opened by `---` and never closed; the whole file is read as text";
    Problem::error("frontmatter/not-closed", message)
        .at(Place { line: 1, column: 1 })
        .with_hint("write `---` on a line of its own below the last field")
}

fn before(parts: &Parts<'_>) -> Option<Problem> {
    if parts.before.is_empty() {
        return None;
    }
    let (code, message) = if parts.before.trim().is_empty() {
        let message = "blank lines stand before the header; other programs do not see it";
        ("frontmatter/blank-before", message)
    } else {
        let message = "a comment stands before the header; other programs do not see it";
        ("frontmatter/comment-before", message)
    };
    Some(problem(code, message, 1).with_hint("move it below the header"))
}

/// A second header directly below the first.
fn second_block(parts: &Parts<'_>) -> Option<Problem> {
    let blank = parts.body.len() - parts.body.trim_start().len();
    let text = &parts.body[blank..];
    // Nearly every body ends here, before any line is looked for.
    if !text.starts_with("---") {
        return None;
    }
    let lines: Vec<&str> = text.lines().take(MAX_LINES).collect();
    if !is_block(&lines) {
        return None;
    }
    let skipped = parts.body[..blank].matches('\n').count();
    let line = parts.body_line().saturating_add(to_u32(skipped));
    let message = "a second header follows the first; it is part of the text";
    let hint = "join the two";
    Some(problem("frontmatter/second-block", message, line).with_hint(hint))
}

/// What a text without a header may have had in mind.
fn absent(body: &str) -> Option<Problem> {
    let lines: Vec<&str> = body.lines().take(MAX_LINES).collect();
    let opening = lines.first()?;
    if opening.starts_with("---") && is_block_inside(&lines[1..]) {
        let message = "the first line must be nothing but `---` to open a header";
        return Some(problem("frontmatter/opening-line", message, 1));
    }
    if is_block_inside(&lines) && looks_like_field(opening) {
        let message = "this looks like a header whose opening `---` is missing; it is read as text";
        let hint = "write `---` on the line above";
        return Some(problem("frontmatter/opening-line-missing", message, 1).with_hint(hint));
    }
    not_first(&lines)
}

/// A header below other text, but not one in a fence of code that shows how to write one.
fn not_first(lines: &[&str]) -> Option<Problem> {
    let mut is_code = false;
    for (at, line) in lines.iter().enumerate().skip(1) {
        // A fence on the first line is put around the whole file.
        is_code ^= line.trim_start().starts_with("```");
        if !is_code && is_block(&lines[at..]) {
            let message = "a header counts at the very start of a file only; this one is text";
            let hint = "move what stands above it below it";
            let line = to_u32(at).saturating_add(1);
            return Some(problem("frontmatter/not-first", message, line).with_hint(hint));
        }
    }
    None
}

/// Whether a whole header begins with the first line.
fn is_block(lines: &[&str]) -> bool {
    lines.first().is_some_and(|it| is_fence(it)) && is_block_inside(&lines[1..])
}

/// Whether a name or description and a closing fence follow, and nothing but a header before it.
fn is_block_inside(lines: &[&str]) -> bool {
    let Some(end) = lines.iter().position(|it| is_fence(it)) else {
        return false;
    };
    let keys = lines[..end].iter().filter_map(|it| key_of(it));
    let mut known = keys.filter(|(key, _)| matches!(*key, "name" | "description"));
    let first = lines[..end].iter().find(|it| !it.trim().is_empty());
    known.next().is_some() && first.is_some_and(|it| looks_like_field(it))
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
