//! The further fields of Claude Code's format.

use std::path::Path;

use stdx::Place;

use crate::{
    AgentPlace, AgentSettings, Isolation, Memory, PermissionMode, Placed, Roots, Switch,
    default_places, read_agent,
};

const WHOLE: &str = "---
name: it
description: Test
permissionMode: acceptEdits
maxTurns: 7
skills: brief, tests
mcpServers: [docs]
hooks:
  PreToolUse: []
memory: project
background: yes
effort: high
isolation: worktree
color: teal
initialPrompt: Begin
omitClaudeMd: false
experimental:
  cacheTtl: 1h
category: work
---
Body.
";

fn personal() -> AgentPlace {
    let roots = Roots {
        tackle_home: "/t".into(),
        home: "/h".into(),
        ..Roots::default()
    };
    default_places(&roots).pop().unwrap()
}

fn at<T>(line: u32, column: u32, value: T) -> Option<Placed<T>> {
    let place = Place { line, column };
    Some(Placed { value, place })
}

#[test]
fn each_is_read_with_its_place() {
    let loaded = read_agent(
        Path::new("/h/.claude/agents/it.md"),
        &personal(),
        WHOLE.as_bytes(),
    );
    assert_eq!(loaded.problems, []);
    let agent = loaded.value.unwrap();
    let settings = agent.settings;
    let hooks = settings.hooks.clone().unwrap();
    assert_eq!(hooks.to_json().to_string(), r#"{"PreToolUse":[]}"#);
    assert_eq!(hooks.get("PreToolUse").unwrap().place.line, 9);
    let servers = settings.mcp_servers.clone().unwrap();
    assert_eq!(servers.to_json().to_string(), r#"["docs"]"#);
    let skills: Vec<&str> = settings.skills.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(skills, ["brief", "tests"]);
    assert_eq!(
        AgentSettings {
            skills: Vec::new(),
            mcp_servers: None,
            hooks: None,
            ..settings
        },
        AgentSettings {
            permission_mode: at(4, 17, PermissionMode::AcceptEdits),
            max_turns: at(5, 11, 7),
            memory: at(10, 9, Memory::Project),
            background: at(11, 13, Switch::On),
            effort: at(12, 9, "high".to_owned()),
            isolation: at(13, 12, Isolation::Worktree),
            color: at(14, 8, "teal".to_owned()),
            initial_prompt: at(15, 16, "Begin".to_owned()),
            omit_claude_md: at(16, 15, Switch::Off),
            cache_ttl: at(18, 13, "1h".to_owned()),
            ..AgentSettings::default()
        }
    );
    let unknown: Vec<&str> = agent.unknown.iter().map(|it| it.key.as_str()).collect();
    assert_eq!(unknown, ["category"]);
}

#[test]
fn a_plugin_may_not_bring_some_of_them() {
    let place = AgentPlace::of_plugin("p", Path::new("/p"), Path::new("/p/agents"));
    let loaded = read_agent(Path::new("/p/agents/it.md"), &place, WHOLE.as_bytes());
    let told: Vec<(&str, u32)> = loaded
        .problems
        .iter()
        .map(|it| (it.code.as_ref(), it.place.unwrap().line))
        .collect();
    let code = "agents/not-in-plugins";
    assert_eq!(told, [(code, 8), (code, 7), (code, 4), (code, 15)]);
    let settings = loaded.value.unwrap().settings;
    assert_eq!(settings.hooks, None);
    assert_eq!(settings.mcp_servers, None);
    assert_eq!(settings.permission_mode, None);
    assert_eq!(settings.initial_prompt, None);
    assert_eq!(settings.memory, at(10, 9, Memory::Project));
}

#[track_caller]
fn check(line: &str, expected: &str) {
    let text = format!("---\nname: it\ndescription: Test\n{line}\n---\nBody.\n");
    let loaded = read_agent(Path::new("/h/it.md"), &personal(), text.as_bytes());
    assert!(loaded.value.is_some(), "{line}");
    let told: Vec<String> = loaded.problems.iter().map(ToString::to_string).collect();
    assert_eq!(told, [expected], "{line}");
}

#[test]
fn a_value_that_is_none_of_the_words_is_left_out() {
    check(
        "memory: global",
        "warning[agents/field-value]: `memory` must be `user` or `project` or `local`, found `global`",
    );
    check(
        "maxTurns: 0",
        "warning[agents/field-kind]: `maxTurns` must be a positive whole number, found the number `0`",
    );
    check(
        "background: perhaps",
        "warning[agents/field-kind]: `background` must be `true` or `false`, found the text `perhaps`",
    );
    check(
        "model: [a, b]",
        "warning[agents/field-kind]: `model` must be a text, found a list",
    );
    check(
        "max-turns: 3",
        "warning[agents/misspelt-field]: an agent has no field `max-turns`; it has no effect",
    );
}
