use serde_json::{Value, json};

use super::world::{GUARD, Ground};

const AGENT: &str = "---\nname: a\ndescription: b\n---\nText.\n";

fn tree() -> Ground {
    Ground::new()
        .file("repo/.claude/settings.json", GUARD)
        .file("repo/.claude/agents/a.md", AGENT)
        .file("repo/.claude/commands/c.md", "Do it.\n")
        .file("repo/skills/s/SKILL.md", "---\nname: s\ndescription: b\n---\nText.\n")
        .file("repo/p/.claude-plugin/plugin.json", r#"{ "name": "p", "hooks": "./odd/guard.json" }"#)
        .file("repo/p/odd/guard.json", r#"{ "hooks": { "Stopp": [] } }"#)
        .file("repo/p/agents/b.md", "---\ndescription: b\n---\nText.\n")
        .file("repo/.claude-plugin/marketplace.json", r#"{ "name": "m", "owner": { "name": "o" }, "plugins": [{ "name": "p", "source": "./p" }] }"#)
        .file("repo/.cursor/hooks.json", "{}")
        .file("repo/.gemini/settings.json", r#"{ "hooks": {} }"#)
        .file("repo/AGENTS.md", "See @docs/more.md\n")
        .file("repo/node_modules/x/.claude/settings.json", "{")
        .file("repo/.mcp.json", "{")
}

fn codes(found: &Value) -> Vec<&str> {
    let problems = found["problems"].as_array().expect("a list");
    problems
        .iter()
        .map(|it| it["code"].as_str().unwrap_or_default())
        .collect()
}

#[test]
fn every_kind_is_found_and_checked() {
    let ground = tree();
    let found = ground.json(&["check"]);
    assert_eq!(
        found["by_kind"],
        json!({ "agents": 2, "commands": 1, "foreign-hooks": 1, "hooks": 2, "instructions": 1,
            "marketplaces": 1, "plugins": 1, "skills": 1 })
    );
    assert_eq!(found["files"], 10);
    assert_eq!(
        codes(&found),
        [
            "hooks/not-read-here",
            "instructions/import-missing",
            "agents/no-name",
            "hooks/unknown-event",
        ],
        "{found:#}"
    );
    assert_eq!(ground.run(&["check"]).code, 0);
}

#[test]
fn the_result_does_not_depend_on_how_it_is_asked_for() {
    let ground = tree();
    let whole = ground.json(&["check"]);
    assert_eq!(ground.json(&["check", "."]), whole);
    assert_eq!(ground.json(&["check", ".", "p", "[ROOT]/repo"]), whole);
    let found = ground.json(&["check", "p/agents/b.md", ".claude/agents"]);
    assert_eq!(
        (&found["files"], codes(&found)),
        (&json!(2), vec!["agents/no-name"])
    );
}

#[test]
fn people_are_shown_the_line_and_a_tally() {
    let ran = tree()
        .file("repo/.claude/agents/a.md", "---\nname: a\n---\n")
        .run(&["check"]);
    assert_eq!(ran.code, 1);
    let agent = "error[agents/no-description]: ";
    let caret = "  --> p/odd/guard.json:1:14\n  |\n1 | { \"hooks\": { \"Stopp\": [] } }\n  |              ^\n";
    assert!(
        ran.stdout.contains(agent) && ran.stdout.contains(caret),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .ends_with("1 skill, 1 command, 2 agents, 1 plugin, 1 marketplace, 1 file of instructions): 1 error, 2 warnings, 2 notes\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn the_same_note_is_said_once() {
    let text = "---\ndescription: b\nallowed-tools: Read\n---\nText.\n";
    let ground = Ground::new()
        .file("repo/skills/a/SKILL.md", text)
        .file("repo/skills/b/SKILL.md", text);
    for (args, shown, end) in [
        (
            &["check"][..],
            1,
            "1 note like those above left out; `-v` shows all\n2 files (2 skills): 2 notes\n",
        ),
        (&["check", "-v"], 2, "2 files (2 skills): 2 notes\n"),
        (&["check", "-q"], 0, "2 files (2 skills): 2 notes\n"),
    ] {
        let ran = ground.run(args);
        let found = ran.stdout.matches("note[").count();
        assert!(
            found == shown && ran.stdout.ends_with(end),
            "{args:?}: {ran:?}"
        );
    }
}

#[test]
fn where_nothing_is_known_that_is_said() {
    let ran = Ground::new().run(&["check"]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.stdout.starts_with("Nothing here is a file of hooks"),
        "{ran:?}"
    );
    let ground = Ground::new().file("repo/x.txt", "");
    assert_eq!(
        codes(&ground.json(&["check", "x.txt"])),
        ["check/not-recognised"]
    );
    assert_eq!(ground.run(&["check", "none"]).code, 3);
}

#[test]
fn headers_with_hooks_are_checked_with_their_places() {
    let hooks = "hooks:\n  Stopp:\n    - hooks: []\n";
    let text = format!("---\nname: s\ndescription: b\n{hooks}---\nText.\n");
    let ground = Ground::new()
        .file("repo/skills/s/SKILL.md", &text)
        .file("repo/.claude/agents/s.md", &text);
    let found = ground.json(&["check"]);
    let places: Vec<_> = found["problems"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| (it["code"].clone(), it["line"].clone(), it["column"].clone()))
        .collect();
    let expected = (json!("hooks/unknown-event"), json!(5), json!(3));
    assert_eq!(places, [expected.clone(), expected]);
}

#[test]
fn code_hosts_get_sarif() {
    let ground = tree().file("repo/.claude/agents/a b.md", "---\nname: a\n---\n");
    let ran = ground.run(&["check", "--format", "sarif"]);
    assert_eq!(ran.code, 1);
    let log: Value = serde_json::from_str(&ran.stdout).expect("it is JSON");
    assert_eq!(
        (&log["version"], &log["runs"][0]["tool"]["driver"]["name"]),
        (&json!("2.1.0"), &json!("tackle"))
    );
    let results = log["runs"][0]["results"].as_array().expect("a list");
    let rules = log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .expect("a list");
    let is_told = |it: &Value| it["help"]["text"].is_string();
    assert!(rules.iter().all(is_told), "{rules:#?}");
    for result in results {
        let index = result["ruleIndex"].as_u64().expect("an index");
        let rule = &rules[usize::try_from(index).expect("it is small")];
        assert_eq!(rule["id"], result["ruleId"]);
    }
    let uri =
        |it: &Value| it["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].clone();
    assert!(
        results
            .iter()
            .any(|it| uri(it) == ".claude/agents/a%20b.md"),
        "{results:#?}"
    );
}

#[cfg(unix)]
#[test]
fn links_neither_loop_nor_lead_out() {
    let ground = tree().file("out/agents/x.md", "---\nname: x\n---\n");
    let whole = ground.json(&["check"]);
    let root = ground.root();
    let link = |target: &str, path: &str| {
        std::os::unix::fs::symlink(root.join(target), root.join(path)).expect("a link");
    };
    link("repo", "repo/p/loop");
    link("out/agents/x.md", "repo/.claude/agents/x.md");
    link("out", "repo/out");
    link("nowhere", "repo/.claude/agents/gone.md");
    assert_eq!(ground.json(&["check"]), whole);
}
