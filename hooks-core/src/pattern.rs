//! Regular expressions as the hosts have them: JavaScript's, bounded in time and space.
//!
//! `regex` comes first; what it refuses for its look-around or back-references goes to `fancy-regex`
//! under a step limit. Patterns are checked when a file is read and compiled when first tested: a
//! file of a hundred hooks costs what its one event needs.

use std::fmt;
use std::sync::{Arc, OnceLock};

use regex_syntax::hir::{Hir, HirKind};

/// A checked pattern.
#[derive(Clone)]
pub(crate) struct Pattern {
    source: String,
    /// One of these texts is in every name that matches; a name without any needs no compiled
    /// pattern. `None` when nothing of the kind is known.
    required: Option<Arc<[Vec<u8>]>>,
    engine: Arc<OnceLock<Engine>>,
}

/// Whether a pattern must cover the whole name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchoring {
    /// Anywhere in the name.
    Anywhere,
    /// The whole name.
    Whole,
}

/// What is wrong with a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct PatternError {
    why: String,
}

enum Engine {
    Linear(regex::bytes::Regex),
    Backtracking(Box<fancy_regex::Regex>),
    /// It was checked and yet does not compile: too large. It matches, so that a guard stays.
    TooLarge,
}

/// Steps after which a backtracking match is given up.
const STEP_LIMIT: usize = 100_000;
/// Bytes that a compiled pattern may take.
const SIZE_LIMIT: usize = 1 << 20;
/// Characters that a pattern may have.
const LENGTH_LIMIT: usize = 10_000;

impl Pattern {
    /// Checks a pattern without compiling it.
    pub(crate) fn read(text: &str, anchoring: Anchoring) -> Result<Pattern, PatternError> {
        if text.len() > LENGTH_LIMIT {
            return Err(PatternError::new(format!(
                "it is longer than {LENGTH_LIMIT} characters"
            )));
        }
        if let Some(why) = not_javascript(text) {
            return Err(PatternError::new(why));
        }
        let source = match anchoring {
            Anchoring::Anywhere => text.to_owned(),
            Anchoring::Whole => format!("^(?:{text})$"),
        };
        // The text is read by itself: `a)|(b` must not become a pattern by what stands around it.
        let parsed = parse(text);
        let pattern = Pattern {
            required: parsed.as_ref().and_then(required).map(Into::into),
            source,
            engine: Arc::new(OnceLock::new()),
        };
        if parsed.is_none() {
            pattern.check_backtracking(text)?;
        }
        Ok(pattern)
    }

    /// Compiles at once what only the backtracking engine can read: it has no cheaper check.
    fn check_backtracking(&self, text: &str) -> Result<(), PatternError> {
        backtracking(text)?;
        let engine = backtracking(&self.source)?;
        self.engine.get_or_init(|| engine);
        Ok(())
    }

    /// Whether the name matches. A match that takes too many steps counts as one: a guard must not
    /// vanish because its pattern is slow.
    pub(crate) fn matches(&self, name: &str) -> bool {
        if self
            .required
            .as_ref()
            .is_some_and(|it| !holds_any(name, it))
        {
            return false;
        }
        match self.engine.get_or_init(|| linear(&self.source)) {
            Engine::Linear(regex) => regex.is_match(name.as_bytes()),
            Engine::Backtracking(regex) => regex.is_match(name).unwrap_or(true),
            Engine::TooLarge => true,
        }
    }
}

fn parse(source: &str) -> Option<Hir> {
    let mut parser = regex_syntax::ParserBuilder::new()
        .unicode(!source.is_ascii())
        .utf8(false)
        .nest_limit(50)
        .build();
    parser.parse(source).ok()
}

