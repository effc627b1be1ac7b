//! Which files came with a clone, and which are the person's own.

use crate::Roots;

#[track_caller]
fn check(repository: &str, file: &str, came_with_clone: bool) {
    let roots = Roots {
        home: "/home/me/.tackle".into(),
        user: "/home/me".into(),
        repository: repository.into(),
        app_data: "/home/me/.local/share/vyotiq".into(),
    };
    assert_eq!(
        roots.came_with_clone(file.as_ref()),
        came_with_clone,
        "{file} in {repository}"
    );
}

#[test]
fn files_of_the_repository_came_with_it() {
    check("/repo", "/repo/.claude/settings.json", true);
    check("/repo", "/home/me/.claude/settings.json", false);
}

#[test]
fn a_persons_own_folders_stay_their_own_below_the_current_folder() {
    for repository in ["/", "/home", "/home/me"] {
        check(repository, "/home/me/.claude/settings.json", false);
        check(repository, "/home/me/.tackle/hooks.json", false);
        check(
            repository,
            "/home/me/.nemocode/projects/x/hooks.json",
            false,
        );
        check(repository, "/home/me/.tackle.d/hooks.json", true);
    }
}

#[test]
fn a_clone_inside_a_persons_own_folder_is_a_clone() {
    let plugin = "/home/me/.claude/plugins/odd";
    check(
        plugin,
        "/home/me/.claude/plugins/odd/.claude/settings.json",
        true,
    );
    check(
        "/home/me/.tackle/x",
        "/home/me/.tackle/x/.tackle/hooks.json",
        true,
    );
}
