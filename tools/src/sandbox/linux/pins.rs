//! Which folders must not be moved, so that nothing moves away what lies beneath them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::super::SandboxRules;

/// The folders between something writable and something that is not, both ends of the way left in but
/// the lower one; parents first.
pub(super) fn pins(rules: &SandboxRules) -> BTreeSet<PathBuf> {
    let guarded = rules
        .protected
        .iter()
        .chain(&rules.fixed)
        .chain(&rules.hidden);
    guarded
        .flat_map(|it| way_down(it, &rules.writable))
        .collect()
}

fn way_down<'a>(path: &'a Path, writable: &[PathBuf]) -> impl Iterator<Item = PathBuf> + use<'a> {
    // The widest one counts: whoever may write above may move what is below.
    let top = writable
        .iter()
        .filter(|it| path.starts_with(it) && path != it.as_path())
        .min_by_key(|it| it.components().count())
        .cloned();
    let above = path.ancestors().skip(1);
    let within = above.take_while(move |it| top.as_ref().is_some_and(|top| it.starts_with(top)));
    within.map(Path::to_owned)
}
