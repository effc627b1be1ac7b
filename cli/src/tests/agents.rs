use serde_json::{Value, json};

use super::world::Ground;

const SCOUT: &str = "---\nname: scout\ndescription: Finds things\n---\nLook around.\n";

/// What the list says of every agent: name, source and these further fields.
#[track_caller]
fn check_list(ground: &Ground, fields: &[&str], expected: Value) {
    let found = ground.json(&["agents", "list"]);
    let agents = found["agents"].as_array().expect("a list");
    let row = |it: &Value| -> Value { fields.iter().map(|key| it[*key].clone()).collect() };
    assert_eq!(
        agents.iter().map(row).collect::<Value>(),
        expected,
        "{found:#}"
    );
}

fn header(name: &str, lines: &str) -> String {
    format!("---\nname: {name}\ndescription: Some use\n{lines}---\nText.\n")
}

#[test]
fn nobody_is_there_and_the_list_says_what_to_do() {
    let ground = Ground::new();
    let ran = ground.run(&["agents", "list"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("tackle agents add"), "{ran:?}");
    check_list(&ground, &["name"], json!([]));
}

#[test]
fn every_place_is_read_and_the_narrowest_wins() {
    let ground = Ground::new()
        .file("repo/.tackle/agents/scout.md", SCOUT)
        .file("home/.claude/agents/scout.md", SCOUT)
        .file("repo/.claude/agents/clerk.md", &header("clerk", ""));
    check_list(
        &ground,
        &["name", "source", "product", "shadowed_by"],
        json!([
            ["scout", "repository", "tackle", null],
            ["clerk", "repository", "claude-code", null],
            [
                "scout",
                "personal",
                "claude-code",
                "[ROOT]/repo/.tackle/agents/scout.md"
            ],
        ]),
    );
}

#[test]
fn tools_are_those_that_a_helper_really_has() {
    let ground = Ground::new()
        .file(
            "repo/.claude/agents/a.md",
            &header("a", "tools: Read, Bash\n"),
        )
        .file("repo/.claude/agents/b.md", &header("b", "tools: []\n"))
        .file("repo/.claude/agents/c.md", &header("c", "role: delegate\n"));
    check_list(
        &ground,
        &["name", "tools", "tools_line", "role"],
        json!([
            ["a", ["read_file"], ["Read", "Bash"], "explore"],
            ["b", [], [], "explore"],
            [
                "c",
                ["read_file", "find_files", "search_code"],
                null,
                "delegate"
            ],
        ]),
    );
    let ran = ground.run(&["agents", "list"]);
    let expected = "\
a  repository  Some use
b  repository  (no tools) Some use
c  repository  (delegate) Some use
";
    assert_eq!(ran.stdout, expected);
}

#[test]
fn agents_of_plugins_are_listed_and_read_only() {
    let ground = Ground::new()
        .file(
            "home/.claude/plugins/lab/.claude-plugin/plugin.json",
            r#"{ "name": "lab" }"#,
        )
        .file("home/.claude/plugins/lab/agents/deep/scout.md", SCOUT);
    check_list(
        &ground,
        &["name", "source", "read_only"],
        json!([["lab:deep:scout", "plugin", true]]),
    );
    let shown = ground.json(&["agents", "show", "lab:deep:scout"]);
    assert_eq!(shown["instructions"], "Look around.");
    assert_eq!(ground.run(&["agents", "show", "lab:scout"]).code, 2);
}

#[test]
fn show_says_everything_but_what_may_be_secret() {
    let lines = "model: opus\nmaxTurns: 3\ncolor: blue\nodd: 1\ndisallowedTools: Grep\n\
                 mcpServers:\n  docs:\n    env: { KEY: secret }\n\
                 hooks:\n  Stop:\n    - hooks:\n        - { type: command, command: x, timeout: -1 }\n";
    let ground = Ground::new().file("repo/.claude/agents/a.md", &header("a", lines));
    let shown = ground.json(&["agents", "show", "a"]);
    assert_eq!(
        shown["settings"],
        json!({ "maxTurns": 3, "mcpServers": ["docs"], "color": "blue" })
    );
    assert_eq!(
        (&shown["model"], &shown["model_used"]),
        (&json!("opus"), &json!(true))
    );
    assert_eq!(
        (&shown["hooks"], &shown["unknown"]),
        (&json!(0), &json!(["odd"]))
    );
    assert_eq!(shown["refused_tools"], json!(["Grep"]));
    assert_eq!(shown["problems"][0]["code"], "hooks/timeout");
    let ran = ground.run(&["agents", "show", "a"]);
    assert!(
        ran.stdout.contains("Text.") && !ran.stdout.contains("secret"),
        "{ran:?}"
    );
}

#[test]
fn an_unknown_agent_is_wrong_usage_with_a_hint() {
    let ran = Ground::new()
        .file("repo/.tackle/agents/scout.md", SCOUT)
        .run(&["agents", "show", "scot"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("did you mean `scout`?"), "{ran:?}");
}

#[test]
fn an_agent_that_is_not_loaded_is_told() {
    let ran = Ground::new()
        .file("repo/.tackle/agents/mute.md", "---\nname: mute\n---\n")
        .run(&["agents", "show", "mute"]);
    let hint = "hint: `.tackle/agents/mute.md` is not loaded: `tackle agents check` says why\n";
    assert!(ran.stderr.ends_with(hint), "{ran:?}");
}

#[track_caller]
fn check_check(path: &str, text: &str, (code, expected): (u8, &[(&str, u32)])) {
    let ground = Ground::new().file("repo/.claude/agents/a.md", text);
    let found = ground.json(&["agents", "check", path]);
    let problems = found["problems"].as_array().expect("a list");
    let line = |it: &Value| u32::try_from(it["line"].as_u64().unwrap_or(0)).unwrap_or(0);
    let found: Vec<_> = problems
        .iter()
        .map(|it| (it["code"].as_str().unwrap_or_default(), line(it)))
        .collect();
    assert_eq!(found, expected);
    assert_eq!(ground.run(&["agents", "check", path]).code, code);
}

#[test]
fn files_and_folders_are_checked() {
    let file = ".claude/agents/a.md";
    check_check(file, SCOUT, (0, &[]));
    check_check(".claude/agents", SCOUT, (0, &[]));
    check_check(
        file,
        "---\nname: a\n---\n",
        (1, &[("agents/no-description", 1)]),
    );
    let hooks = header("a", "hooks:\n  PreToolUs:\n    - hooks: []\n");
    check_check(file, &hooks, (0, &[("hooks/unknown-event", 5)]));
    let matcher = header(
        "a",
        "hooks:\n  PreToolUse:\n    - matcher: '['\n      hooks:\n        - { type: command, command: x }\n",
    );
    check_check(file, &matcher, (1, &[("hooks/matcher-not-a-pattern", 6)]));
}

#[test]
fn without_paths_all_that_is_known_is_checked() {
    let ground = Ground::new()
        .file("home/.tackle/agents/a.md", "---\nname: a\n---\n")
        .file("repo/.tackle/agents/b.md", SCOUT);
    let ran = ground.run(&["agents", "check"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.ends_with("1 agent: 1 error\n"), "{ran:?}");
    assert_eq!(ground.run(&["agents", "check", "none.md"]).code, 3);
    std::fs::create_dir(ground.root().join("repo/empty")).expect("a folder in it");
    let found = ground.json(&["agents", "check", "empty"]);
    assert_eq!(found["problems"][0]["code"], "agents/nothing-here");
}

#[test]
fn instructions_are_folded_down_to_a_path() {
    let ground = Ground::new()
        .file("repo/AGENTS.md", "Root, see @extra.md\n")
        .file("repo/extra.md", "Extra\n")
        .file("repo/src/CLAUDE.md", "Source, see @../../out.md\n")
        .file("out.md", "Outside\n");
    let found = ground.json(&["agents", "instructions", "src/new.rs"]);
    let texts: Vec<_> = found["pieces"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| it["text"].as_str().unwrap_or_default())
        .collect();
    let expected = [
        "Extra\n",
        "Root, see @extra.md\n",
        "Source, see @../../out.md\n",
    ];
    assert_eq!(texts, expected);
    assert_eq!(found["problems"][0]["code"], "instructions/import-outside");
    assert_eq!(ground.run(&["agents", "instructions", "../x"]).code, 2);
    let none = Ground::new().run(&["agents", "instructions"]);
    assert!(none.stdout.contains("AGENTS.md"), "{none:?}");
}
