//! Every problem code is a promise, so every code stands in the documents.

use std::collections::BTreeMap;

use super::{Remark, Tree};

const LIST: &str = "docs/problems.md";

/// First words of codes: the areas of the list.
const AREAS: &[&str] = &[
    "agents",
    "check",
    "frontmatter",
    "hooks",
    "instructions",
    "mcp",
    "missions",
    "models",
    "permissions",
    "plugins",
    "settings",
    "skills",
    "store",
    "trust",
    "watch",
];

/// Finds codes in product code which the list does not name.
pub(crate) fn check(tree: &Tree) -> Vec<Remark> {
    let list = tree.text(LIST).unwrap_or_default();
    let sources = tree.texts().filter(|(path, _)| is_product(path));
    // Each code once, at the first place that uses it.
    let mut codes = BTreeMap::new();
    for (path, text) in sources {
        for (index, line) in text.lines().enumerate() {
            for code in codes_in(line) {
                codes
                    .entry(code)
                    .or_insert_with(|| format!("{path}:{}", index + 1));
            }
        }
    }
    let missing = codes
        .into_iter()
        .filter(|(code, _)| !list.contains(&format!("`{code}`")));
    missing
        .map(|(code, place)| Remark::error(place, format!("`{code}` is not in {LIST}")))
        .collect()
}

/// What users run: no tests, and no tools of ours.
fn is_product(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let is_tool = ["conformance", "xtask"].contains(&parts[0]);
    path.ends_with(".rs") && parts.get(1) == Some(&"src") && !is_tool && !parts.contains(&"tests")
}

/// The texts of a line that have the form of a code.
fn codes_in(line: &str) -> Vec<&str> {
    let is_code = |text: &&str| {
        let Some((area, rest)) = text.split_once('/') else {
            return false;
        };
        let is_word = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '-';
        AREAS.contains(&area) && !rest.is_empty() && rest.chars().all(is_word)
    };
    line.split('"').filter(is_code).collect()
}
