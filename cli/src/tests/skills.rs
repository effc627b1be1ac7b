use serde_json::{Value, json};

use super::world::Ground;

pub(super) const PROJECT: &str = "repo/.claude/skills/deploy/SKILL.md";
pub(super) const PERSONAL: &str = "home/.claude/skills/deploy/SKILL.md";

pub(super) fn skill(header: &str, text: &str) -> String {
    format!("---\n{header}\n---\n{text}\n")
}

fn deploy() -> Ground {
    Ground::new()
        .file(PROJECT, &skill("description: Deploys it", "The project's"))
        .file(PERSONAL, &skill("description: Mine", "My own"))
}

pub(super) fn codes(found: &Value) -> Vec<String> {
    let problems = found["problems"].as_array().expect("a list");
    let shown = problems.iter().map(|it| {
        let code = it["code"].as_str().expect("it has one");
        format!("{code} {}:{}", it["line"], it["column"])
    });
    shown.collect()
}

#[test]
fn json_has_every_skill_and_which_one_counts() {
    let found = deploy().json(&["skills", "list", "--source", "personal"]);
    let expected = json!([{
        "name": "deploy", "description": "Mine", "source": "personal",
        "file": "[ROOT]/home/.claude/skills/deploy/SKILL.md",
        "shadowed_by": "[ROOT]/repo/.claude/skills/deploy/SKILL.md",
        "model_invocable": true, "user_invocable": true,
    }]);
    assert_eq!(found["skills"], expected);
}

#[test]
fn a_shipped_skill_has_no_file() {
    let found = Ground::new().json(&["skills", "list"]);
    let skills = found["skills"].as_array().expect("a list");
    assert!(!skills.is_empty());
    assert!(
        skills
            .iter()
            .all(|it| it["source"] == "shipped" && it["file"].is_null()),
        "{found:#}"
    );
}

#[test]
fn people_see_which_one_is_shadowed() {
    let ran = deploy().run(&["skills", "list", "--source", "personal"]);
    let expected = "deploy  personal  shadowed by .claude/skills/deploy/SKILL.md\n";
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (0, expected, "")
    );
}

