//! What happens in a mission, as an event of hooks. Pure.

use hooks_core::{Event, EventName, Failed, Moment, Session, ToolOutput, ToolUse, Vocabulary};
use missions::{
    Approval, Arrival, CallFact, EndReason, Fact, Scene, Start, Success, ToolResult, Trigger,
};
use serde_json::{Value, json};

/// The event, and the moment at which it is fired.
pub(super) fn event_of(fact: &Fact<'_>, scene: &Scene) -> (Event, Moment) {
    let (name, moment) = name_of(fact, scene);
    let mut event = Event::new(name, session(scene));
    if let Some(helper) = &scene.helper {
        set(&mut event, "agent_id", json!(helper.id));
        set(&mut event, "agent_type", json!(helper.agent));
    }
    fill(&mut event, fact);
    (event, moment)
}

fn session(scene: &Scene) -> Session {
    Session {
        id: scene.session.clone(),
        cwd: scene.cwd.clone(),
        project: scene.project.clone(),
        transcript: Some(scene.transcript.clone()),
    }
}

/// A helper finishes with `SubagentStop` in place of `Stop` [A-89, V-52].
fn name_of(fact: &Fact<'_>, scene: &Scene) -> (EventName, Moment) {
    let name = match fact {
        Fact::SessionStart(_) => EventName::SessionStart,
        Fact::Prompt { .. } => EventName::UserPromptSubmit,
        Fact::BeforeTool { moment, .. } => {
            let moment = match moment {
                Approval::Ahead => Moment::BeforeApproval,
                Approval::Given => Moment::AfterApproval,
            };
            return (EventName::PreToolUse, moment);
        }
        Fact::PermissionRequest(_) => EventName::PermissionRequest,
        Fact::AfterTool { .. } => EventName::PostToolUse,
        Fact::Notification { .. } => EventName::Notification,
        Fact::Stop { .. } if scene.helper.is_some() => EventName::SubagentStop,
        Fact::Stop { .. } => EventName::Stop,
        Fact::Finished { .. } => return (EventName::Stop, Moment::AfterApproval),
        Fact::TaskCreated { .. } => EventName::TaskCreated,
        Fact::HelperStart => EventName::SubagentStart,
        Fact::TaskCompleted { .. } => EventName::TaskCompleted,
        Fact::BeforeCompact(_) => EventName::PreCompact,
        Fact::AfterCompact { .. } => EventName::PostCompact,
        Fact::SessionEnd(_) => EventName::SessionEnd,
    };
    (name, Moment::BeforeApproval)
}

fn fill(event: &mut Event, fact: &Fact<'_>) {
    match fact {
        Fact::SessionStart(start) => set(event, "source", json!(source(*start))),
        Fact::Prompt { text, arrival } => {
            event.prompt = Some((*text).to_owned());
            if *arrival == Arrival::Queued {
                set(event, "queued", json!(true));
            }
        }
        Fact::BeforeTool { call, .. } | Fact::PermissionRequest(call) => {
            event.tool = Some(tool_use(call, None));
        }
        Fact::AfterTool { call, result } => event.tool = Some(tool_use(call, Some(result))),
        Fact::Notification { message } => {
            set(event, "message", json!(message));
            set(event, "notification_type", json!("permission_prompt"));
        }
        Fact::Stop {
            last_message,
            continuations,
        } => {
            event.continuations = *continuations;
            set(event, "stop_hook_active", json!(*continuations > 0));
            set(event, "last_message", json!(last_message));
        }
        Fact::Finished { summary } => {
            set(event, "stop_hook_active", json!(false));
            set(event, "last_message", json!(summary));
            // The summary of the mission is what Nemocode's `Stop` finds as output [N-HOOK-10].
            set(event, "output", json!(summary));
        }
        Fact::TaskCreated { prompt } => {
            set(event, "task_subject", json!(first_line(prompt)));
            set(event, "task_description", json!(prompt));
        }
        Fact::TaskCompleted { summary } => {
            set(event, "task_subject", json!(first_line(summary)));
            set(event, "task_description", json!(summary));
        }
        Fact::HelperStart => {}
        Fact::BeforeCompact(trigger) => set(event, "trigger", json!(word(*trigger))),
        Fact::AfterCompact { trigger, summary } => {
            set(event, "trigger", json!(word(*trigger)));
            set(event, "compact_summary", json!(summary));
        }
        Fact::SessionEnd(reason) => set(event, "reason", json!(end(*reason))),
    }
}

fn set(event: &mut Event, key: &str, value: Value) {
    event.fields.insert(key.to_owned(), value);
}

fn tool_use(call: &CallFact<'_>, result: Option<&ToolResult>) -> ToolUse {
    ToolUse {
        spoken: call.tool.to_owned(),
        meanings: ours().meanings(call.tool),
        input: call.input.clone(),
        call_id: Some(call.id.to_owned()),
        output: result.map(|it| ToolOutput {
            value: Value::String(it.text.clone()),
            failed: match it.success {
                Success::Yes => Failed::No,
                Success::No => Failed::Yes,
            },
        }),
    }
}

/// Our own words for tools.
pub(super) fn ours() -> &'static Vocabulary {
    hooks_core::DialectId::Tackle.dialect().vocabulary
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

fn source(start: Start) -> &'static str {
    match start {
        Start::Startup => "startup",
        Start::Resume => "resume",
        Start::Compact => "compact",
    }
}

fn word(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::Auto => "auto",
        Trigger::Manual => "manual",
    }
}

fn end(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Done => "done",
        EndReason::Cancelled => "cancelled",
        EndReason::Error => "error",
    }
}
