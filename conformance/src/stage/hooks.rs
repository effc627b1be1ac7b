//! Given hooks, written in the form of their dialects.

use std::collections::BTreeMap;

use hooks_core::DialectId;
use serde_json::{Map, Value, json};

use super::handler::handler;
use super::places;
use crate::case::{Case, GivenHook, HookSource, Permissions, TrustWord, dialect};
use crate::error::CaseError;

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
