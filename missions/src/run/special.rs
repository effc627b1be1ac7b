//! The tools which need the run itself: helpers and skills.

use serde_json::{Map, Value, json};

use crate::ports::{Grant, OpenSkill, Scene, SkillPlace};
use crate::tool::{ToolResult, ToolSpec};

use super::helper::{Power, SubRun, sub_run};
use super::{Run, TurnEnd};

pub(crate) const ASK_AGENT: &str = "ask_agent";
pub(crate) const SKILL: &str = "skill";

/// What the model is told of these tools. A helper has neither: it only looks [N-AGENT-09].
pub(crate) fn specs() -> Vec<ToolSpec> {
    vec![
        ToolSpec {
            name: ASK_AGENT.to_owned(),
            description: "Hands a question to a helper agent, which reads files, finds files and \
                          searches code, and nothing else. It sees nothing of this conversation, so \
                          the prompt must say everything. Several calls at once work side by side."
                .to_owned(),
            input_schema: json!({
                "type": "object",
                "properties": {
                    "prompt": { "type": "string", "minLength": 1, "description": "The question, complete in itself." },
                    "agent": { "type": "string", "description": "The custom agent to ask; without it, a general researcher." }
                },
                "required": ["prompt"],
                "additionalProperties": false
            }),
        },
        ToolSpec {
            name: SKILL.to_owned(),
            description: "Opens a skill of the list by its name: its instructions become part of \
                          this conversation."
                .to_owned(),
            input_schema: json!({
                "type": "object",
                "properties": {
                    "name": { "type": "string", "minLength": 1 },
                    "args": { "type": "string", "description": "What the skill is to work on." }
                },
                "required": ["name"],
                "additionalProperties": false
            }),
        },
    ]
}

impl Run {
    pub(super) async fn special(&self, tool: &str, input: &Map<String, Value>) -> ToolResult {
        let text = |key: &str| input.get(key).and_then(Value::as_str).unwrap_or_default();
        match tool {
            ASK_AGENT => {
                let agent = Some(text("agent")).filter(|it| !it.is_empty());
                self.ask_agent(agent, text("prompt")).await
            }
            SKILL => self.skill(text("name"), text("args")).await,
            other => ToolResult::failed(format!("`{other}` is not available here")),
        }
    }

    async fn ask_agent(&self, agent: Option<&str>, prompt: &str) -> ToolResult {
        let role = match agent.map(|it| self.deps.agents.get(it)).transpose() {
            Ok(role) => role,
            Err(error) => return ToolResult::failed(error.to_string()),
        };
        let sub = SubRun {
            role,
            power: Power::Looks,
            prompt: prompt.to_owned(),
            scene: self.scene.clone(),
        };
        answer(sub_run(&self.deps, sub).await)
    }

    async fn skill(&self, name: &str, args: &str) -> ToolResult {
        match self.deps.skills.open(name, args, &self.scene).await {
            Err(error) => ToolResult::failed(error.to_string()),
            Ok(skill) => self.opened(name, skill).await,
        }
    }

    async fn opened(&self, name: &str, skill: OpenSkill) -> ToolResult {
        let SkillPlace::Fork { agent } = skill.place else {
            for rule in &skill.granted {
                // A rule that cannot be kept means one more question.
                let _ = self.deps.rules.grant(Grant::Mission, rule);
            }
            return ToolResult::done(skill.prompt, format!("skill `{name}`"));
        };
        let role = agent.and_then(|it| self.deps.agents.get(&it).ok());
        let sub = SubRun {
            role,
            power: Power::Acts,
            prompt: skill.prompt,
            scene: Scene {
                granted: skill.granted,
                ..self.scene.clone()
            },
        };
        answer(sub_run(&self.deps, sub).await)
    }
}

fn answer(end: TurnEnd) -> ToolResult {
    match end {
        TurnEnd::Finished(text) if text.trim().is_empty() => {
            ToolResult::failed("the helper ended without an answer")
        }
        TurnEnd::Finished(text) => {
            let summary = text.lines().next().unwrap_or_default().to_owned();
            ToolResult::done(text, summary)
        }
        TurnEnd::Halted(why) => ToolResult::failed(format!("a hook stopped the helper: {why}")),
        TurnEnd::Cancelled(why) => ToolResult::failed(format!("the helper was cancelled: {why}")),
        TurnEnd::OverBudget(why) => ToolResult::failed(format!("the helper ended: {why}")),
        TurnEnd::Stuck(why) => ToolResult::failed(format!("the helper got stuck: {why}")),
        TurnEnd::Failed(why) => ToolResult::failed(format!("the helper failed: {why}")),
    }
}
