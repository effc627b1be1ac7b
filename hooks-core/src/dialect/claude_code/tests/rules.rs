//! What each event rules, as one table.

use expect_test::{Expect, expect};

use crate::dialect::DialectId;
use crate::dialect::claude_code::{events, limits};
use crate::handler::HandlerKind;
use crate::rules::{AfterBlock, EventRules, Honoured, PlainText, Subject};

use super::KINDS;

#[track_caller]
fn check(id: DialectId, expected: Expect) {
    let rules = id.dialect().rules;
    let lines: Vec<_> = rules.events.iter().map(line).collect();
    expected.assert_eq(&lines.join("\n"));
}

fn line(rules: &EventRules) -> String {
    let subject = match rules.subject {
        Subject::Nothing => String::new(),
        Subject::Tool => " on tool".to_owned(),
        Subject::Field(name) => format!(" on {name}"),
    };
    let flags = [
        (rules.json_block == Honoured::Yes, " json"),
        (rules.exit_block == Honoured::No, " not-by-exit"),
        (rules.context != crate::ContextEffect::Ignored, " context"),
        (rules.plain_text == PlainText::Context, " text"),
        (rules.after_block == AfterBlock::SkipRest, " skips-rest"),
    ];
    let flags: String = flags
        .iter()
        .filter(|(is, _)| *is)
        .map(|(_, it)| *it)
        .collect();
    let (block, awaited) = (rules.block, rules.awaited);
    format!(
        "{}{subject}: {block:?}{flags}, awaited {awaited:?}",
        rules.word
    )
}

