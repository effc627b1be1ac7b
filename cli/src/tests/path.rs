use serde_json::json;

use super::world::{GUARD, Ground};

#[track_caller]
fn check(dialect: &str, scope: &str, expected: &str) {
    let ran = Ground::new().run(&["hooks", "path", "--dialect", dialect, "--scope", scope]);
    assert_eq!((ran.code, ran.stdout.trim_end()), (0, expected), "{ran:?}");
}

#[test]
fn one_place_is_one_bare_path_even_when_nothing_is_there() {
    check("claude-code", "user", "[ROOT]/home/.claude/settings.json");
    check(
        "claude-code",
        "local",
        "[ROOT]/repo/.claude/settings.local.json",
    );
    check("neo", "project", "[ROOT]/repo/.neo/settings.json");
    check("tackle", "user", "[ROOT]/home/.tackle/hooks.json");
    check("agent-v", "project", "[ROOT]/repo/.vyotiq/hooks.json");
    check(
        "tackle",
        "managed",
        "[ROOT]/etc/tackle/managed-settings.json",
    );
}

#[test]
fn what_is_about_the_project_and_stands_outside_is_private() {
    for (dialect, folder) in [("tackle", ".tackle"), ("nemocode", ".nemocode")] {
        let ran = Ground::new().run(&["hooks", "path", "--dialect", dialect, "--scope", "private"]);
        let start = format!("[ROOT]/home/{folder}/projects/repo-");
        assert!(
            ran.stdout.starts_with(&start) && ran.stdout.ends_with("/hooks.json\n"),
            "{ran:?}"
        );
    }
}

#[test]
fn a_scope_that_a_dialect_has_not_is_wrong_usage() {
    let ran = Ground::new().run(&[
        "hooks",
        "path",
        "--dialect",
        "nemocode",
        "--scope",
        "project",
    ]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("it has: private, user"), "{ran:?}");
}

#[test]
fn json_says_what_is_there() {
    let ground = Ground::new().file("repo/.claude/settings.json", GUARD);
    let found = ground.json(&[
        "hooks",
        "path",
        "--dialect",
        "claude-code",
        "--scope",
        "project",
    ]);
    let place = json!({ "dialect": "claude-code", "scope": "project", "file": "[ROOT]/repo/.claude/settings.json", "exists": true });
    assert_eq!(found, json!({ "paths": [place] }));
}
