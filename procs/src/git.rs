//! The variables by which git points its own children at one repository.

/// The names that `git rev-parse --local-env-vars` prints.
///
/// A program that is started from a git hook inherits them, and would then work on that
/// repository and its index wherever it stands. Hosts leave them out of [`Spec::env`](crate::Spec).
pub fn local_git_variables() -> &'static [&'static str] {
    &[
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        "GIT_CONFIG",
        "GIT_CONFIG_PARAMETERS",
        "GIT_CONFIG_COUNT",
        "GIT_OBJECT_DIRECTORY",
        "GIT_DIR",
        "GIT_WORK_TREE",
        "GIT_IMPLICIT_WORK_TREE",
        "GIT_GRAFT_FILE",
        "GIT_INDEX_FILE",
        "GIT_INTERNAL_SUPER_PREFIX",
        "GIT_NO_REPLACE_OBJECTS",
        "GIT_REPLACE_REF_BASE",
        "GIT_PREFIX",
        "GIT_SHALLOW_FILE",
        "GIT_COMMON_DIR",
    ]
}
