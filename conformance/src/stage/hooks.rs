//! Given hooks, written in the form of their dialects.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use hooks_core::{
    Action, CommandLine, DialectId, Document, EventName, Handler, HttpAction, ListCharacters,
    Matcher, MatcherRules, McpAction, OnFailure, PromptAction, Shell, SkillAction, Times, Waiting,
};
use serde_json::{Map, Value, json};

use super::places;
use crate::case::{
    Case, FailureWord, GivenHook, HookSource, HookType, Permissions, TrustWord, dialect,
};
use crate::error::CaseError;
use crate::words::Speech;

/// The files that hold the given hooks and permissions.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// By path, as a case writes paths.
    pub(crate) files: BTreeMap<String, Value>,
    /// What was decided about them.
    pub(crate) trust: BTreeMap<String, TrustWord>,
    /// What the files could not say.
    pub(crate) unsayable: Vec<String>,
}

/// Writes the hooks and permissions of a case that is run in a dialect, or in none.
pub(crate) fn write(case: &Case, run_in: Option<DialectId>) -> Result<Written, CaseError> {
    let mut groups: BTreeMap<(DialectId, HookSource), Vec<&GivenHook>> = BTreeMap::new();
    for hook in &case.given.hooks {
        if let Some(dialect) = dialect_of(hook, run_in)? {
            groups.entry((dialect, hook.source)).or_default().push(hook);
        }
    }
    let mut res = Written::default();
    for ((dialect, source), hooks) in groups {
        res.group(dialect, source, &hooks)?;
    }
    if let Some(permissions) = &case.given.permissions {
        res.permissions(run_in.unwrap_or(DialectId::Tackle), permissions)?;
    }
    Ok(res)
}

/// The dialect that a hook is written in; `None` when it is another's than the one at hand.
pub(crate) fn dialect_of(
    hook: &GivenHook,
    run_in: Option<DialectId>,
) -> Result<Option<DialectId>, CaseError> {
    let own = hook.dialect.as_deref().map(dialect).transpose()?;
    match (own, run_in) {
        (Some(own), Some(run_in)) => Ok((own == run_in).then_some(own)),
        (None, None) => {
            let text = "a hook of a case without `dialects` must name its dialect";
            Err(CaseError::nonsense(text))
        }
        (own, run_in) => Ok(own.or(run_in)),
    }
}

impl Written {
    fn group(
        &mut self,
        dialect: DialectId,
        source: HookSource,
        hooks: &[&GivenHook],
    ) -> Result<(), CaseError> {
        let no_place = || {
            CaseError::nonsense(format!(
                "{dialect} has no hooks file of source `{source:?}`"
            ))
        };
        let path = places::hooks_file(dialect, source).ok_or_else(no_place)?;
        let handlers: Result<Vec<_>, _> = hooks.iter().map(|it| handler(it, dialect)).collect();
        let writer = dialect.dialect();
        let (value, losses) = (writer.write_config)(writer.rules, &handlers?);
        let losses = losses.into_iter().map(|it| it.message);
        self.unsayable.extend(losses);
        let value = match (source, places::managed_section(dialect)) {
            // A section is what the dialect's own file would be.
            (HookSource::Managed, Some(section)) => json!({ section: value }),
            (HookSource::Managed, None) => wrapped(value),
            _ => value,
        };
        self.add(path, value);
        self.decide(path, hooks)
    }

    fn decide(&mut self, path: &str, hooks: &[&GivenHook]) -> Result<(), CaseError> {
        let mut words = hooks.iter().map(|it| it.trust);
        let first = words.next().unwrap_or_default();
        if words.any(|it| it != first) {
            let text = format!("the hooks of `{path}` must have one `trust`: it is the file's");
            return Err(CaseError::nonsense(text));
        }
        if is_in_repository(path) {
            self.trust.insert(path.to_owned(), first);
        } else if first != TrustWord::Allowed {
            let text = format!("`{path}` is a person's own file and needs no `trust`");
            return Err(CaseError::nonsense(text));
        }
        Ok(())
    }

    fn permissions(&mut self, dialect: DialectId, given: &Permissions) -> Result<(), CaseError> {
        let source = given.source;
        let no_place =
            || CaseError::nonsense(format!("{dialect} has no settings of source `{source:?}`"));
        let path = places::settings_file(dialect, source).ok_or_else(no_place)?;
        let lists = [
            ("allow", &given.allow),
            ("ask", &given.ask),
            ("deny", &given.deny),
        ];
        let lists = lists.into_iter().filter(|(_, rules)| !rules.is_empty());
        let rules: Map<String, Value> = lists
            .map(|(key, rules)| (key.to_owned(), json!(rules)))
            .collect();
        let value = json!({ "permissions": rules });
        let value = match (source, places::managed_section(dialect)) {
            (HookSource::Managed, Some(section)) => json!({ section: value }),
            _ => value,
        };
        self.add(path, value);
        Ok(())
    }

    fn add(&mut self, path: &str, value: Value) {
        let file = self
            .files
            .entry(path.to_owned())
            .or_insert_with(|| json!({}));
        merge(file, value);
    }
}

/// At the root of a managed file hooks stand under a key of their own.
fn wrapped(value: Value) -> Value {
    match value.get("hooks") {
        Some(_) => value,
        None => json!({ "hooks": value }),
    }
}

/// Puts the keys of one object into another, deep.
fn merge(into: &mut Value, from: Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (key, value) in from {
                merge(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, from) => *into = from,
    }
}

