//! Which of several installed versions is the current one.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// What marks a version that an update left behind.
const LEFT_BEHIND: &str = ".orphaned_at";

/// The version to load: the highest number that was not left behind, else, where versions are
/// hashes, the folder that changed last.
pub(super) fn current(versions: Vec<PathBuf>) -> Option<PathBuf> {
    let kept = |it: &PathBuf| !it.join(LEFT_BEHIND).exists();
    versions.into_iter().filter(kept).max_by_key(|it| {
        let changed = it.metadata().and_then(|it| it.modified());
        let name = it
            .file_name()
            .and_then(|it| it.to_str())
            .unwrap_or_default();
        rank(name, changed.unwrap_or(SystemTime::UNIX_EPOCH), it)
    })
}

/// A number beats a hash, a release its own early versions.
fn rank(
    name: &str,
    changed: SystemTime,
    path: &Path,
) -> (Option<Vec<u64>>, bool, SystemTime, PathBuf) {
    let (number, early) = match name.split_once(['-', '+']) {
        Some((number, rest)) => (number, Some(rest)),
        None => (name, None),
    };
    let numbers: Option<Vec<u64>> = number
        .trim_start_matches('v')
        .split('.')
        .map(|it| it.parse().ok())
        .collect();
    // One number alone may be the start of a hash.
    let numbers = numbers.filter(|it| it.len() > 1);
    (numbers, early.is_none(), changed, path.to_owned())
}
