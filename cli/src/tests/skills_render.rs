use serde_json::{Value, json};

use super::skills::{PERSONAL, PROJECT, codes, skill};
use super::world::Ground;

/// The prompt of a personal skill of this text.
#[track_caller]
fn check_rendered(text: &str, args: &[&str], expected: &str) {
    let ground = Ground::new().file(PERSONAL, &skill("description: d", text));
    let found = ground.json(&[&["skills", "render", "deploy"], args].concat());
    assert_eq!(found["prompt"], expected, "{found:#}");
}

#[test]
fn one_argument_is_the_text_and_of_several_each_is_a_word() {
    check_rendered("<$0> <$ARGUMENTS>", &["a b"], "<a> <a b>");
    check_rendered("<$0> <$1>", &["a b", "c"], "<a b> <c>");
    check_rendered("<$0> <$1>", &["it's", ""], "<it's> <>");
    check_rendered("<$0> <$1>", &["it's", r"a\b"], r"<it's> <a\b>");
    check_rendered("<$ARGUMENTS>", &["--", "--fast", "x"], "<--fast x>");
}

#[test]
fn commands_of_your_own_skills_run() {
    check_rendered("!`echo out; echo err >&2`", &[], "out\nerr");
    check_rendered("!`echo $0`", &["a; echo b", ""], "a; echo b");
}

#[test]
fn a_command_that_fails_is_shown_with_what_it_printed() {
    let text = skill("description: d", "One\n!`echo why >&2; exit 3`");
    let ground = Ground::new().file(PERSONAL, &text);
    let found = ground.json(&["skills", "render", "deploy"]);
    assert_eq!(codes(&found), ["skills/command-failed 5:1"]);
    let message = &found["problems"][0]["message"];
    let message = message.as_str().expect("it has one");
    assert!(message.ends_with("exited with code 3: why"), "{message}");
}

#[test]
fn much_output_is_cut_and_told() {
    let text = "!`head -c 40000 /dev/zero | tr '\\0' x`";
    let ground = Ground::new().file(PERSONAL, &skill("description: d", text));
    let found = ground.json(&["skills", "render", "deploy"]);
    let prompt = found["prompt"].as_str().expect("there is one");
    assert_eq!(prompt.len(), 30_000);
    assert_eq!(codes(&found), ["skills/output-cut null:null"]);
}

/// How rendering a skill of the project ends: exit code and prompt.
#[track_caller]
fn check_of_clone(settings: &str, options: &[&str], expected: (u8, Value)) {
    let ground = Ground::new()
        .file(PROJECT, &skill("description: d", "!`echo ran`"))
        .file("repo/.claude/settings.json", "{}");
    let settings = settings.replace("[ROOT]", &ground.root().to_string_lossy());
    ground.write("home/.tackle/settings.json", &settings);
    let args = [&["--json", "skills", "render", "deploy"], options].concat();
    let ran = ground.run(&args);
    let found: Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
    assert_eq!((ran.code, found["prompt"].clone()), expected, "{found:#}");
}

#[test]
fn what_came_with_a_clone_runs_nothing_unless_allowed() {
    let trusted = r#"{ "trusted_folders": ["[ROOT]/repo"] }"#;
    let denies = r#"{ "permissions": { "deny": ["Bash(echo *)"] } }"#;
    let asks = r#"{ "permissions": { "ask": ["Bash(echo *)"] } }"#;
    check_of_clone("{}", &[], (1, Value::Null));
    check_of_clone("{}", &["--allow-commands"], (0, json!("ran")));
    check_of_clone(trusted, &[], (0, json!("ran")));
    check_of_clone(denies, &["--allow-commands"], (1, Value::Null));
    check_of_clone(asks, &["--allow-commands"], (1, Value::Null));
}

#[test]
fn people_are_told_how_to_allow_it() {
    let ground = Ground::new().file(PROJECT, &skill("description: d", "!`echo ran`"));
    let ran = ground.run(&["skills", "render", "deploy"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (1, ""));
    for word in ["`echo ran`", "SKILL.md:4:1", "--allow-commands"] {
        assert!(ran.stderr.contains(word), "no `{word}` in {}", ran.stderr);
    }
}

#[test]
fn a_plugins_skill_knows_its_plugin() {
    let ground = Ground::new()
        .file(
            "home/.tackle/plugins/kit/.claude-plugin/plugin.json",
            r#"{ "name": "kit", "commands": { "say": { "content": "Say $0", "description": "Speaks", "allowedTools": ["Read"] } } }"#,
        )
        .file("home/.tackle/plugins/kit/skills/tide/SKILL.md", "${CLAUDE_PLUGIN_ROOT}\n");
    let found = ground.json(&["skills", "show", "kit:say"]);
    assert_eq!(
        (&found["description"], &found["allowed_tools"]),
        (&json!("Speaks"), &json!(["Read"]))
    );
    let ran = ground.run(&["skills", "render", "kit:tide"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "[ROOT]/home/.tackle/plugins/kit\n")
    );
}
