//! Which tools, sources or triggers a hook waits for.

use std::fmt;

use crate::pattern::{Anchoring, Pattern, PatternError};
use crate::rules::{BadMatcher, MatcherGrammar};

/// A matcher, read by the grammar of its dialect.
#[derive(Clone)]
pub struct Matcher {
    text: Option<String>,
    test: Test,
}

#[derive(Clone)]
enum Test {
    Everything,
    Names(Vec<String>),
    Pattern(Pattern),
    Globs(Vec<String>),
    Nothing,
}

/// Which characters a plain list of names may hold in Claude Code's grammar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListCharacters {
    /// Letters, digits, `_`, `-`, blank, `,` and `|`.
    #[default]
    Wide,
    /// Letters, digits, `_` and `|`: on `FileChanged` and `StopFailure`.
    Narrow,
}

/// How to read a matcher.
#[derive(Clone, Copy, Debug)]
pub struct MatcherRules {
    /// The grammar.
    pub grammar: MatcherGrammar,
    /// What a matcher that cannot be read means.
    pub bad: BadMatcher,
    /// What counts as a plain list.
    pub list: ListCharacters,
}

impl Matcher {
    /// A matcher that is absent: everything.
    pub fn everything() -> Matcher {
        Matcher {
            text: None,
            test: Test::Everything,
        }
    }

    /// The same matcher, showing the text that the file has.
    pub(crate) fn named(mut self, text: &str) -> Matcher {
        self.text = Some(text.to_owned());
        self
    }

    /// Reads a matcher. The error tells what is wrong with the pattern; the matcher beside it holds
    /// all the same, as the rules say (compared literally, or matching nothing).
    pub fn read(text: &str, rules: MatcherRules) -> (Matcher, Option<PatternError>) {
        let (test, error) = match rules.grammar {
            MatcherGrammar::ListOrPattern => list_or_pattern(text, rules),
            MatcherGrammar::WholePattern => whole_pattern(text, rules),
            MatcherGrammar::Glob => (globs(text), None),
        };
        (
            Matcher {
                text: Some(text.to_owned()),
                test,
            },
            error,
        )
    }

    /// The matcher as the file has it.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Whether it is absent, empty or a star.
    pub fn is_everything(&self) -> bool {
        matches!(self.test, Test::Everything)
    }

    /// Whether any of the names matches.
    pub fn matches<S: AsRef<str>>(&self, names: &[S]) -> bool {
        match &self.test {
            Test::Everything => true,
            Test::Nothing => false,
            Test::Names(wanted) => names
                .iter()
                .any(|it| wanted.iter().any(|w| w == it.as_ref())),
            Test::Globs(globs) => names
                .iter()
                .any(|it| globs.iter().any(|g| glob(g, it.as_ref()))),
            Test::Pattern(pattern) => names.iter().any(|it| pattern.matches(it.as_ref())),
        }
    }

    /// Why this matcher can hardly match anything, if so: what it was probably meant to be.
    pub fn suspicion(&self) -> Option<String> {
        let Test::Pattern(_) = self.test else {
            return None;
        };
        let text = self.text.as_deref()?;
        let odd = ["==", "&&", "\"", " AND ", " OR ", "tool_input", "tool_name"];
        let found = odd.iter().find(|it| text.contains(**it))?;
        Some(format!(
            "it holds `{}`, which no tool name has",
            found.trim()
        ))
    }
}

fn list_or_pattern(text: &str, rules: MatcherRules) -> (Test, Option<PatternError>) {
    if text.is_empty() || text == "*" {
        return (Test::Everything, None);
    }
    let listed = |it: char| match rules.list {
        ListCharacters::Wide => it.is_ascii_alphanumeric() || "_-, |".contains(it),
        ListCharacters::Narrow => it.is_ascii_alphanumeric() || "_|".contains(it),
    };
    if text.chars().all(listed) {
        let names = text
            .split(['|', ','])
            .map(str::trim)
            .filter(|it| !it.is_empty());
        return (Test::Names(names.map(str::to_owned).collect()), None);
    }
    pattern(text, Anchoring::Anywhere, rules.bad)
}

fn whole_pattern(text: &str, rules: MatcherRules) -> (Test, Option<PatternError>) {
    let text = text.trim();
    if text.is_empty() || text == "*" {
        return (Test::Everything, None);
    }
    let plain = |it: char| it.is_ascii_alphanumeric() || "_-|".contains(it);
    if text.chars().all(plain) {
        return (
            Test::Names(text.split('|').map(str::to_owned).collect()),
            None,
        );
    }
    pattern(text, Anchoring::Whole, rules.bad)
}

fn pattern(text: &str, anchoring: Anchoring, bad: BadMatcher) -> (Test, Option<PatternError>) {
    match Pattern::read(text, anchoring) {
        Ok(pattern) => (Test::Pattern(pattern), None),
        Err(error) => match bad {
            BadMatcher::Literal => (Test::Names(vec![text.to_owned()]), Some(error)),
            BadMatcher::MatchesNothing => (Test::Nothing, Some(error)),
        },
    }
}

/// Names joined by bars, `*` any run, `?` one character.
fn globs(text: &str) -> Test {
    let globs = text.split('|').map(str::trim).filter(|it| !it.is_empty());
    let globs: Vec<_> = globs.map(str::to_owned).collect();
    if globs.is_empty() || globs.iter().any(|it| it == "*") {
        return Test::Everything;
    }
    Test::Globs(globs)
}

/// Whether the whole name matches the glob. Two cursors and one point to fall back to: linear in
/// practice, never exponential.
fn glob(glob: &str, name: &str) -> bool {
    let glob: Vec<char> = glob.chars().collect();
    let name: Vec<char> = name.chars().collect();
    let (mut g, mut n, mut star) = (0, 0, None);
    while n < name.len() {
        match glob.get(g) {
            Some('*') => {
                star = Some((g, n));
                g += 1;
            }
            Some(it) if *it == '?' || *it == name[n] => {
                g += 1;
                n += 1;
            }
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    g = at + 1;
                    n = from + 1;
                }
                None => return false,
            },
        }
    }
    glob[g..].iter().all(|it| *it == '*')
}

impl fmt::Debug for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.test {
            Test::Everything => "everything",
            Test::Names(_) => "names",
            Test::Pattern(_) => "pattern",
            Test::Globs(_) => "globs",
            Test::Nothing => "nothing",
        };
        write!(f, "Matcher({:?}, {kind})", self.text)
    }
}
