//! Who may import whom.
//!
//! A comb: the shared base below, features side by side, `cli` on top. What a crate does not
//! import is its best quality, so this table is written by hand and a new edge is an edit here.

use super::{Package, Remark};

/// A crate and all it may import of the workspace. Features never import one another.
const LAYERS: &[(&str, &[&str])] = &[
    // The base.
    ("stdx", &[]),
    ("procs", &["stdx"]),
    ("json-tree", &["stdx"]),
    ("frontmatter", &["stdx"]),
    // Features.
    ("hooks-core", &["stdx", "json-tree"]),
    ("permissions", &["stdx", "json-tree"]),
    ("skills", &["stdx", "frontmatter"]),
    ("agents-md", &["stdx", "frontmatter"]),
    ("plugins", &["stdx", "json-tree"]),
    ("watch", &["stdx"]),
    ("missions", &["stdx"]),
    // Backends of a feature: they know its ports and nothing else of it.
    ("hooks-cmd", &["stdx", "procs", "hooks-core"]),
    ("hooks-http", &["stdx", "hooks-core"]),
    ("store", &["stdx", "missions"]),
    ("tools", &["stdx", "procs", "missions"]),
    ("models", &["stdx", "missions"]),
    ("mcp-tools", &["stdx", "json-tree", "missions"]),
    ("external-agents", &["stdx", "procs", "missions"]),
    // The top, which wires everything, and what drives it.
    (
        "cli",
        &[
            "stdx",
            "procs",
            "json-tree",
            "frontmatter",
            "hooks-core",
            "permissions",
            "skills",
            "agents-md",
            "plugins",
            "watch",
            "hooks-cmd",
            "hooks-http",
            "missions",
            "store",
            "tools",
            "models",
            "mcp-tools",
            "external-agents",
        ],
    ),
    (
        "conformance",
        &[
            "stdx",
            "procs",
            "json-tree",
            "frontmatter",
            "hooks-core",
            "permissions",
            "skills",
            "agents-md",
            "plugins",
            "watch",
            "hooks-cmd",
            "hooks-http",
            "missions",
            "store",
            "tools",
            "models",
            "mcp-tools",
            "external-agents",
            "cli",
        ],
    ),
    // Starts our programs and imports none.
    ("xtask", &[]),
];

/// Finds every edge that is not in the table, tests and build scripts included.
pub(crate) fn check(packages: &[Package]) -> Vec<Remark> {
    packages.iter().flat_map(of_package).collect()
}

fn of_package(package: &Package) -> Vec<Remark> {
    let place = format!("{}/Cargo.toml", package.name);
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == package.name) else {
        let message = "is not in the table of xtask/src/tidy/layers.rs: say what it may import";
        return vec![Remark::error(place, message)];
    };
    let forbidden = package
        .imports
        .iter()
        .filter(|it| !allowed.contains(&it.name.as_str()));
    let message = |name: &str, purpose: &str| {
        format!("must not import `{name}` ({purpose}): see the table in xtask/src/tidy/layers.rs")
    };
    forbidden
        .map(|it| Remark::error(place.clone(), message(&it.name, &it.purpose)))
        .collect()
}
