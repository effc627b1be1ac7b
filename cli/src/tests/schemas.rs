//! Every command prints what its schema says. [`Ground::json`] compares the two; here each command
//! is run where its report is fullest.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::world::{GUARD, Ground};

/// A file whose hooks answer in every way: a block, a rewrite with words for everybody, a failure,
/// a command that is not there, and one that goes on beside the work.
fn hooks() -> String {
    let says = |answer: Value| format!("cat > /dev/null; echo '{answer}'");
    let rewrites = says(json!({ "systemMessage": "a note", "hookSpecificOutput": {
        "hookEventName": "PreToolUse", "updatedInput": { "command": "ls -1" }, "additionalContext": "a context" } }));
    let stops = says(json!({ "continue": false, "stopReason": "enough" }));
    let command = |it: &str| json!({ "type": "command", "command": it });
    let group = |matcher: &str, hooks: Vec<Value>| json!({ "matcher": matcher, "hooks": hooks });
    json!({ "hooks": {
        "PreToolUse": [
            group("Read", vec![command("echo no >&2; exit 2")]),
            group("Bash", vec![command(&rewrites), command("exit 3"), command("kill -9 $$")]),
            group("Bash", vec![json!({ "type": "command", "command": "true", "async": true })]),
            group("[", vec![json!({ "type": "command", "command": "true", "timeout": -1 })]),
        ],
        "PostToolUse": [group("*", vec![command("echo look >&2; exit 2"), command(&stops)])],
        "Stop": [{ "hooks": [command("echo more >&2; exit 2"), json!({ "type": "prompt", "prompt": "x" })] }],
        "Never": [],
    } })
    .to_string()
}

/// An agent with everything that a header may say.
const AGENT: &str = "---\nname: scout\ndescription: Finds\ntools: Read\nmodel: opus\nmaxTurns: 3\nmemory: user
permissionMode: plan\nskills: a, b\nmcpServers: [docs]\nbackground: true\neffort: high\nisolation: worktree
color: red\ninitialPrompt: Go\nomitClaudeMd: true\nexperimental: { cacheTtl: 1h }\nodd: 1\nrole: leader\n---\nLook.\n";

fn ground() -> Ground {
    Ground::new()
        .file("home/.claude/settings.json", &hooks())
        .file("repo/.claude/settings.json", GUARD)
        .file("repo/guard.sh", "exit 0\n")
        .file("repo/.claude/agents/scout.md", AGENT)
        .file("repo/AGENTS.md", "See @none/x.md\n")
        .file("repo/.vyotiq/hooks.json", "{ broken")
        .file(
            "repo/.claude/plugins/tool/.claude-plugin/plugin.json",
            PLUGIN,
        )
        .file("market/.claude-plugin/marketplace.json", MARKETPLACE)
        .variable("EDITOR", "true")
}

/// A plugin with something of each kind.
const PLUGIN: &str = r#"{ "name": "tool", "version": "1", "description": "d", "odd": 1,
  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] },
  "dependencies": ["other"],
  "userConfig": { "level": { "type": "string", "title": "t", "description": "d" } } }"#;

const MARKETPLACE: &str = r#"{ "name": "market", "owner": { "name": "M" }, "plugins": [
  { "name": "here", "source": "./" },
  { "name": "there", "source": { "source": "github", "repo": "o/r" } },
  { "name": "nowhere", "source": "github:o/r" } ] }"#;

const BASH: [&str; 6] = [
    "hooks",
    "run",
    "PreToolUse",
    "--tool",
    "Bash",
    "--tool-input={\"command\":\"ls\"}",
];

