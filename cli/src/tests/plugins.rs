use serde_json::json;

use super::world::Ground;

const HOOKS: &str =
    r#"{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "echo hi"}]}]}}"#;

fn ground() -> Ground {
    Ground::new()
        .file(
            "home/.claude/plugins/tool/.claude-plugin/plugin.json",
            r#"{"name": "tool", "version": "1.0.0", "description": "Helps."}"#,
        )
        .file("home/.claude/plugins/tool/hooks/hooks.json", HOOKS)
        .file(
            "home/.claude/plugins/tool/skills/deploy/SKILL.md",
            "---\ndescription: d\n---\n",
        )
}

/// A plugin of the repository whose hook waits for a person.
fn with_stranger() -> Ground {
    ground()
        .file(
            "repo/.nemocode/plugins/watch/.claude-plugin/plugin.json",
            r#"{"name": "watch"}"#,
        )
        .file("repo/.nemocode/plugins/watch/hooks/hooks.json", HOOKS)
}

#[test]
fn json_has_what_a_plugin_brings_and_what_it_may_do() {
    let expected = json!({ "plugins": [{
        "name": "tool", "marketplace": null, "version": "1.0.0", "description": "Helps.",
        "dir": "[ROOT]/home/.claude/plugins/tool", "source": "personal",
        "enabled": true, "off": null, "shadowed_by": null,
        "power": "full", "dialect": "claude-code", "trust": "not-needed",
        "skills": ["tool:deploy"], "agents": [], "commands": [], "workflows": [], "hooks": 1,
        "problems": [],
    }], "problems": [] });
    let mut found = ground().json(&["plugins", "list"]);
    let dir = &mut found["plugins"][0]["dir"];
    let text = dir.as_str().expect("a path").to_owned();
    let (_, below) = text.split_once("/home/").expect("it stands in the home");
    *dir = format!("[ROOT]/home/{below}").into();
    assert_eq!(found, expected);
}

#[test]
fn people_see_one_line_a_plugin_and_what_waits_for_them() {
    let ran = with_stranger().run(&["plugins", "list"]);
    let expected = "\
watch       on  repository  1 hook (nemocode-observer, undecided)
tool 1.0.0  on  personal    1 skill, 1 hook (claude-code)

`tackle hooks trust allow` shows the hooks that wait for a decision, and asks
";
    assert_eq!((ran.code, ran.stdout.as_str()), (0, expected));
}

