//! Finds the commands in a skill's text, and leaves alone what only shows one.

use std::ops::Range;

/// The commands of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Injections {
    /// Those that run, in order.
    pub found: Vec<Found>,
    /// Bytes at which a command stands inside code, and so is shown and not run.
    pub shown: Vec<usize>,
    /// Bytes at which a block of commands begins that is never closed; its text stays.
    pub unclosed: Vec<usize>,
}

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// All that its output replaces.
    pub whole: Range<usize>,
    /// The command itself.
    pub command: Range<usize>,
}

/// Looks for ``!`command` `` at the start of a line or after a blank, and for blocks that three
/// backticks and `!` open.
///
/// Inside an ordinary fence or code span a command is documentation: Claude Code was seen to run
/// it there, and we do not. An indented line is no code here, for commands stand in lists too.
pub(crate) fn injections(text: &str) -> Injections {
    let mut finder = Finder {
        text,
        res: Injections::default(),
        state: State::Prose,
    };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        finder.line(start, line);
        start += line.len();
    }
    if let State::Block { whole, .. } = finder.state {
        finder.res.unclosed.push(whole);
    }
    finder.res
}

#[derive(Clone, Copy, Debug)]
enum State {
    Prose,
    /// An ordinary fence of `length` marks.
    Fence {
        mark: char,
        length: usize,
    },
    /// A block of commands: where its fence and its first line begin.
    Block {
        whole: usize,
        command: usize,
    },
}

struct Finder<'t> {
    text: &'t str,
    res: Injections,
    state: State,
}

impl Finder<'_> {
    fn line(&mut self, start: usize, line: &str) {
        match self.state {
            State::Prose => self.prose(start, line),
            State::Fence { mark, length } => {
                if closes(line, mark, length) {
                    self.state = State::Prose;
                } else {
                    self.note_shown(start..start + line.len());
                }
            }
            State::Block { whole, command } => {
                if closes(line, '`', 3) {
                    self.close_block(whole, command..start, start + line.trim_end().len());
                }
            }
        }
    }

    fn close_block(&mut self, whole: usize, command: Range<usize>, end: usize) {
        if !self.text[command.clone()].trim().is_empty() {
            self.res.found.push(Found {
                whole: whole..end,
                command,
            });
        }
        self.state = State::Prose;
    }

    fn prose(&mut self, start: usize, line: &str) {
        let Some((mark, length, info)) = fence(line) else {
            return self.inline(start, line);
        };
        self.state = if mark == '`' && length == 3 && info == "!" {
            State::Block {
                whole: start + (line.len() - line.trim_start().len()),
                command: start + line.len(),
            }
        } else {
            State::Fence { mark, length }
        };
    }

    fn inline(&mut self, start: usize, line: &str) {
        let mut at = 0;
        while let Some(tick) = line[at..].find('`').map(|it| at + it) {
            let length = run(&line[tick..], '`');
            let after = tick + length;
            let Some(end) = closing_run(line, after, length) else {
                at = after;
                continue;
            };
            let content = start + after..start + end;
            if length == 1 && is_called(&line[..tick]) && !line[after..end].trim().is_empty() {
                self.res.found.push(Found {
                    whole: start + tick - 1..start + end + 1,
                    command: content,
                });
            } else {
                self.note_shown(content);
            }
            at = end + length;
        }
    }

    fn note_shown(&mut self, range: Range<usize>) {
        let inside = &self.text[range.clone()];
        let found = inside.match_indices("!`").find(|(at, _)| {
            let rest = &inside[at + 2..];
            is_called(&inside[..=*at]) && rest.contains('`')
        });
        self.res.shown.extend(found.map(|(at, _)| range.start + at));
    }
}

/// Whether what stands before a backtick makes a command of it: a `!` which follows nothing or a
/// blank.
fn is_called(before: &str) -> bool {
    let Some(rest) = before.strip_suffix('!') else {
        return false;
    };
    rest.chars().next_back().is_none_or(char::is_whitespace)
}

/// Where the next run of exactly `length` backticks begins.
fn closing_run(line: &str, from: usize, length: usize) -> Option<usize> {
    let mut at = from;
    while let Some(tick) = line[at..].find('`').map(|it| at + it) {
        let found = run(&line[tick..], '`');
        if found == length {
            return Some(tick);
        }
        at = tick + found;
    }
    None
}

/// The mark, its count and the words of a line that opens a fence.
fn fence(line: &str) -> Option<(char, usize, &str)> {
    let line = line.trim();
    let mark = line.chars().next().filter(|it| matches!(it, '`' | '~'))?;
    let length = run(line, mark);
    let info = line[length..].trim();
    // Words with a backtick make the line a code span.
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some((mark, length, info))
}

fn closes(line: &str, mark: char, length: usize) -> bool {
    let line = line.trim();
    let found = run(line, mark);
    found >= length && found == line.len()
}

fn run(text: &str, mark: char) -> usize {
    text.bytes().take_while(|it| *it == mark as u8).count()
}
