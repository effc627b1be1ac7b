//! What a handler does, read from its fields.

use crate::document::Node;
use crate::handler::{
    Action, CommandLine, HandlerKind, HttpAction, McpAction, OnNo, PromptAction, Shell, SkillAction,
};

use super::{At, Field, Reader, text_map, value_map};

impl Reader<'_> {
    /// The action of a handler, or a skip with its reason.
    pub(super) fn action(&mut self, node: &Node, kind: HandlerKind, at: At<'_>) -> Option<Action> {
        match kind {
            HandlerKind::Command => self.command(node, at).map(Action::Command),
            HandlerKind::Http => self.http(node, at).map(Action::Http),
            HandlerKind::Prompt => self.prompt(node, at).map(Action::Prompt),
            HandlerKind::Agent => self.prompt(node, at).map(Action::Agent),
            HandlerKind::Skill => self.skill(node, at).map(Action::Skill),
            HandlerKind::McpTool => self.mcp_tool(node, at).map(Action::McpTool),
        }
    }

    fn command(&mut self, node: &Node, at: At<'_>) -> Option<CommandLine> {
        let line = self.required_text(node, "command", at)?;
        let args = node.get("args").filter(|_| self.honours(Field::Args));
        let Some(args) = args else {
            return Some(CommandLine::Shell {
                line,
                shell: self.shell(node, at),
            });
        };
        let words: Option<Vec<_>> = args
            .items()
            .map(|it| it.iter().map(Node::text).collect())
            .unwrap_or(None);
        let Some(words) = words else {
            let text = format!("`{}.args` is a list of texts", at.pointer);
            self.reject(
                At {
                    start: args.start,
                    ..at
                },
                "hooks/args",
                &text,
            );
            return None;
        };
        let args = words.into_iter().map(str::to_owned).collect();
        Some(CommandLine::Exec {
            program: line,
            args,
        })
    }

    fn shell(&mut self, node: &Node, at: At<'_>) -> Shell {
        let word = node.get("shell").filter(|_| self.honours(Field::Shell));
        match word.map(|it| (it, it.text())) {
            None => Shell::Standard,
            Some((_, Some("bash"))) => Shell::Bash,
            Some((_, Some("powershell"))) => Shell::PowerShell,
            Some((node, _)) => {
                let text = format!(
                    "`{}.shell` is `bash` or `powershell`; the standard shell is used",
                    at.pointer
                );
                self.error(node.start, "hooks/shell", &text);
                Shell::Standard
            }
        }
    }

    fn http(&mut self, node: &Node, at: At<'_>) -> Option<HttpAction> {
        let url = self.required_text(node, "url", at)?;
        let headers = match node.get("headers").map(|it| it.members().map(text_map)) {
            None => Vec::new(),
            Some(Some(Ok(headers))) => headers,
            Some(_) => {
                let text = format!("`{}.headers` is an object of texts", at.pointer);
                self.reject(at, "hooks/headers", &text);
                return None;
            }
        };
        let names = node
            .get("allowedEnvVars")
            .and_then(Node::items)
            .unwrap_or_default();
        let allowed_variables = names
            .iter()
            .filter_map(Node::text)
            .map(str::to_owned)
            .collect();
        Some(HttpAction {
            url,
            headers,
            allowed_variables,
        })
    }

    fn prompt(&mut self, node: &Node, at: At<'_>) -> Option<PromptAction> {
        let prompt = self.required_text(node, "prompt", at)?;
        let model = node.get("model").and_then(Node::text).map(str::to_owned);
        let tells = node.get("continueOnBlock").and_then(Node::bool) == Some(true);
        let on_no = if tells {
            OnNo::TellAgent
        } else {
            OnNo::EndTurn
        };
        Some(PromptAction {
            prompt,
            model,
            on_no,
        })
    }

    fn skill(&mut self, node: &Node, at: At<'_>) -> Option<SkillAction> {
        let skill = self.required_text(node, "skill", at)?;
        let args = node.get("args");
        if let Some(args) = args.filter(|it| it.members().is_none()) {
            let text = format!(
                "`{}.args` is an object, found {}",
                at.pointer,
                args.describe()
            );
            self.reject(
                At {
                    start: args.start,
                    ..at
                },
                "hooks/args",
                &text,
            );
            return None;
        }
        Some(SkillAction {
            skill,
            args: args.and_then(value_map),
        })
    }

    fn mcp_tool(&mut self, node: &Node, at: At<'_>) -> Option<McpAction> {
        let server = self.required_text(node, "server", at)?;
        let tool = self.required_text(node, "tool", at)?;
        let input = node.get("input").and_then(value_map).unwrap_or_default();
        Some(McpAction {
            server,
            tool,
            input,
        })
    }

    /// A field that must be text and must not be empty, trimmed.
    fn required_text(&mut self, node: &Node, key: &'static str, at: At<'_>) -> Option<String> {
        let found = node.get(key);
        let text = found
            .and_then(Node::text)
            .map(str::trim)
            .filter(|it| !it.is_empty());
        if text.is_none() {
            let start = found.map_or(at.start, |it| it.start);
            let what = found.map_or("nothing", |it| {
                if it.text().is_some() {
                    "an empty text"
                } else {
                    it.describe()
                }
            });
            let message = format!("`{}.{key}` is text, found {what}", at.pointer);
            self.reject(At { start, ..at }, "hooks/field-missing", &message);
        }
        text.map(str::to_owned)
    }
}
