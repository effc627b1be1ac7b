use serde_json::json;

use super::world::{GUARD, Ground};

#[track_caller]
fn check(file: &str, text: &str, arg: &str, (code, codes): (u8, &[&str])) {
    let ground = Ground::new().file(file, text);
    let found = ground.json(&["hooks", "check", arg]);
    let found_codes: Vec<_> = found["problems"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| it["code"].clone())
        .collect();
    assert_eq!(found_codes, codes, "{found}");
    assert_eq!(ground.run(&["--json", "hooks", "check", arg]).code, code);
}

#[test]
fn a_file_without_mistakes_is_fine() {
    check(
        "repo/.claude/settings.json",
        GUARD,
        ".claude/settings.json",
        (0, &[]),
    );
    check(
        "repo/p/hooks/hooks.json",
        GUARD,
        "p/hooks/hooks.json",
        (0, &[]),
    );
    // The native dialect calls the shell `run_command`.
    let unmet = "hooks/matcher-never-matches";
    check("repo/x.json", GUARD, "tackle:x.json", (0, &[unmet]));
}

#[test]
fn an_error_is_exit_code_one() {
    check(
        "repo/.claude/settings.json",
        "{",
        ".claude/settings.json",
        (1, &["hooks/not-json"]),
    );
}

#[test]
fn a_file_of_another_product_is_a_note() {
    let note: (u8, &[&str]) = (0, &["hooks/not-read-here"]);
    for file in [
        ".gemini/settings.json",
        ".cursor/hooks.json",
        ".github/hooks/session.json",
        ".codex/hooks.json",
    ] {
        check(&format!("repo/{file}"), "{}", file, note);
    }
}

#[test]
fn a_file_whose_dialect_is_not_plain_is_wrong_usage() {
    let ran = Ground::new()
        .file("repo/x.json", GUARD)
        .run(&["hooks", "check", "x.json"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("DIALECT:x.json"), "{ran:?}");
}

#[test]
fn a_file_that_is_not_there_is_a_fault() {
    assert_eq!(
        Ground::new()
            .run(&["hooks", "check", ".claude/settings.json"])
            .code,
        3
    );
}

#[test]
fn without_files_all_that_applies_here_is_checked() {
    let ground = Ground::new()
        .file("repo/.claude/settings.json", GUARD)
        .file("home/.neo/settings.json", "{")
        .file("repo/.nemocode/hooks.json", "{}");
    let found = ground.json(&["hooks", "check"]);
    let codes: Vec<_> = found["problems"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| &it["code"])
        .collect();
    assert_eq!(codes, ["hooks/not-read-here", "hooks/not-json"]);
    assert_eq!((&found["files"], &found["hooks"]), (&json!(2), &json!(1)));
    let ran = ground.run(&["hooks", "check"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout
            .ends_with("2 files with 1 hook: 1 error, 1 warning\n"),
        "{ran:?}"
    );
}

#[test]
fn each_file_is_checked_by_itself() {
    let off = r#"{ "disableAllHooks": true, "hooks": {} }"#;
    let ground = Ground::new()
        .file("repo/.claude/settings.json", GUARD)
        .file("repo/.claude/settings.local.json", off);
    let found = ground.json(&[
        "hooks",
        "check",
        ".claude/settings.json",
        ".claude/settings.local.json",
    ]);
    assert_eq!(found, json!({ "problems": [], "files": 2, "hooks": 1 }));
}
