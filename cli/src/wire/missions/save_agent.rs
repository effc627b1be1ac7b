//! `save_agent`: the agent writes a custom agent down when its user asks for one [N-AGENT-05].

use agents_md::{AgentPlace, AgentSource, Existing, NewAgent, Product, Role, save};
use missions::{Effect, Tool, ToolCx, ToolResult, ToolSpec};
use serde_json::{Map, Value, json};
use stdx::Pending;

use crate::context::Context;
use crate::wire::agents::places;

/// Saves custom agents in the person's own places, never over one that is there.
#[derive(Debug)]
pub(crate) struct SaveAgent {
    spec: ToolSpec,
    places: Vec<AgentPlace>,
}

impl SaveAgent {
    pub(crate) fn new(context: &Context) -> SaveAgent {
        let text = |about: &str| json!({ "type": "string", "minLength": 1, "description": about });
        SaveAgent {
            spec: ToolSpec {
                name: "save_agent".to_owned(),
                description: "Saves a custom agent that the user asked for.".to_owned(),
                input_schema: json!({
                    "type": "object",
                    "properties": {
                        "name": text("Its name: lower-case words joined by hyphens."),
                        "description": text("When to use it."),
                        "instructions": text("What it is told."),
                        "role": { "enum": ["explore", "delegate"] },
                        "tools": { "type": "array", "items": { "type": "string" }, "description": "Its tools; all of a helper's without it." },
                        "scope": { "enum": ["personal", "project"], "description": "Whom it is for; personal unless given." }
                    },
                    "required": ["name", "description", "instructions"],
                    "additionalProperties": false
                }),
            },
            places: places(context),
        }
    }

    fn place(&self, scope: Option<&str>) -> Option<&AgentPlace> {
        let source = match scope {
            Some("project") => AgentSource::Project,
            _ => AgentSource::Personal,
        };
        let mut places = self.places.iter();
        places.find(|it| it.source == source && it.product == Product::Ours)
    }

    fn save(&self, input: &Map<String, Value>) -> ToolResult {
        let text = |key: &str| input.get(key).and_then(Value::as_str);
        let Some(place) = self.place(text("scope")) else {
            return ToolResult::failed("there is no folder for custom agents");
        };
        let owned = |key: &str| text(key).unwrap_or_default().to_owned();
        let tools = input.get("tools").and_then(Value::as_array);
        let agent = NewAgent {
            name: owned("name"),
            description: owned("description"),
            role: match text("role") {
                Some("delegate") => Role::Delegate,
                _ => Role::Explore,
            },
            tools: tools.map(|it| {
                it.iter()
                    .filter_map(|it| it.as_str().map(str::to_owned))
                    .collect()
            }),
            model: None,
            instructions: owned("instructions"),
        };
        match save(&agent, place, Existing::Refuse) {
            Ok(file) => ToolResult::done(
                format!("saved as `{}`", file.display()),
                format!("agent `{}`", agent.name),
            ),
            Err(error) => {
                let hint = error.hint().map(|it| format!("; {it}"));
                ToolResult::failed(format!("{error}{}", hint.unwrap_or_default()))
            }
        }
    }
}

impl Tool for SaveAgent {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn effect(&self) -> Effect {
        Effect::Acts
    }

    fn preview(&self, input: &Map<String, Value>, _cx: &ToolCx<'_>) -> Option<String> {
        let text = |key: &str| input.get(key).and_then(Value::as_str).unwrap_or_default();
        Some(format!(
            "agent `{}`: {}\n\n{}",
            text("name"),
            text("description"),
            text("instructions")
        ))
    }

    fn run<'a>(
        &'a self,
        input: &'a Map<String, Value>,
        _cx: ToolCx<'a>,
    ) -> Pending<'a, ToolResult> {
        Box::pin(std::future::ready(self.save(input)))
    }
}