#[test]
fn each_report_fits_its_schema() {
    let ground = ground().typing("y\n");
    let commands: &[&[&str]] = &[
        &["hooks", "list"],
        &["hooks", "check"],
        &["hooks", "path"],
        &["hooks", "path", "--scope", "managed"],
        &["hooks", "edit", "--create"],
        &["hooks", "trust", "list"],
        &["hooks", "trust", "deny"],
        &["hooks", "trust", "forget"],
        &["hooks", "trust", "allow"],
        &["hooks", "trust", "allow"],
        &["hooks", "trust", "list"],
        &["hooks", "run", "Stop"],
        &[
            "hooks",
            "run",
            "PostToolUse",
            "--tool",
            "Read",
            "--tool-output",
            "text",
        ],
        &[
            "hooks",
            "run",
            "PreToolUse",
            "--tool",
            "Read",
            "--tool-input",
            "{}",
        ],
        &BASH,
        &["hooks", "runs"],
        &[
            "hooks",
            "convert",
            "--from",
            "claude-code",
            "--to",
            "nemocode",
            "../home/.claude/settings.json",
        ],
        &[
            "hooks",
            "convert",
            "--from",
            "agent-v",
            "--to",
            "neo",
            ".vyotiq/hooks.json",
        ],
        &["agents", "list"],
        &["agents", "show", "scout"],
        &["agents", "check"],
        &["agents", "add", "scout", "--description", "x"],
        &["agents", "add", "scout", "--description", "x"],
        &["agents", "instructions"],
        &["check"],
        &["plugins", "list"],
        &["plugins", "show", "tool"],
        &["plugins", "check"],
        &["plugins", "check", "../market"],
        &["plugins", "disable", "tool"],
        &["plugins", "enable", "tool"],
        &["plugins", "off"],
        &["plugins", "on"],
        &["demo"],
        &["skills", "list"],
        &["skills", "show", "write-a-skill"],
        &["skills", "check"],
        &["skills", "render", "write-a-skill", "x"],
    ];
    for command in commands {
        ground.json(command);
    }
    let mut ran: BTreeSet<_> = commands.iter().map(|it| it.join("-")).collect();
    ran.extend(what_is_kept(&ground));
    let is_run = |name: &str| ran.iter().any(|it| it.starts_with(name));
    let names = crate::schemas()
        .into_iter()
        .map(|it| it.0)
        .filter(|it| *it != "problem");
    let missing: Vec<_> = names.filter(|it| !is_run(it)).collect();
    assert_eq!(missing, [""; 0], "no command here prints these");
}

/// Runs the commands about sessions and missions; their words, joined.
fn what_is_kept(ground: &Ground) -> Vec<String> {
    let made = ground.json(&["sessions", "new"]);
    let session = made["session"]["id"].as_str().expect("an id");
    ground.write("repo/script.json", "{}");
    ground.run(&[
        "run",
        "--model",
        "scripted:script.json",
        "--session",
        session,
        "do it",
    ]);
    let list = ground.json(&["missions", "list"]);
    let mission = list["missions"][0]["id"].as_str().expect("an id");
    let commands: &[&[&str]] = &[
        &["sessions", "new"],
        &["missions", "list"],
        &["missions", "show", mission],
        &["missions", "cancel", mission],
        &["why", mission],
        &["dashboard"],
        &["sessions", "list"],
        &["sessions", "show", session],
        &["sessions", "send", session, "more"],
        &["sessions", "delete", session, "--yes"],
    ];
    let ran = commands.iter().map(|it| {
        ground.json(it);
        it.join("-")
    });
    ran.collect()
}

/// What a report leaves out shows nothing: this one leaves out next to nothing.
#[test]
fn a_full_report_has_something_in_every_field() {
    let found = ground().json(&BASH);
    let is_empty = |it: &Value| it.is_null() || *it == json!([]);
    let empty = found
        .as_object()
        .expect("an object")
        .iter()
        .filter(|it| is_empty(it.1));
    let empty: Vec<_> = empty.map(|it| it.0.as_str()).collect();
    assert_eq!(
        empty,
        [
            "reason",
            "blocked_by",
            "stop_reason",
            "keep_going",
            "feedback"
        ],
        "{found:#}"
    );
    let statuses: BTreeSet<_> = found["runs"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| it["status"].to_string())
        .collect();
    assert_eq!(
        statuses,
        ["\"background\"", "\"failed\"", "\"ok\""]
            .map(str::to_owned)
            .into()
    );
}
