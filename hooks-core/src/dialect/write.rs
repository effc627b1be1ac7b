//! Writing handlers as a configuration file of Claude Code's shape, or of the flat one.
//!
//! What the target has no words for is lost, and each loss is a problem with the place in the file
//! where the handler came from.

use serde_json::{Map, Value, json};
use stdx::Problem;

use crate::config::{Field, Shape, Wrapper};
use crate::handler::{
    Action, CommandLine, Handler, HandlerKind, HttpAction, OnFailure, OnNo, PromptAction, Shell,
    Times, Waiting,
};
use crate::rules::{EventRules, Rules, Unit};

/// What is written to.
pub(super) struct Target<'a> {
    /// The rules of the dialect.
    pub(super) rules: &'a Rules,
    /// What its files accept.
    pub(super) shape: &'a Shape,
    /// How its lists look.
    pub(super) layout: Layout,
    /// Whether an event takes a handler, beyond what the rules say of its kind.
    pub(super) takes: fn(&Handler, &EventRules) -> bool,
}

/// How the list of an event looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Groups of a matcher and handlers.
    Groups,
    /// Handlers; those with a matcher in groups.
    FlatWithoutMatcher,
    /// Handlers with a matcher of their own.
    Flat,
}

/// The file, and what could not be said in it. Order is kept within an event.
pub(super) fn write(target: &Target<'_>, handlers: &[Handler]) -> (Value, Vec<Problem>) {
    let mut events = Map::new();
    let mut losses = Vec::new();
    for handler in handlers {
        let Some(event) = place_of(target, handler, &mut losses) else {
            continue;
        };
        let entry = entry(target, handler, event, &mut losses);
        let list = events.entry(event.word).or_insert_with(|| json!([]));
        if let Value::Array(list) = list {
            add(target.layout, list, handler, entry);
        }
    }
    let file = match target.shape.wrapper {
        Wrapper::Required => json!({ "hooks": events }),
        Wrapper::Optional | Wrapper::Absent => Value::Object(events),
    };
    (file, losses)
}

/// The event that the handler is written under; `None` when the target has no place for it.
fn place_of<'a>(
    target: &Target<'a>,
    handler: &Handler,
    losses: &mut Vec<Problem>,
) -> Option<&'a EventRules> {
    let (rules, kind) = (target.rules, handler.action.kind());
    let Some(event) = rules.event(&handler.event) else {
        let text = format!(
            "{} has no event like `{}`",
            rules.dialect, handler.event_word
        );
        losses.push(loss(handler, text));
        return None;
    };
    if !rules.runs(kind) || !(target.takes)(handler, event) {
        let (kind, dialect) = (kind.as_str(), rules.dialect);
        let text = format!(
            "a hook of type `{kind}` does not run on `{}` in {dialect}",
            event.word
        );
        losses.push(loss(handler, text));
        return None;
    }
    Some(event)
}

fn loss(handler: &Handler, text: String) -> Problem {
    let mut problem = Problem::warning("hooks/convert-loss", text);
    problem.place = handler.place;
    problem
}

/// Puts an entry into the list of its event; neighbours with one matcher share a group.
fn add(layout: Layout, list: &mut Vec<Value>, handler: &Handler, mut entry: Map<String, Value>) {
    let matcher = handler
        .matcher
        .text()
        .filter(|_| !handler.matcher.is_everything());
    let grouped = match layout {
        Layout::Groups => true,
        Layout::FlatWithoutMatcher => matcher.is_some(),
        Layout::Flat => false,
    };
    if !grouped {
        if let Some(text) = matcher {
            entry.shift_insert(0, "matcher".to_owned(), json!(text));
        }
        list.push(Value::Object(entry));
        return;
    }
    let shared = list.last_mut().filter(|it| {
        it.get("hooks").is_some() && it.get("matcher").and_then(Value::as_str) == matcher
    });
    match shared.and_then(|it| it["hooks"].as_array_mut()) {
        Some(hooks) => hooks.push(Value::Object(entry)),
        None => list.push(match matcher {
            Some(text) => json!({ "matcher": text, "hooks": [entry] }),
            None => json!({ "hooks": [entry] }),
        }),
    }
}

fn entry(
    target: &Target<'_>,
    handler: &Handler,
    event: &EventRules,
    losses: &mut Vec<Problem>,
) -> Map<String, Value> {
    let mut writer = Writer {
        target,
        handler,
        entry: Map::new(),
        losses,
    };
    writer.action();
    writer.timeout(event);
    writer.options();
    writer.entry
}

/// Writes one entry.
struct Writer<'a> {
    target: &'a Target<'a>,
    handler: &'a Handler,
    entry: Map<String, Value>,
    losses: &'a mut Vec<Problem>,
}

