//! A case is a folder with a `case.toml`; a folder of anything else is a case that never runs.

use std::collections::BTreeSet;

use super::{Remark, Tree};

const CASES: &str = "conformance/cases/";

/// Finds files below the cases which belong to no case.
pub(crate) fn check(tree: &Tree) -> Vec<Remark> {
    let cases: BTreeSet<&str> = tree
        .paths()
        .filter(|path| path.starts_with(CASES))
        .filter_map(folder_of_case)
        .collect();
    let is_lost =
        |path: &&str| path.starts_with(CASES) && !folders(path).any(|it| cases.contains(it));
    let lost: BTreeSet<&str> = tree
        .paths()
        .filter(is_lost)
        .filter_map(|path| folders(path).next())
        .collect();
    let remark = |folder| Remark::error(folder, "has files but no `case.toml`");
    lost.into_iter().map(remark).collect()
}

fn folder_of_case(path: &str) -> Option<&str> {
    path.strip_suffix("/case.toml")
}

/// The folders around a file, the nearest first.
fn folders(path: &str) -> impl Iterator<Item = &str> {
    path.rmatch_indices('/').map(|(at, _)| &path[..at])
}
