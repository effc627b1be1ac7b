//! What our codes mean, taken from the document that explains them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

const DOCUMENT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/problems.md"));

/// What a code means and what to do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// What it means.
    pub(super) means: &'static str,
    /// What to do.
    pub(super) help: &'static str,
}

/// The rule of a code; every code that is printed has one.
pub(super) fn rule(code: &str) -> Option<Rule> {
    static RULES: LazyLock<BTreeMap<&'static str, Rule>> = LazyLock::new(|| rules(DOCUMENT));
    RULES.get(code).copied()
}

/// The rows of the tables.
fn rules(document: &'static str) -> BTreeMap<&'static str, Rule> {
    document.lines().filter_map(row).collect()
}

/// A row such as `` | `hooks/args` | What it means. | What to do. | ``.
fn row(line: &'static str) -> Option<(&'static str, Rule)> {
    let cells = line.strip_prefix("| `")?.strip_suffix(" |")?;
    let (code, rest) = cells.split_once("` | ")?;
    let (means, help) = rest.split_once(" | ")?;
    code.contains('/').then_some((code, Rule { means, help }))
}

#[cfg(test)]
mod tests {
    use super::{Rule, rule};

    #[test]
    fn rules_are_rows_of_the_document() {
        let expected = Rule {
            means: "`args` is not what this type of hook takes.",
            help: "A command takes a list of texts, a skill an object.",
        };
        assert_eq!(rule("hooks/args"), Some(expected));
        assert_eq!(rule("odd/none"), None);
        assert!(rule("check/not-recognised").is_some());
    }
}