/// Texts of which every match holds at least one: compiling a pattern costs a hundred times more than
/// looking for them, and most patterns of a file are not about the tool at hand.
fn required(hir: &Hir) -> Option<Vec<Vec<u8>>> {
    match hir.kind() {
        HirKind::Literal(literal) => Some(vec![literal.0.to_vec()]),
        HirKind::Capture(capture) => required(&capture.sub),
        HirKind::Repetition(repeated) if repeated.min > 0 => required(&repeated.sub),
        HirKind::Concat(parts) => parts
            .iter()
            .filter_map(required)
            .max_by_key(|it| shortest(it)),
        HirKind::Alternation(branches) => {
            let each: Option<Vec<_>> = branches.iter().map(required).collect();
            each.map(|it| it.into_iter().flatten().collect())
        }
        HirKind::Empty | HirKind::Class(_) | HirKind::Look(_) | HirKind::Repetition(_) => None,
    }
}

fn shortest(texts: &[Vec<u8>]) -> usize {
    texts.iter().map(Vec::len).min().unwrap_or_default()
}

fn holds_any(name: &str, texts: &[Vec<u8>]) -> bool {
    let name = name.as_bytes();
    let holds = |text: &Vec<u8>| {
        name.windows(text.len().max(1))
            .any(|it| it == text.as_slice())
    };
    texts.iter().any(|it| it.is_empty() || holds(it))
}

/// JavaScript's `\w` and `\d` are ASCII, so an ASCII pattern needs no Unicode tables; they cost thirty
/// times more to compile.
fn linear(source: &str) -> Engine {
    let built = regex::bytes::RegexBuilder::new(source)
        .unicode(!source.is_ascii())
        .size_limit(SIZE_LIMIT)
        .nest_limit(50)
        .build();
    built.map_or(Engine::TooLarge, Engine::Linear)
}

fn backtracking(source: &str) -> Result<Engine, PatternError> {
    let built = fancy_regex::RegexBuilder::new(source)
        .backtrack_limit(STEP_LIMIT)
        .delegate_size_limit(SIZE_LIMIT)
        .build();
    match built {
        Ok(regex) => Ok(Engine::Backtracking(Box::new(regex))),
        Err(error) => Err(PatternError::new(first_line(&error.to_string()))),
    }
}

/// What our engines would read and JavaScript refuses: inline flags such as `(?i)`, and a quantifier
/// on a quantifier such as `**`.
fn not_javascript(text: &str) -> Option<String> {
    let mut characters = text.chars().peekable();
    let mut quantified = Quantified::No;
    let mut in_class = false;
    while let Some(it) = characters.next() {
        match it {
            '\\' => {
                characters.next();
                quantified = Quantified::No;
            }
            '[' if !in_class => in_class = true,
            ']' => {
                in_class = false;
                quantified = Quantified::No;
            }
            _ if in_class => {}
            '(' if is_inline_flag(characters.clone()) => {
                return Some("it has an inline flag, which JavaScript has not".to_owned());
            }
            '*' | '+' => match quantified {
                Quantified::No => quantified = Quantified::Once,
                Quantified::Once | Quantified::Lazy => {
                    return Some(format!("nothing to repeat before `{it}`"));
                }
            },
            '?' => {
                quantified = match quantified {
                    Quantified::No => Quantified::Once,
                    Quantified::Once => Quantified::Lazy,
                    Quantified::Lazy => return Some("nothing to repeat before `?`".to_owned()),
                }
            }
            '(' | '|' => quantified = Quantified::No,
            _ => quantified = Quantified::No,
        }
    }
    None
}

/// Whether the atom before the cursor has a quantifier.
#[derive(Clone, Copy)]
enum Quantified {
    No,
    Once,
    Lazy,
}

/// Whether the text after a parenthesis is `?i)` or its like. `(?i:…)` is JavaScript's own.
fn is_inline_flag(mut after: std::iter::Peekable<std::str::Chars<'_>>) -> bool {
    if after.next() != Some('?') {
        return false;
    }
    let mut n_flags = 0;
    for it in after {
        match it {
            'a'..='z' | 'A'..='Z' | '-' => n_flags += 1,
            ')' => return n_flags > 0,
            _ => return false,
        }
    }
    false
}

fn first_line(text: &str) -> String {
    text.lines()
        .next()
        .unwrap_or("it cannot be read")
        .to_lowercase()
}

impl PatternError {
    fn new(why: String) -> PatternError {
        PatternError { why }
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Pattern").field(&self.source).finish()
    }
}