#[test]
fn who_has_no_skill_is_told_where_to_put_one() {
    let ran = Ground::new().run(&["skills", "list"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    for word in [
        "none of your own in [ROOT]/repo",
        "~/.tackle/skills/<name>/SKILL.md",
        ".claude/skills/<name>/SKILL.md",
        "tackle skills show write-a-skill",
    ] {
        assert!(ran.stdout.contains(word), "no `{word}` in {}", ran.stdout);
    }
    let ran = deploy().run(&["skills", "list"]);
    assert!(!ran.stdout.contains("none of your own"), "{ran:?}");
}

#[test]
fn showing_tells_what_it_would_run_and_that_nothing_may() {
    let header = "description: d\nhooks: { Stop: [{ hooks: [{ type: command, command: ./x }] }] }";
    let ground = Ground::new().file(PROJECT, &skill(header, "Now: !`date`"));
    let found = ground.json(&["skills", "show", "deploy"]);
    assert_eq!(
        (&found["hooks"], &found["commands"], &found["trust"]),
        (
            &json!(1),
            &json!([{ "line": 5, "command": "date" }]),
            &json!("undecided")
        )
    );
    let ran = ground.run(&["skills", "show", "deploy"]);
    let expected = "\
deploy  project
d

file     .claude/skills/deploy/SKILL.md
brings   1 hook
command  line 5: date
trust    nothing of it runs until `trusted_folders` has the project

  Now: !`date`
";
    assert_eq!((ran.code, ran.stdout.as_str()), (0, expected));
}

#[test]
fn only_the_start_of_a_long_text_is_shown() {
    let text = "line\n".repeat(20);
    let ground = Ground::new().file(PROJECT, &skill("description: d", &text));
    let ran = ground.run(&["skills", "show", "deploy"]);
    assert!(
        ran.stdout.ends_with("  … 8 lines more, shown with `-v`\n"),
        "{ran:?}"
    );
    let ran = ground.run(&["skills", "show", "-v", "deploy"]);
    assert_eq!(ran.stdout.matches("  line\n").count(), 20);
}

#[test]
fn a_name_that_nobody_has_is_wrong_usage() {
    let ran = deploy().run(&["skills", "show", "deploi"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("did you mean `deploy`?"), "{ran:?}");
}

#[test]
fn a_skill_that_is_not_loaded_or_named_in_part_is_told() {
    let ground = deploy()
        .file("repo/.claude/skills/odd/SKILL.md", "---\nname: 'a\n---\n")
        .file("repo/.claude/commands/git/push.md", "Push it.\n");
    for (name, hint) in [
        (
            "odd",
            "`.claude/skills/odd/SKILL.md` is not loaded: `tackle skills check` says why",
        ),
        ("push", "did you mean `git:push`?"),
    ] {
        let ran = ground.run(&["skills", "show", name]);
        assert!(ran.stderr.contains(&format!("hint: {hint}\n")), "{ran:?}");
    }
}

#[test]
fn of_many_skills_not_all_are_named() {
    let mut ground = Ground::new();
    for n in 0..30 {
        ground = ground.file(&format!("repo/.claude/skills/s{n}/SKILL.md"), "Go.\n");
    }
    let ran = ground.run(&["skills", "show", "zzz"]);
    assert!(
        ran.stderr
            .starts_with("error: no skill is called `zzz`; 34 are known\n"),
        "{ran:?}"
    );
}

#[track_caller]
fn check_checked(header: &str, args: &[&str], (code, expected): (u8, &[&str])) {
    let ground = Ground::new().file(PROJECT, &skill(header, "Go."));
    let args = [&["skills", "check"], args].concat();
    let found = ground.json(&args);
    assert_eq!(codes(&found), expected, "{found:#}");
    assert_eq!(ground.run(&[&["--json"], &*args].concat()).code, code);
}

#[test]
fn mistakes_are_found_where_they_stand() {
    check_checked("description: d", &[], (0, &[]));
    check_checked(
        "description: a: b",
        &[],
        (0, &["frontmatter/unquoted-colon 2:14"]),
    );
    check_checked(
        "description: 'a",
        &[],
        (1, &["skills/header 1:1", "frontmatter/unclosed-quote 2:14"]),
    );
}

#[test]
fn hooks_are_checked_where_they_stand_in_the_header() {
    let header = "description: d\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          command: x\n          timeout: -1\n  Nope: []";
    let expected = ["hooks/timeout 8:20", "hooks/unknown-event 9:3"];
    check_checked(header, &[], (1, &expected));
    check_checked(header, &[".claude/skills/deploy"], (1, &expected));
    check_checked(
        "description: d\nhooks: x",
        &[],
        (1, &["hooks/not-an-object 3:8"]),
    );
}

#[test]
fn strict_is_the_specification() {
    let header = "name: deploy\ndescription: d\nmodel: inherit";
    check_checked(header, &[], (0, &[]));
    check_checked(header, &["--strict"], (1, &["skills/spec-field 4:1"]));
}

#[test]
fn a_folder_is_found_by_any_path_to_it() {
    let ground = Ground::new()
        .file(PROJECT, &skill("description: d", "Go."))
        .file("elsewhere/.hidden/one/SKILL.md", "Go.\n")
        .standing_in("repo/.claude/skills/deploy");
    for path in [
        ".",
        "..",
        "../deploy",
        "SKILL.md",
        "../../../../elsewhere/.hidden/one",
        "[ROOT]/elsewhere/.hidden",
    ] {
        let path = path.replace("[ROOT]", &ground.root().to_string_lossy());
        let found = ground.json(&["skills", "check", &path]);
        assert_eq!(
            (&found["skills"], &found["problems"]),
            (&json!(1), &json!([])),
            "{path}"
        );
    }
}

#[test]
fn people_see_the_line_and_the_sum() {
    let ground = Ground::new().file(PROJECT, &skill("description: a: b", "Go."));
    let ran = ground.run(&["skills", "check"]);
    let expected = "\
warning[frontmatter/unquoted-colon]: `description` holds a colon and is not quoted; it is read as text
  --> .claude/skills/deploy/SKILL.md:2:14
  |
2 | description: a: b
  |              ^
  hint: put the whole value in quotation marks
1 skill: 1 warning
";
    assert_eq!((ran.code, ran.stdout.as_str()), (0, expected));
}