/// Whether a path of a case lies in the repository, so that a person must have allowed it.
fn is_in_repository(path: &str) -> bool {
    !path.starts_with(['~', '/', '<'])
}

fn handler(hook: &GivenHook, dialect: DialectId) -> Result<Handler, CaseError> {
    let speech = Speech {
        dialect: Some(dialect),
    };
    let event_word = speech.event(&hook.on);
    let given = hook.timeout_ms.map(Duration::from_millis);
    let handler = Handler {
        id: String::new(),
        event: EventName::from_word(&hook.on),
        event_word,
        matcher: matcher(hook, speech, dialect)?,
        condition: hook.condition.clone(),
        action: action(hook)?,
        timeout: given.unwrap_or(dialect.dialect().rules.timeout.default),
        on_failure: match hook.on_failure {
            FailureWord::Proceed => OnFailure::Proceed,
            FailureWord::Block => OnFailure::Block,
        },
        waiting: match (hook.is_async, hook.rewake) {
            (_, true) => Waiting::Rewake,
            (true, false) => Waiting::Background,
            (false, false) => Waiting::Awaited,
        },
        times: if hook.once {
            Times::Once
        } else {
            Times::Always
        },
        status_message: hook.status.clone(),
        place: None,
        pointer: String::new(),
    };
    Ok(match given {
        Some(_) => handler,
        None => with_usual_timeout(handler, dialect),
    })
}

/// With the timeout that holds when the file says none: it depends on the event and on the kind of
/// hook, so the dialect reads it from a file that says none.
fn with_usual_timeout(mut handler: Handler, dialect: DialectId) -> Handler {
    let row = dialect.dialect();
    let (mut file, _losses) = (row.write_config)(row.rules, std::slice::from_ref(&handler));
    if let Some(field) = row.rules.timeout.field {
        strip(&mut file, field);
    }
    let document = Document::parse(Path::new("hooks.json"), file.to_string().as_bytes());
    let read = document.map(|it| (row.read_config)(row.rules, &it).handlers);
    if let Some(read) = read.ok().and_then(|it| it.into_iter().next()) {
        handler.timeout = read.timeout;
    }
    handler
}

/// Removes a key everywhere.
fn strip(value: &mut Value, key: &str) {
    match value {
        Value::Object(members) => {
            members.remove(key);
            members.values_mut().for_each(|it| strip(it, key));
        }
        Value::Array(items) => items.iter_mut().for_each(|it| strip(it, key)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn matcher(hook: &GivenHook, speech: Speech, dialect: DialectId) -> Result<Matcher, CaseError> {
    let text = match (&hook.tools, &hook.matcher) {
        (None, None) => return Ok(Matcher::everything()),
        (Some(tools), None) => speech.matcher(tools)?,
        (None, Some(text)) => text.clone(),
        (Some(_), Some(_)) => {
            return Err(CaseError::nonsense(
                "`match` and `matcher` exclude each other",
            ));
        }
    };
    let rules = dialect.dialect().rules;
    let rules = MatcherRules {
        grammar: rules.matcher,
        bad: rules.bad_matcher,
        list: ListCharacters::default(),
    };
    Ok(Matcher::read(&text, rules).0)
}

fn action(hook: &GivenHook) -> Result<Action, CaseError> {
    match hook.kind {
        HookType::Command => command(hook).map(Action::Command),
        HookType::Http => Ok(Action::Http(HttpAction {
            url: needed(&hook.url, "url")?,
            headers: hook.headers.clone().into_iter().collect(),
            allowed_variables: hook.allowed_variables.clone(),
        })),
        HookType::Prompt => prompt(hook).map(Action::Prompt),
        HookType::Agent => prompt(hook).map(Action::Agent),
        HookType::Skill => Ok(Action::Skill(SkillAction {
            skill: needed(&hook.skill, "skill")?,
            args: hook.args.clone(),
        })),
        HookType::McpTool => Ok(Action::McpTool(McpAction {
            server: needed(&hook.server, "server")?,
            tool: needed(&hook.tool, "tool")?,
            input: hook.input.clone().unwrap_or_default(),
        })),
    }
}

fn command(hook: &GivenHook) -> Result<CommandLine, CaseError> {
    let shell = match hook.shell.as_deref() {
        None => Shell::Standard,
        Some("bash") => Shell::Bash,
        Some("powershell") => Shell::PowerShell,
        Some(other) => {
            return Err(CaseError::nonsense(format!(
                "`shell` must be `bash` or `powershell`, found `{other}`"
            )));
        }
    };
    match (&hook.run, hook.exec.as_deref()) {
        (Some(line), None) => Ok(CommandLine::Shell {
            line: line.clone(),
            shell,
        }),
        (None, Some([program, args @ ..])) => Ok(CommandLine::Exec {
            program: program.clone(),
            args: args.to_vec(),
        }),
        _ => Err(CaseError::nonsense(
            "a command hook needs either `run` or `exec`",
        )),
    }
}

fn prompt(hook: &GivenHook) -> Result<PromptAction, CaseError> {
    Ok(PromptAction {
        prompt: needed(&hook.prompt, "prompt")?,
        model: hook.model.clone(),
        on_no: hooks_core::OnNo::default(),
    })
}

fn needed(value: &Option<String>, key: &str) -> Result<String, CaseError> {
    let missing = || CaseError::nonsense(format!("a hook of this type needs `{key}`"));
    value.clone().ok_or_else(missing)
}
