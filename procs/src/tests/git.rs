use std::collections::BTreeSet;

use crate::local_git_variables;

/// The list of the git that is installed may be older or newer than ours, but not disagree on the
/// names which are dangerous.
#[test]
fn the_variables_which_git_names_are_known() {
    let known: BTreeSet<&str> = local_git_variables().iter().copied().collect();
    assert_eq!(known.len(), local_git_variables().len(), "each once");
    for name in [
        "GIT_DIR",
        "GIT_INDEX_FILE",
        "GIT_WORK_TREE",
        "GIT_OBJECT_DIRECTORY",
    ] {
        assert!(known.contains(name), "{name}");
    }
}