#[test]
fn one_plugin_is_shown_with_its_hooks() {
    let ran = ground().run(&["plugins", "show", "tool"]);
    let expected = "\
tool 1.0.0  on
Helps.
folder  ~/.claude/plugins/tool
source  personal
skills  tool:deploy
hooks   claude-code
  Stop    echo hi
";
    assert_eq!(
        (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
        (0, expected, "")
    );
}

#[test]
fn an_unknown_name_has_a_neighbour() {
    for command in ["show", "enable", "disable"] {
        let ran = ground().run(&["plugins", command, "tol"]);
        let expected = "error: no plugin is called `tol`\nhint: did you mean `tool`?\n";
        assert_eq!((ran.code, ran.stderr.as_str()), (2, expected), "{command}");
    }
    let ran = ground().run(&["plugins", "disable", "something-else"]);
    assert!(ran.stderr.contains("plugins list"), "{ran:?}");
}

#[test]
fn what_is_there_and_not_loaded_or_off_is_told() {
    let ground = ground().file("home/.claude/plugins/odd/.claude-plugin/plugin.json", "{");
    let ran = ground.run(&["plugins", "show", "odd"]);
    let hint = "hint: `~/.claude/plugins/odd/.claude-plugin/plugin.json` is not loaded: \
                `tackle plugins check` says why\n";
    assert!(ran.stderr.ends_with(hint), "{ran:?}");
    ground.run(&["plugins", "disable", "tool"]);
    let ran = ground.run(&["skills", "show", "tool:deploy"]);
    let hint = "hint: the plugin `tool` is off: `tackle plugins enable tool` switches it on\n";
    assert!(ran.stderr.contains(hint), "{ran:?}");
    ground.run(&["plugins", "off"]);
    let ran = ground.run(&["plugins", "list"]);
    assert!(ran.stdout.ends_with("lets them be on again\n"), "{ran:?}");
}

#[track_caller]
fn check_switch(ground: &Ground, words: &[&str], expected: (&str, bool)) {
    let ran = ground.run(&[&["plugins"], words].concat());
    assert_eq!((ran.code, ran.stdout.as_str()), (0, expected.0), "{ran:?}");
    let layers = ground.json(&["hooks", "list"])["layers"].clone();
    assert_eq!(layers != json!([]), expected.1, "{words:?}: {layers}");
}

#[test]
fn switches_hold_for_hooks_and_say_who_else_keeps_a_plugin_off() {
    let ground = ground();
    check_switch(&ground, &["disable", "tool"], ("`tool` is off\n", false));
    check_switch(&ground, &["enable", "tool"], ("`tool` is on\n", true));
    check_switch(
        &ground,
        &["enable", "tool"],
        ("`tool` is on already\n", true),
    );
    check_switch(&ground, &["off"], ("all plugins are off\n", false));
    check_switch(
        &ground,
        &["enable", "tool"],
        (
            "`tool` is off, as all plugins are: `tackle plugins on` lets them be on\n",
            false,
        ),
    );
    check_switch(&ground, &["on"], ("plugins are on\n", true));
}

#[test]
fn what_was_switched_fits_its_schema() {
    let ground = ground();
    for words in [
        &["plugins", "disable", "tool"][..],
        &["plugins", "enable", "tool"],
        &["plugins", "off"],
        &["plugins", "on"],
    ] {
        assert_eq!(ground.json(words)["changed"], true, "{words:?}");
    }
    assert_eq!(ground.json(&["plugins", "show", "tool"])["hooks"], 1);
}

#[test]
fn settings_that_are_no_file_of_ours_are_left_alone() {
    for text in [
        "{",
        "[]",
        r#"{"plugins": 7}"#,
        r#"{"plugins": {"disabled": {}}}"#,
    ] {
        let ground = ground().file("home/.tackle/settings.json", text);
        let ran = ground.run(&["plugins", "disable", "tool"]);
        assert_eq!(ran.code, 3, "{text}: {ran:?}");
        assert!(ran.stderr.contains("is left as it is"), "{ran:?}");
        assert_eq!(
            ground.read("home/.tackle/settings.json").as_deref(),
            Some(text)
        );
    }
}

#[test]
fn a_check_finds_mistakes_in_hooks_and_says_no() {
    let ground = ground();
    let ran = ground.run(&["plugins", "check"]);
    let clean = "1 plugin with 1 hook: no problems\n";
    assert_eq!((ran.code, ran.stdout.as_str()), (0, clean));
    ground.write(
        "home/.claude/plugins/tool/hooks/hooks.json",
        r#"{"hooks": {"Stop": {}}}"#,
    );
    assert_eq!(ground.run(&["plugins", "check"]).code, 1);
    let found = ground.json(&["plugins", "check", "[ROOT]/home/.claude/plugins/tool"]);
    assert_eq!(found["problems"][0]["code"], "hooks/event-not-a-list");
    assert_eq!(found["problems"][0]["column"], 12);
}

#[test]
fn a_yes_covers_the_scripts_of_a_plugin() {
    let line = r#"{"Stop": [{"command": "cd ${CLAUDE_PLUGIN_ROOT} && sh \"$CLAUDE_PLUGIN_ROOT/a.sh\" ./b.sh"}]}"#;
    let ground = with_stranger()
        .file("repo/.nemocode/plugins/watch/hooks/hooks.json", line)
        .file("repo/.nemocode/plugins/watch/a.sh", "")
        .file("repo/.nemocode/plugins/watch/b.sh", "");
    let found = ground.json(&["hooks", "trust", "list"]);
    let scripts = found["project"]["files"][0]["scripts"].as_array();
    assert_eq!(scripts.map(Vec::len), Some(2), "{found}");
}

#[test]
fn a_bare_skill_of_a_hook_is_the_plugins_own_first() {
    let hooks =
        r#"{"Stop": [{"type": "skill", "skill": "deploy"}, {"type": "skill", "skill": "other"}]}"#;
    let ground = Ground::new()
        .file(
            "home/.tackle/plugins/kit/.claude-plugin/plugin.json",
            r#"{"name": "kit"}"#,
        )
        .file("home/.tackle/plugins/kit/hooks/hooks.json", hooks)
        .file(
            "home/.tackle/plugins/kit/skills/deploy/SKILL.md",
            "---\ndescription: d\n---\n",
        );
    let found = ground.json(&["hooks", "list"]);
    let hooks = found["layers"][0]["hooks"].as_array().expect("a list");
    let names: Vec<_> = hooks.iter().map(|it| &it["command"]).collect();
    assert_eq!(names, ["kit:deploy", "other"]);
}

#[test]
fn the_persons_plugins_may_stand_elsewhere() {
    let ground = Ground::new()
        .file(
            "home/.tackle/settings.json",
            r#"{"places": {"tackle": {"plugins": "~/mine"}}}"#,
        )
        .file(
            "home/mine/kit/.claude-plugin/plugin.json",
            r#"{"name": "kit"}"#,
        )
        .file(
            "home/.tackle/plugins/old/.claude-plugin/plugin.json",
            r#"{"name": "old"}"#,
        );
    let found = ground.json(&["plugins", "list"]);
    let plugins = found["plugins"].as_array().expect("a list");
    let names: Vec<_> = plugins.iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["kit"]);
}

#[test]
fn a_hook_finds_its_folder_for_data() {
    let hooks =
        r#"{"Stop": [{"command": "cat > /dev/null; echo kept > ${CLAUDE_PLUGIN_DATA}/note"}]}"#;
    let ground = Ground::new()
        .file(
            "home/.tackle/plugins/kit/.claude-plugin/plugin.json",
            r#"{"name": "kit"}"#,
        )
        .file("home/.tackle/plugins/kit/hooks/hooks.json", hooks);
    ground.json(&["hooks", "run", "Stop"]);
    let note = ground.read("home/.tackle/plugin-data/kit/note");
    assert_eq!(note.as_deref(), Some("kept\n"));
}