#[test]
fn every_event_of_claude_code() {
    check(
        DialectId::ClaudeCode,
        expect![[r#"
            SessionStart on source: Warned context text, awaited Yes
            Setup on trigger: Ignored, awaited Yes
            InstructionsLoaded on load_reason: Ignored, awaited No
            UserPromptSubmit: Refuses json context text, awaited Yes
            UserPromptExpansion on command_name: Refuses json context text, awaited Yes
            MessageDisplay: Ignored, awaited Yes
            PreToolUse on tool: Refuses json context, awaited Yes
            PermissionRequest on tool: Refuses not-by-exit, awaited Yes
            PermissionDenied on tool: Ignored, awaited Yes
            PostToolUse on tool: Feedback json context, awaited Yes
            PostToolUseFailure on tool: Feedback context, awaited Yes
            PostToolBatch: Refuses json context, awaited Yes
            Notification on notification_type: Ignored, awaited Yes
            SubagentStart on agent_type: Warned context, awaited Yes
            SubagentStop on agent_type: KeepsGoing json context, awaited Yes
            TaskCreated: Refuses json, awaited Yes
            TaskCompleted: Refuses, awaited Yes
            Stop: KeepsGoing json context, awaited Yes
            StopFailure on error: Ignored, awaited Yes
            TeammateIdle: KeepsGoing, awaited Yes
            ConfigChange on source: RefusesBelowPolicy json, awaited Yes
            CwdChanged: Warned, awaited Yes
            DirectoryAdded on source: Ignored, awaited No
            FileChanged on file_name: Warned, awaited Yes
            WorktreeCreate: Refuses, awaited Yes
            WorktreeRemove: Refuses, awaited Yes
            PreCompact on trigger: Refuses json, awaited Yes
            PostCompact on trigger: Warned, awaited Yes
            PreModelSwitch on to_model: Refuses json, awaited Yes
            PostModelSwitch on to_model: Warned context text, awaited Yes
            Elicitation on mcp_server_name: Refuses, awaited Yes
            ElicitationResult on mcp_server_name: Refuses, awaited Yes
            SessionEnd on reason: Warned, awaited Yes"#]],
    );
}

#[test]
fn neo_waits_for_few_skills() {
    check(
        DialectId::Neo,
        expect![[r#"
            SessionStart on source: Warned context text, awaited AllButSkills
            Setup on trigger: Ignored, awaited AllButSkills
            InstructionsLoaded on load_reason: Ignored, awaited No
            UserPromptSubmit: Refuses json context text, awaited Yes
            UserPromptExpansion on command_name: Refuses json context text, awaited AllButSkills
            MessageDisplay: Ignored, awaited AllButSkills
            PreToolUse on tool: Refuses json context, awaited Yes
            PermissionRequest on tool: Refuses not-by-exit, awaited AllButSkills
            PermissionDenied on tool: Ignored, awaited AllButSkills
            PostToolUse on tool: Feedback json context, awaited AllButSkills
            PostToolUseFailure on tool: Feedback context, awaited AllButSkills
            PostToolBatch: Refuses json context, awaited AllButSkills
            Notification on notification_type: Ignored, awaited AllButSkills
            SubagentStart on agent_type: Warned context, awaited AllButSkills
            SubagentStop on agent_type: KeepsGoing json context, awaited AllButSkills
            TaskCreated: Refuses json, awaited AllButSkills
            TaskCompleted: Refuses, awaited AllButSkills
            Stop: KeepsGoing json context, awaited Yes
            StopFailure on error: Ignored, awaited AllButSkills
            TeammateIdle: KeepsGoing, awaited AllButSkills
            ConfigChange on source: RefusesBelowPolicy json, awaited AllButSkills
            CwdChanged: Warned, awaited AllButSkills
            DirectoryAdded on source: Ignored, awaited No
            FileChanged on file_name: Warned, awaited AllButSkills
            WorktreeCreate: Refuses, awaited AllButSkills
            WorktreeRemove: Refuses, awaited AllButSkills
            PreCompact on trigger: Refuses json, awaited Yes
            PostCompact on trigger: Warned, awaited AllButSkills
            PreModelSwitch on to_model: Refuses json, awaited AllButSkills
            PostModelSwitch on to_model: Warned context text, awaited AllButSkills
            Elicitation on mcp_server_name: Refuses, awaited AllButSkills
            ElicitationResult on mcp_server_name: Refuses, awaited AllButSkills
            SessionEnd on reason: Warned, awaited AllButSkills
            WorkflowStepStart on workflow: Warned, awaited AllButSkills
            WorkflowStepEnd on workflow: Warned, awaited AllButSkills
            WorkflowApprovalRequested on workflow: Warned, awaited AllButSkills
            WorkflowCompleted on workflow: Warned, awaited AllButSkills
            WorkflowFailed on workflow: Warned, awaited AllButSkills
            WorkflowCancelled on workflow: Warned, awaited AllButSkills"#]],
    );
}

#[test]
fn ours_skips_the_rest_after_a_block() {
    check(
        DialectId::Tackle,
        expect![[r#"
            SessionStart on source: Warned context text skips-rest, awaited Yes
            Setup on trigger: Ignored skips-rest, awaited Yes
            InstructionsLoaded on load_reason: Ignored skips-rest, awaited No
            UserPromptSubmit: Refuses json context text skips-rest, awaited Yes
            UserPromptExpansion on command_name: Refuses json context skips-rest, awaited Yes
            MessageDisplay: Ignored skips-rest, awaited Yes
            PreToolUse on tool: Refuses json context skips-rest, awaited Yes
            PermissionRequest on tool: Refuses not-by-exit skips-rest, awaited Yes
            PermissionDenied on tool: Ignored skips-rest, awaited Yes
            PostToolUse on tool: Feedback json context skips-rest, awaited Yes
            PostToolUseFailure on tool: Feedback context skips-rest, awaited Yes
            PostToolBatch: Refuses json context skips-rest, awaited Yes
            Notification on notification_type: Ignored skips-rest, awaited Yes
            SubagentStart on agent_type: Warned context skips-rest, awaited Yes
            SubagentStop on agent_type: KeepsGoing json context skips-rest, awaited Yes
            TaskCreated: Refuses json skips-rest, awaited Yes
            TaskCompleted: Refuses skips-rest, awaited Yes
            Stop: KeepsGoing json context skips-rest, awaited Yes
            StopFailure on error: Ignored skips-rest, awaited Yes
            TeammateIdle: KeepsGoing skips-rest, awaited Yes
            ConfigChange on source: RefusesBelowPolicy json skips-rest, awaited Yes
            CwdChanged: Warned skips-rest, awaited Yes
            DirectoryAdded on source: Ignored skips-rest, awaited No
            FileChanged on file_name: Warned skips-rest, awaited Yes
            WorktreeCreate: Refuses skips-rest, awaited Yes
            WorktreeRemove: Refuses skips-rest, awaited Yes
            PreCompact on trigger: Refuses json skips-rest, awaited Yes
            PostCompact on trigger: Warned skips-rest, awaited Yes
            PreModelSwitch on to_model: Refuses json skips-rest, awaited Yes
            PostModelSwitch on to_model: Warned context skips-rest, awaited Yes
            Elicitation on mcp_server_name: Refuses skips-rest, awaited Yes
            ElicitationResult on mcp_server_name: Refuses skips-rest, awaited Yes
            SessionEnd on reason: Warned skips-rest, awaited Yes
            WorkflowStepStart on workflow: Warned skips-rest, awaited Yes
            WorkflowStepEnd on workflow: Warned skips-rest, awaited Yes
            WorkflowApprovalRequested on workflow: Warned skips-rest, awaited Yes
            WorkflowCompleted on workflow: Warned skips-rest, awaited Yes
            WorkflowFailed on workflow: Warned skips-rest, awaited Yes
            WorkflowCancelled on workflow: Warned skips-rest, awaited Yes"#]],
    );
}

#[test]
fn the_kinds_that_each_event_takes() {
    let rules = DialectId::ClaudeCode.dialect().rules;
    let lines: Vec<_> = rules
        .events
        .iter()
        .map(|it| {
            let kinds = KINDS
                .iter()
                .filter(|kind| events::kinds(it.word).contains(kind));
            let kinds: Vec<_> = kinds.map(|kind| kind.as_str()).collect();
            format!("{}: {}", it.word, kinds.join(" "))
        })
        .collect();
    expect![[r#"
        SessionStart: command mcp_tool
        Setup: command mcp_tool
        InstructionsLoaded: command http mcp_tool
        UserPromptSubmit: command http mcp_tool prompt agent
        UserPromptExpansion: command http mcp_tool prompt agent
        MessageDisplay: command http mcp_tool
        PreToolUse: command http mcp_tool prompt agent
        PermissionRequest: command http mcp_tool prompt agent
        PermissionDenied: command http mcp_tool prompt agent
        PostToolUse: command http mcp_tool prompt agent
        PostToolUseFailure: command http mcp_tool prompt agent
        PostToolBatch: command http mcp_tool prompt agent
        Notification: command http mcp_tool
        SubagentStart: command http mcp_tool
        SubagentStop: command http mcp_tool prompt agent
        TaskCreated: command http mcp_tool prompt agent
        TaskCompleted: command http mcp_tool prompt agent
        Stop: command http mcp_tool prompt agent
        StopFailure: command http mcp_tool
        TeammateIdle: command http mcp_tool prompt agent
        ConfigChange: command http mcp_tool
        CwdChanged: command http mcp_tool
        DirectoryAdded: command http mcp_tool
        FileChanged: command http mcp_tool
        WorktreeCreate: command http mcp_tool
        WorktreeRemove: command http mcp_tool
        PreCompact: command http mcp_tool
        PostCompact: command http mcp_tool
        PreModelSwitch: command http mcp_tool
        PostModelSwitch: command http mcp_tool
        Elicitation: command http mcp_tool
        ElicitationResult: command http mcp_tool
        SessionEnd: command http mcp_tool"#]]
    .assert_eq(&lines.join("\n"));
}

/// The events whose timeouts are not those of a tool, and those of a tool by kind.
#[test]
fn timeouts_by_kind_and_event() {
    let rules = DialectId::ClaudeCode.dialect().rules;
    let mut lines = Vec::new();
    for word in [
        "PreToolUse",
        "UserPromptSubmit",
        "PreModelSwitch",
        "PostModelSwitch",
        "MessageDisplay",
        "SessionEnd",
    ] {
        for kind in [
            HandlerKind::Command,
            HandlerKind::Prompt,
            HandlerKind::Agent,
        ] {
            let event = rules.event_by_word(word).expect("it is an event");
            let limits = limits(rules, kind, event);
            lines.push(format!(
                "{word} {}: {:?}, at most {:?}",
                kind.as_str(),
                limits.default,
                limits.ceiling
            ));
        }
    }
    expect![[r#"
        PreToolUse command: 600s, at most None
        PreToolUse prompt: 30s, at most None
        PreToolUse agent: 60s, at most None
        UserPromptSubmit command: 30s, at most None
        UserPromptSubmit prompt: 30s, at most None
        UserPromptSubmit agent: 60s, at most None
        PreModelSwitch command: 30s, at most None
        PreModelSwitch prompt: 30s, at most None
        PreModelSwitch agent: 60s, at most None
        PostModelSwitch command: 30s, at most None
        PostModelSwitch prompt: 30s, at most None
        PostModelSwitch agent: 60s, at most None
        MessageDisplay command: 10s, at most None
        MessageDisplay prompt: 30s, at most None
        MessageDisplay agent: 60s, at most None
        SessionEnd command: 1.5s, at most Some(60s)
        SessionEnd prompt: 1.5s, at most Some(60s)
        SessionEnd agent: 1.5s, at most Some(60s)"#]]
    .assert_eq(&lines.join("\n"));
}
