use serde_json::{Value, json};

use super::world::{Ground, exists};

fn list<'v>(found: &'v Value, key: &str) -> &'v [Value] {
    found[key].as_array().expect("a list")
}

/// The calls of all scenes as tool, final command, and whether it was refused or how it ended.
fn calls(found: &Value) -> Vec<Value> {
    let calls = list(found, "scenes")
        .iter()
        .flat_map(|it| list(it, "calls"));
    let call = |it: &Value| {
        let end = match it["refused_by"].as_str() {
            Some(_) => json!("refused"),
            None => it["ok"].clone(),
        };
        json!([it["helper"], it["tool"], it["input"]["command"], end])
    };
    calls.map(call).collect()
}

/// The hooks that blocked, as dialect, event and what they said.
fn blocked(found: &Value) -> Vec<Value> {
    let runs = list(found, "scenes").iter().flat_map(|it| list(it, "runs"));
    let blocked = runs.filter(|it| it["run"]["status"] == "blocked");
    let run = |it: &Value| json!([it["run"]["dialect"], it["event"], it["stderr"]]);
    blocked.map(run).collect()
}

#[test]
fn every_hook_does_what_the_story_says() {
    let ground = Ground::new();
    let found = ground.json(&["demo"]);
    let rewritten = "mkdir -p .trash && mv build .trash/";
    let expected = [
        json!([null, "run_command", rewritten, true]),
        json!([null, "ask_agent", null, true]),
        json!(["reader", "search_code", null, true]),
        json!([null, "skill", null, true]),
        json!([null, "create_file", null, true]),
        json!([null, "edit_file", null, true]),
        json!([null, "run_command", null, "refused"]),
        json!([null, "run_command", "sh test.sh", false]),
        json!([null, "edit_file", null, true]),
        json!([null, "run_command", "sh test.sh", true]),
    ];
    assert_eq!(calls(&found), expected, "{found:#}");
    let lint = "greet.sh: blanks at the end of line 3";
    let guard = "only a person pushes; open a pull request instead";
    let expected = [
        json!(["claude-code", "PostToolUse", lint]),
        json!(["claude-code", "PreToolUse", guard]),
    ];
    assert_eq!(blocked(&found), expected, "{found:#}");
}

#[test]
fn the_goal_is_met_at_the_second_look_and_the_plugin_saw_it_all() {
    let ground = Ground::new();
    let found = ground.json(&["demo"]);
    let judged = list(&found, "scenes")
        .iter()
        .flat_map(|it| list(it, "judged"));
    let met: Vec<_> = judged.map(|it| it["met"].clone()).collect();
    assert_eq!(met, [false, true]);
    let mission = &found["mission"];
    assert_eq!(
        json!([
            mission["type"],
            mission["status"],
            mission["goal"]["rounds"]
        ]),
        json!(["result", "done", 2])
    );
    // Who looks on holds up nobody, so the lines may come in any order.
    let logbook = list(&found, "logbook");
    assert!(logbook.contains(&json!("finished")), "{found:#}");
    assert!(logbook.len() > 5, "{found:#}");
    assert_eq!(found["kept"], Value::Null);
    assert!(
        !exists(&ground.root(), "home/.tackle"),
        "the person's own folders have no part in it"
    );
}

#[test]
fn people_can_read_it_on_eighty_columns() {
    let ran = Ground::new().run(&["demo"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let long: Vec<_> = ran
        .stdout
        .lines()
        .filter(|it| it.chars().count() > 80)
        .collect();
    assert_eq!(long, [""; 0]);
    for words in [
        "run_command is refused by a hook: only a person pushes",
        "runs `mkdir -p .trash && mv build .trash/`: exit code 0",
        "the agent reads this beside the result",
        "the goal is not met, so the agent goes on",
        "the goal is met: every check succeeded",
        "Where to go next",
    ] {
        assert!(ran.stdout.contains(words), "no `{words}` in {}", ran.stdout);
    }
    let last = ran.stdout.lines().last().unwrap_or_default();
    assert!(last.trim_start().starts_with("tackle run "), "{last}");
}
