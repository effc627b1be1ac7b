//! The documents that must be there and must know every crate.

use super::{Package, Remark, Tree};

const LICENSE: &str = "MIT OR Apache-2.0";
const PAPERS: &[&str] = &[
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "STYLE.md",
    "AGENTS.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
];

/// Checks the documents at the root.
pub(crate) fn check(tree: &Tree, packages: &[Package]) -> Vec<Remark> {
    let missing = PAPERS
        .iter()
        .filter(|path| tree.text(path).is_none_or(|it| it.trim().is_empty()));
    let mut res: Vec<Remark> = missing
        .map(|path| Remark::error(*path, "is missing or empty"))
        .collect();
    res.extend(changelog(tree.text("CHANGELOG.md").unwrap_or_default()));
    res.extend(
        packages
            .iter()
            .filter(|it| it.license != LICENSE)
            .map(|package| {
                Remark::error(
                    format!("{}/Cargo.toml", package.name),
                    format!("license must be {LICENSE}"),
                )
            }),
    );
    let map = tree.text("ARCHITECTURE.md").unwrap_or_default();
    res.extend(
        packages
            .iter()
            .filter_map(|package| on_the_map(map, &package.name)),
    );
    res
}

fn changelog(text: &str) -> Option<Remark> {
    let has_place = text.lines().any(|line| line == "## Unreleased");
    (!has_place).then(|| Remark::error("CHANGELOG.md", "needs a section `## Unreleased`"))
}

/// Each crate has a heading of its own, and below it the line of what it leaves out.
fn on_the_map(map: &str, name: &str) -> Option<Remark> {
    let heading = format!("### `{name}`");
    let mut lines = map.lines().skip_while(|line| *line != heading);
    let message = match lines.next() {
        None => format!("crate `{name}` has no heading `{heading}`"),
        Some(_) => {
            let mut section = lines.take_while(|line| !line.starts_with('#'));
            if section.any(|line| line.starts_with("**Absent:**")) {
                return None;
            }
            format!("the section of `{name}` must end in a line `**Absent:** …`")
        }
    };
    Some(Remark::error("ARCHITECTURE.md", message))
}
