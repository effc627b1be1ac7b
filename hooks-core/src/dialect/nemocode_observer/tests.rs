//! What a plugin's observers are told, and that they have no words.

use expect_test::expect;
use serde_json::json;

use crate::dialect::DialectId;
use crate::dialect::checking::*;
use crate::event::EventName;
use crate::handler::PluginFolders;
use crate::tool::Failed;

const CHECK: Check = Check(DialectId::NemocodeObserver);

#[test]
fn both_shapes() {
    let groups = r#"{
  "description": "notes",
  "hooks": {
    "PostToolUse": [
      {"matcher": "edit_file", "hooks": [
        {"type": "command", "command": "${CLAUDE_PLUGIN_ROOT}/a.sh", "timeout": 60},
        {"type": "prompt", "prompt": "b"}
      ]},
      {"command": "c"}
    ],
    "SubagentStop": [{"command": "d"}]
  }
}"#;
    expect![[r#"
        6 PostToolUse [edit_file] command `${CLAUDE_PLUGIN_ROOT}/a.sh` 10s
        9 PostToolUse [-] command `c` 10s
        7 skipped PostToolUse: a hook of type `prompt` does not run in nemocode-observer
        11 skipped SubagentStop: an event that does not exist here
        6 warning[hooks/field-without-effect]: `hooks.PostToolUse[0].hooks[0].timeout` has no effect in nemocode-observer
        7 note[hooks/not-run-here]: a hook of type `prompt` does not run in nemocode-observer
        11 warning[hooks/unknown-event]: nemocode-observer has no event `SubagentStop`"#]].assert_eq(&CHECK.file(groups));
    let flat = r#"{"Stop": [{"command": "a"}], "PreToolUse": [{"hooks": [{"type": "command", "command": "b"}]}]}"#;
    expect![[r#"
        1 Stop [-] command `a` 10s
        1 PreToolUse [-] command `b` 10s"#]]
    .assert_eq(&CHECK.file(flat));
}

#[test]
fn the_event_stands_apart() {
    let post = returned(shell(EventName::PostToolUse), json!("a"), Failed::No);
    expect![[r#"{"event":"PostToolUse","payload":{"cwd":"/p","tool_name":"run_command","tool_input":{"command":"ls"},"tool_output":"a"}}"#]].assert_eq(&CHECK.payload(&post));
    let stop = with(event(EventName::Stop), "summary", json!("done"));
    expect![[r#"{"event":"Stop","payload":{"cwd":"/p","tool_output":"done"}}"#]]
        .assert_eq(&CHECK.payload(&stop));
}

#[test]
fn environments() {
    let post = shell(EventName::PostToolUse);
    let folders = PluginFolders {
        name: "x".to_owned(),
        options: vec![("level".to_owned(), "high".to_owned())],
        root: "/plugins/x".into(),
        data: Some("/data/x".into()),
    };
    expect![[r#"
        Inherited
        CLAUDE_PLUGIN_ROOT=/plugins/x
        CLAUDE_PLUGIN_DATA=/data/x
        CLAUDE_PLUGIN_OPTION_LEVEL=high"#]]
    .assert_eq(&CHECK.environment(&post, Some(&folders)));
    expect!["Inherited"].assert_eq(&CHECK.environment(&post, None));
}

#[test]
fn nothing_can_be_said() {
    expect![[""]].assert_eq(&sayings(DialectId::NemocodeObserver));
    let block = json!({"decision": "block", "reason": "no"});
    expect![[r#"
        nothing
        warning[hooks/answer-word]: `decision` has no effect here"#]]
    .assert_eq(&CHECK.answer("PreToolUse", block));
}

#[test]
fn converted_files() {
    let flat = r#"{"PostToolUse": [{"matcher": "edit_file", "command": "a"}, {"command": "b"}]}"#;
    expect![[r#"
        {"hooks":{"PostToolUse":[{"matcher":"edit_file","hooks":[{"command":"a"}]},{"hooks":[{"command":"b"}]}]}}
        1 warning[hooks/convert-loss]: nemocode-observer has no words for a timeout of 30s
        1 warning[hooks/convert-loss]: nemocode-observer has no words for a timeout of 30s"#]].assert_eq(&CHECK.converted(DialectId::Nemocode, flat));
}
