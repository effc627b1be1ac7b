//! Where a plugin of a marketplace is to be had.

use std::path::PathBuf;

use json_tree::Node;
use stdx::Problem;

use crate::inside::{Oddity, Refused, written};
use crate::layout::refusal;
use crate::report::{Report, quoted};

/// Where a plugin is to be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PluginSource {
    /// A folder below the marketplace's root; empty is the root itself.
    Local(PathBuf),
    /// Elsewhere: shown, never fetched.
    Remote(RemoteSource),
    /// A single Markdown file, which is no plugin.
    SingleFile(PathBuf),
    /// It was not understood, or leaves the root.
    Unreadable,
}

/// A source that would have to be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteSource {
    /// `github`, `url`, `git-subdir`, `npm`, `archive` or `command`.
    pub kind: String,
    /// What is fetched: the repository, address, package or command line.
    pub target: String,
    /// The branch or tag, or the version of a package.
    pub reference: Option<String>,
    /// The hash that pins it: `sha`, which beats the reference, or `sha256`.
    pub pin: Option<String>,
    /// The folder inside.
    pub path: Option<String>,
}

/// A form of remote source: its word, the key of its target, and the other keys.
struct Form {
    kind: &'static str,
    target: &'static str,
    others: &'static [&'static str],
}

const FORMS: [Form; 6] = [
    Form {
        kind: "github",
        target: "repo",
        others: &["ref", "sha", "path"],
    },
    Form {
        kind: "url",
        target: "url",
        others: &["ref", "sha", "path"],
    },
    Form {
        kind: "git-subdir",
        target: "url",
        others: &["ref", "sha", "path"],
    },
    Form {
        kind: "npm",
        target: "package",
        others: &["version", "registry"],
    },
    Form {
        kind: "archive",
        target: "url",
        others: &["sha256"],
    },
    Form {
        kind: "command",
        target: "command",
        others: &["timeout", "mode"],
    },
];

/// Reads a source; `plugin_root` is where bare names are looked for.
pub(super) fn read_source(
    report: &mut Report<'_>,
    node: &Node,
    plugin_root: Option<&str>,
) -> PluginSource {
    if let Some(text) = node.text() {
        return local(report, (text, node.start), plugin_root);
    }
    match remote(node) {
        Ok(source) => PluginSource::Remote(source),
        Err(message) => {
            report.add(shape(message), node.start);
            PluginSource::Unreadable
        }
    }
}

fn shape(message: String) -> Problem {
    Problem::warning("plugins/source-shape", message).with_hint(
        "a source is a path such as `./plugins/x`, or an object such as \
         `{\"source\": \"github\", \"repo\": \"owner/name\"}`",
    )
}

fn local(
    report: &mut Report<'_>,
    (text, start): (&str, usize),
    plugin_root: Option<&str>,
) -> PluginSource {
    if text.trim().is_empty() || text.contains(':') {
        report.add(
            shape(format!("the source {} is no path", quoted(text))),
            start,
        );
        return PluginSource::Unreadable;
    }
    let is_bare = !text.starts_with('.') && !text.contains(['/', '\\']);
    let whole = match (is_bare, plugin_root) {
        (true, Some(root)) => format!("{}/{text}", root.trim_end_matches('/')),
        _ => text.to_owned(),
    };
    match written(&whole) {
        Ok(it) => {
            if it.oddity == Some(Oddity::NoDot) && !is_bare {
                report.add(no_dot(text), start);
            }
            folder(report, it.path, start)
        }
        Err(refused) => {
            report.add(outside(text, &refused), start);
            PluginSource::Unreadable
        }
    }
}

fn folder(report: &mut Report<'_>, path: PathBuf, start: usize) -> PluginSource {
    if path.extension().is_none_or(|it| it != "md") {
        return PluginSource::Local(path);
    }
    let message = format!(
        "the source {} is a single file, not a plugin",
        quoted(&path.display().to_string())
    );
    report.add(Problem::warning("plugins/source-is-a-file", message), start);
    PluginSource::SingleFile(path)
}

fn no_dot(text: &str) -> Problem {
    let message = format!(
        "a source starts with `./`, found {}; it is taken as relative",
        quoted(text)
    );
    Problem::warning("plugins/path-form", message)
}

fn outside(text: &str, refused: &Refused) -> Problem {
    refusal(text, refused).with_hint("a source lies below the marketplace's own folder")
}

fn remote(node: &Node) -> Result<RemoteSource, String> {
    let field = |key: &str| node.get(key).and_then(Node::text).map(str::to_owned);
    let Some(kind) = field("source") else {
        return Err(format!(
            "a source names its kind under `source`, found {}",
            node.describe()
        ));
    };
    let Some(form) = FORMS.iter().find(|it| it.kind == kind) else {
        let known = FORMS.map(|it| it.kind).join(", ");
        return Err(format!(
            "a source is one of {known}, found {}",
            quoted(&kind)
        ));
    };
    let Some(target) = field(form.target) else {
        return Err(format!("a source of kind `{kind}` needs `{}`", form.target));
    };
    let other = |key: &str| field(key).filter(|_| form.others.contains(&key));
    Ok(RemoteSource {
        target,
        reference: other("ref").or_else(|| other("version")),
        pin: other("sha").or_else(|| other("sha256")),
        path: other("path"),
        kind,
    })
}
