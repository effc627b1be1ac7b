//! The members of the workspace, as `cargo metadata --no-deps` tells them.

use std::path::Path;

use serde_json::Value;

/// A member of the workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) license: String,
    /// The crate's first file, below the root: `lib.rs`, or `main.rs` where there is no library.
    pub(crate) front: String,
    /// What it imports of the workspace, for whatever purpose.
    pub(crate) imports: Vec<Import>,
}

/// A dependency on another member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Import {
    pub(crate) name: String,
    /// `normal`, `dev` or `build`.
    pub(crate) purpose: String,
}

/// Reads cargo's answer. Members without a target, which cargo does not allow, are left out.
pub(crate) fn read(metadata: &Value, root: &Path) -> Vec<Package> {
    let packages = metadata["packages"].as_array();
    packages
        .into_iter()
        .flatten()
        .filter_map(|package| read_one(package, root))
        .collect()
}

fn read_one(package: &Value, root: &Path) -> Option<Package> {
    Some(Package {
        name: package["name"].as_str()?.to_owned(),
        license: package["license"].as_str().unwrap_or_default().to_owned(),
        front: front(package, root)?,
        imports: imports(package),
    })
}

fn front(package: &Value, root: &Path) -> Option<String> {
    let targets = package["targets"].as_array()?;
    let of_kind = |kind: &str| {
        targets.iter().find(|target| {
            target["kind"]
                .as_array()
                .is_some_and(|it| it.contains(&kind.into()))
        })
    };
    let path = of_kind("lib").or_else(|| of_kind("bin"))?["src_path"].as_str()?;
    let below = Path::new(path).strip_prefix(root).ok()?;
    Some(below.to_string_lossy().replace('\\', "/"))
}

/// A dependency with a path is one of ours; all others come from the registry.
fn imports(package: &Value) -> Vec<Import> {
    let dependencies = package["dependencies"].as_array();
    let ours = dependencies
        .into_iter()
        .flatten()
        .filter(|it| it["path"].is_string());
    ours.filter_map(|dependency| {
        Some(Import {
            name: dependency["name"].as_str()?.to_owned(),
            purpose: dependency["kind"].as_str().unwrap_or("normal").to_owned(),
        })
    })
    .collect()
}
