use super::world::{Ground, exists};

#[test]
fn the_file_is_opened_in_the_editor() {
    let ground = Ground::new()
        .file("home/.tackle/hooks.json", "{}")
        .file("template.json", "{ \"hooks\": {} }")
        .variable("VISUAL", "cp '[ROOT]/template.json'")
        .variable("EDITOR", "false");
    let ran = ground.run(&["hooks", "edit"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_eq!(
        ground.read("home/.tackle/hooks.json").as_deref(),
        Some("{ \"hooks\": {} }")
    );
}

#[track_caller]
fn check_created(dialect: &str, file: &str, expected: &str) {
    let ground = Ground::new().variable("EDITOR", "true");
    let args = ["hooks", "edit", "--dialect", dialect];
    let ran = ground.run(&args);
    assert_eq!(
        ran.code, 3,
        "a file that is not there is not made unasked: {ran:?}"
    );
    let ran = ground.run(&[&args[..], &["--create"]].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_eq!(ground.read(file).as_deref(), Some(expected));
}

#[test]
fn an_empty_file_of_the_dialect_is_written_first() {
    check_created(
        "claude-code",
        "home/.claude/settings.json",
        "{\n  \"hooks\": {}\n}\n",
    );
    check_created(
        "agent-v",
        "home/.local/share/vyotiq/hooks.json",
        "{\n  \"hooks\": {}\n}\n",
    );
    check_created("nemocode", "home/.nemocode/hooks.json", "{}\n");
}

#[test]
fn a_file_that_is_there_is_never_emptied() {
    let ground = Ground::new()
        .file("home/.tackle/hooks.json", "{ }")
        .variable("EDITOR", "true");
    assert_eq!(ground.run(&["hooks", "edit", "--create"]).code, 0);
    assert_eq!(
        ground.read("home/.tackle/hooks.json").as_deref(),
        Some("{ }")
    );
}

#[test]
fn without_an_editor_nothing_is_made() {
    let ground = Ground::new();
    let ran = ground.run(&["hooks", "edit", "--create"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(!exists(&ground.root(), "home/.tackle/hooks.json"));
}

#[test]
fn an_editor_that_fails_is_a_fault_and_mistakes_are_shown() {
    let ground = Ground::new()
        .file("home/.tackle/hooks.json", "{")
        .variable("EDITOR", "false");
    assert_eq!(ground.run(&["hooks", "edit"]).code, 3);
    let ground = Ground::new()
        .file("home/.tackle/hooks.json", "{")
        .variable("EDITOR", "true");
    let ran = ground.run(&["hooks", "edit"]);
    assert!(ran.stderr.contains("error[hooks/not-json]"), "{ran:?}");
}