impl Writer<'_> {
    fn put(&mut self, key: &str, value: Value) {
        self.entry.insert(key.to_owned(), value);
    }

    fn honours(&self, field: Field) -> bool {
        self.target.shape.fields.contains(&field)
    }

    fn lose(&mut self, what: &str) {
        let text = format!("{} has no words for {what}", self.target.rules.dialect);
        self.losses.push(loss(self.handler, text));
    }

    /// Puts a field that only some dialects have.
    fn option(&mut self, field: Field, key: &str, value: Value) {
        if self.honours(field) {
            self.put(key, value);
        } else {
            self.lose(&format!("`{key}`"));
        }
    }

    fn action(&mut self) {
        let kind = self.handler.action.kind();
        if self.target.shape.untyped != Some(kind) || kind != HandlerKind::Command {
            self.put("type", json!(kind.as_str()));
        }
        match &self.handler.action {
            Action::Command(command) => self.command(command),
            Action::Http(http) => self.http(http),
            Action::Prompt(prompt) | Action::Agent(prompt) => self.prompt(prompt, kind),
            Action::Skill(skill) => {
                self.put("skill", json!(skill.skill));
                if let Some(args) = &skill.args {
                    self.put("args", json!(args));
                }
            }
            Action::McpTool(mcp) => {
                self.put("server", json!(mcp.server));
                self.put("tool", json!(mcp.tool));
                self.put("input", json!(mcp.input));
            }
        }
    }

    fn http(&mut self, http: &HttpAction) {
        self.put("url", json!(http.url));
        if !http.headers.is_empty() {
            let headers = http.headers.iter().cloned();
            let headers: Map<_, _> = headers.map(|(key, it)| (key, json!(it))).collect();
            self.put("headers", Value::Object(headers));
        }
        if !http.allowed_variables.is_empty() {
            self.put("allowedEnvVars", json!(http.allowed_variables));
        }
    }

    fn prompt(&mut self, prompt: &PromptAction, kind: HandlerKind) {
        self.put("prompt", json!(prompt.prompt));
        if let Some(model) = &prompt.model {
            self.put("model", json!(model));
        }
        if kind == HandlerKind::Prompt && prompt.on_no == OnNo::TellAgent {
            self.put("continueOnBlock", json!(true));
        }
    }

    fn command(&mut self, command: &CommandLine) {
        match command {
            CommandLine::Shell { line, shell } => {
                self.put("command", json!(line));
                match shell {
                    Shell::Standard => {}
                    Shell::Bash => self.option(Field::Shell, "shell", json!("bash")),
                    Shell::PowerShell => self.option(Field::Shell, "shell", json!("powershell")),
                }
            }
            CommandLine::Exec { program, args } if self.honours(Field::Args) => {
                self.put("command", json!(program));
                self.put("args", json!(args));
            }
            // Quoted, a shell runs the same program with the same arguments.
            CommandLine::Exec { .. } => {
                self.put("command", json!(self.handler.action.summary()));
            }
        }
    }

    /// The timeout, unless it is what holds without the field.
    fn timeout(&mut self, event: &EventRules) {
        let rules = self.target.rules;
        let kind = self.handler.action.kind();
        let limits = (self.target.shape.limits)(rules, kind, event);
        let wanted = self.handler.timeout;
        if wanted == limits.default {
            return;
        }
        let Some(field) = rules.timeout.field else {
            self.lose(&format!("a timeout of {wanted:?}"));
            return;
        };
        if let Some(ceiling) = limits.ceiling.filter(|it| wanted > *it) {
            self.lose(&format!("a timeout above {ceiling:?}"));
        }
        let number = match rules.timeout.unit {
            Unit::Seconds if wanted.subsec_nanos() == 0 => json!(wanted.as_secs()),
            Unit::Seconds => json!(wanted.as_secs_f64()),
            Unit::Milliseconds => json!(u64::try_from(wanted.as_millis()).unwrap_or(u64::MAX)),
        };
        self.put(field, number);
    }

    fn options(&mut self) {
        let handler = self.handler;
        if let Some(rule) = &handler.condition {
            self.option(Field::If, "if", json!(rule));
        }
        match handler.waiting {
            Waiting::Awaited => {}
            Waiting::Background => self.option(Field::Async, "async", json!(true)),
            Waiting::Rewake => self.option(Field::Async, "asyncRewake", json!(true)),
        }
        if handler.times == Times::Once {
            self.option(Field::Once, "once", json!(true));
        }
        if let Some(text) = &handler.status_message {
            self.option(Field::StatusMessage, "statusMessage", json!(text));
        }
        if handler.on_failure == OnFailure::Block {
            self.option(Field::OnFailure, "onFailure", json!("block"));
        }
    }
}
