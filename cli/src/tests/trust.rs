use serde_json::json;

use super::world::{GUARD, Ground, exists};

const ALLOW: &[&str] = &["hooks", "trust", "allow"];

fn project() -> Ground {
    Ground::new()
        .file("repo/.claude/settings.json", GUARD)
        .file("repo/guard.sh", "exit 0\n")
}

#[track_caller]
fn check_state(ground: &Ground, expected: &str) {
    let found = ground.json(&["hooks", "trust", "list"]);
    assert_eq!(found["project"]["files"][0]["trust"], expected, "{found}");
}

#[test]
fn the_commands_and_what_a_yes_covers_stand_before_the_question() {
    let ground = project().typing("y\n");
    let ran = ground.run(ALLOW);
    let question = "\
.claude/settings.json  claude-code project  undecided
  PreToolUse  [Bash]  sh guard.sh
  A yes covers what this file says of hooks, and guard.sh as of now; whatever
  else the commands call may change without a question.

Allow 1 hook to run in this project? [y/N] ";
    let done = "allowed: .claude/settings.json (1 hook)\n";
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (0, done, question)
    );
    check_state(&ground, "allowed");
}

#[test]
fn anything_but_a_clear_yes_decides_nothing() {
    for answer in ["n\n", "\n", "", "yes please\n", "ja\n"] {
        let ground = project().typing(answer);
        assert_eq!(ground.run(ALLOW).code, 1, "{answer:?}");
        check_state(&ground, "undecided");
        assert!(
            !exists(&ground.root(), "home/.tackle/hook-trust.json"),
            "{answer:?}"
        );
    }
}

#[test]
fn without_a_terminal_nobody_can_allow() {
    let ground = project();
    let ran = ground.run(ALLOW);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("only a person at a terminal"),
        "{ran:?}"
    );
    assert!(ran.stderr.contains("trusted_folders"), "{ran:?}");
    check_state(&ground, "undecided");
}

#[test]
fn a_changed_script_is_named_and_asked_about_again() {
    let ground = project().typing("y\n");
    assert_eq!(ground.run(ALLOW).code, 0);
    ground.write("repo/guard.sh", "exit 2\n");
    check_state(&ground, "changed");
    let ran = ground.run(ALLOW);
    assert!(
        ran.stderr.contains("changed since you decided: guard.sh"),
        "{ran:?}"
    );
    check_state(&ground, "allowed");
}

#[test]
fn a_changed_file_is_asked_about_again() {
    let ground = project().typing("y\n");
    assert_eq!(ground.run(ALLOW).code, 0);
    ground.write(
        "repo/.claude/settings.json",
        &GUARD.replace("guard.sh", "other.sh"),
    );
    check_state(&ground, "changed");
    let ran = ground.run(ALLOW);
    assert!(
        ran.stderr
            .contains("changed since you decided: .claude/settings.json"),
        "{ran:?}"
    );
    check_state(&ground, "allowed");
}

#[test]
fn what_is_allowed_already_is_not_asked_about() {
    let ground = project().typing("y\n");
    assert_eq!(ground.run(ALLOW).code, 0);
    let ran = ground.run(ALLOW);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(
        ran.stdout.starts_with("nothing to decide in [ROOT]/repo"),
        "{ran:?}"
    );
}

#[test]
fn a_no_needs_no_question_and_is_remembered() {
    let ground = project();
    let ran = ground.run(&["hooks", "trust", "deny"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "denied: .claude/settings.json (1 hook)\n")
    );
    check_state(&ground, "denied");
}

#[test]
fn a_forgotten_decision_is_asked_about_again() {
    let ground = project();
    assert_eq!(ground.run(&["hooks", "trust", "deny"]).code, 0);
    let ran = ground.run(&["hooks", "trust", "forget"]);
    assert_eq!(ran.stdout, "forgotten: [ROOT]/repo/.claude/settings.json\n");
    check_state(&ground, "undecided");
    let ran = ground.run(&["hooks", "trust", "forget"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "nothing is remembered about [ROOT]/repo\n")
    );
}

