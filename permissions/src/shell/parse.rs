//! Runs the parser within limits.
//!
//! On text that is a script the parser mostly takes time in proportion to its length. On text that
//! is none it looks for the least surprising way to go on, which may take a thousand times as long;
//! since nothing is believed of such a text anyway, the search is not paid for.

use std::cell::Cell;
use std::rc::Rc;

use tree_sitter::{LogType, ParseOptions, ParseState, Parser, Tree};

/// The longest script that is parsed, in bytes. Longer ones are all but always here-documents,
/// whose texts are taken out before.
const MAX_SCRIPT: usize = 16 * 1024;

/// A script up to this length is parsed to its end, mistakes and all, in bytes.
const MAX_MISTAKEN: usize = 512;

/// How often the parser may report progress; the longest script needs a fifth of it.
const MAX_REPORTS: usize = 5_000;

/// The most that the number of signs which can make the parser look back and forth may be times
/// the length of the script, in bytes.
const MAX_LOOKING: usize = 8 * 1024 * 1024;

/// The syntax tree of a script; nothing if it is too long, or wrong and not short.
pub(crate) fn parse(source: &str) -> Option<Tree> {
    if !is_bounded(source) {
        return None;
    }
    #[cfg(test)]
    crate::tests::count_parse();
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_bash::LANGUAGE.into())
        .ok()?;
    let found_mistake = Rc::new(Cell::new(false));
    if source.len() > MAX_MISTAKEN {
        watch_for_mistakes(&mut parser, Rc::clone(&found_mistake));
    }
    let mut n_reports = 0;
    let mut stop = |_: &ParseState| {
        n_reports += 1;
        n_reports > MAX_REPORTS || found_mistake.get()
    };
    let options = ParseOptions::new().progress_callback(&mut stop);
    let mut text = |at: usize, _| source.as_bytes().get(at..).unwrap_or_default();
    parser.parse_with_options(&mut text, None, Some(options))
}

fn is_bounded(source: &str) -> bool {
    let count = |it: &str| source.matches(it).count();
    let n_signs: usize = ["<", ">", "|", "`", "==", "=~"].map(count).iter().sum();
    source.len() <= MAX_SCRIPT && n_signs * source.len() <= MAX_LOOKING && !source.contains('\0')
}

/// Notes when no reading of the text is left that is free of mistakes.
///
/// The parser says so nowhere but in its log: when it goes on with a reading that it had given up.
/// Should the wording change, long texts full of mistakes get slow, and the test of great sizes
/// with them.
fn watch_for_mistakes(parser: &mut Parser, found: Rc<Cell<bool>>) {
    let logger = move |kind: LogType, message: &str| {
        if matches!(kind, LogType::Parse) && message.starts_with("resume version") {
            found.set(true);
        }
    };
    parser.set_logger(Some(Box::new(logger)));
}
