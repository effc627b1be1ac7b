//! Keys that nobody knows, and keys that are there twice.

use std::collections::BTreeSet;

use json_tree::Node;
use stdx::Problem;

use crate::report::{Report, quoted};

/// Words that people write for a key, where likeness does not show it.
const ALIASES: [(&str, &str); 6] = [
    ("slashcommands", "commands"),
    ("subagents", "agents"),
    ("mcp", "mcpServers"),
    ("lsp", "lspServers"),
    ("themes", "experimental.themes"),
    ("monitors", "experimental.monitors"),
];

/// Reports each unknown key of `node` once per file: it is left out, the rest is read.
pub(crate) fn report_unknown(
    report: &mut Report<'_>,
    node: &Node,
    known: &[&str],
    told: &mut BTreeSet<String>,
) {
    for member in node.members().unwrap_or_default() {
        let key = member.key.as_str();
        let is_remark = key.starts_with("//") || key.starts_with('_');
        if is_remark || known.contains(&key) || !told.insert(key.to_owned()) {
            continue;
        }
        let message = format!("{} is no known key and has no effect", quoted(key));
        let mut problem = Problem::warning("plugins/unknown-key", message);
        if let Some(meant) = meant(key, known) {
            problem = problem.with_hint(format!("did you mean `{meant}`?"));
        }
        report.add(problem, member.start);
    }
}

fn meant<'k>(key: &str, known: &[&'k str]) -> Option<&'k str> {
    let plain = |it: &str| it.replace(['_', '-'], "").to_ascii_lowercase();
    let key = plain(key);
    let same = known.iter().find(|it| plain(it) == key).copied();
    let alias = || ALIASES.iter().find(|it| it.0 == key).map(|it| it.1);
    same.or_else(alias)
}

/// Reports keys that are there twice; the last one counts.
pub(crate) fn report_doubles(report: &mut Report<'_>, node: &Node) {
    let mut seen = BTreeSet::new();
    for member in node.members().unwrap_or_default() {
        if !seen.insert(member.key.as_str()) {
            let message = format!(
                "{} is there twice; the last one counts",
                quoted(&member.key)
            );
            report.add(
                Problem::warning("plugins/duplicate-key", message),
                member.start,
            );
        }
    }
}