#[test]
fn a_project_that_is_gone_can_be_forgotten() {
    let ground = project();
    assert_eq!(ground.run(&["hooks", "trust", "deny"]).code, 0);
    let ground = ground.standing_in("elsewhere");
    std::fs::remove_dir_all(ground.root().join("repo")).expect("it is there");
    let ran = ground.run(&["hooks", "trust", "forget", "../repo"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "forgotten: [ROOT]/repo/.claude/settings.json\n")
    );
}

#[test]
fn another_project_and_one_of_its_files_can_be_named() {
    let ground = project()
        .file("repo/.neo/settings.json", GUARD)
        .standing_in("elsewhere");
    let ran = ground.run(&[
        "hooks",
        "trust",
        "deny",
        "../repo",
        "--file",
        "../repo/.neo/settings.json",
    ]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let found = ground.json(&["hooks", "trust", "list", "../repo"]);
    let states: Vec<_> = found["project"]["files"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| it["trust"].clone())
        .collect();
    assert_eq!(states, ["denied", "undecided"]);
    let ran = ground.run(&[
        "hooks",
        "trust",
        "deny",
        "../repo",
        "--file",
        "nothing.json",
    ]);
    assert_eq!(ran.code, 2, "{ran:?}");
}

#[test]
fn the_list_has_every_decision_of_all_projects() {
    let ground = project()
        .file("other/.git/HEAD", "")
        .file("other/.vyotiq/hooks.json", GUARD);
    assert_eq!(ground.run(&["hooks", "trust", "deny"]).code, 0);
    assert_eq!(ground.run(&["hooks", "trust", "deny", "../other"]).code, 0);
    let found = ground.json(&["hooks", "trust", "list"]);
    let expected = json!([
        { "workspace": "[ROOT]/other", "file": "[ROOT]/other/.vyotiq/hooks.json", "decision": "deny", "decided_at": null },
        { "workspace": "[ROOT]/repo", "file": "[ROOT]/repo/.claude/settings.json", "decision": "deny",
          "decided_at": "1970-01-01T00:00:01.000Z" },
    ]);
    assert_eq!(found["decisions"], expected);
}

#[test]
fn a_trusted_folder_needs_no_decision() {
    let ground = project();
    let text = format!(
        "{{ \"trusted_folders\": [\"{}\"] }}",
        ground.root().display()
    );
    ground.write("home/.tackle/settings.json", &text);
    check_state(&ground, "allowed");
    assert_eq!(
        ground.json(&["hooks", "trust", "list"])["project"]["trusted_folder"],
        true
    );
}

#[test]
fn a_damaged_file_of_decisions_is_never_overwritten() {
    let ground = project().file("home/.tackle/hook-trust.json", "{ oh");
    let ran = ground.run(&["hooks", "trust", "deny"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.stderr.contains("is left as it is"), "{ran:?}");
    assert_eq!(
        ground.read("home/.tackle/hook-trust.json").as_deref(),
        Some("{ oh")
    );
    check_state(&ground, "undecided");
}

#[test]
fn many_commands_are_counted_not_hidden() {
    let hook = r#"{ "type": "command", "command": "true" }"#;
    let file = format!(
        r#"{{ "hooks": {{ "Stop": [{{ "hooks": [{}] }}] }} }}"#,
        [hook; 11].join(",")
    );
    let ran = Ground::new()
        .file("repo/.claude/settings.json", &file)
        .typing("n\n")
        .run(ALLOW);
    assert_eq!(ran.stderr.matches("  Stop").count(), 8, "{ran:?}");
    assert!(
        ran.stderr.contains("and 3 more: `-v` shows them all"),
        "{ran:?}"
    );
    assert!(ran.stderr.contains("Allow 11 hooks to run"), "{ran:?}");
}

#[test]
fn running_asks_first_where_somebody_is_there() {
    let ground = project().typing("y\n");
    let ran = ground.run(&[
        "hooks",
        "run",
        "PreToolUse",
        "--tool",
        "Bash",
        "--tool-input",
        "{\"command\":\"ls\"}",
    ]);
    assert!(
        ran.stderr
            .contains("Allow 1 hook to run in this project? [y/N]"),
        "{ran:?}"
    );
    check_state(&ground, "allowed");
    let runs = ground.json(&["hooks", "runs"]);
    assert_eq!(runs["runs"].as_array().expect("a list").len(), 1, "{runs}");
}
