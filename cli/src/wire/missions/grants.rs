//! What a lasting yes is written as: an allow rule in the person's own settings of the project.

use std::path::Path;

use serde_json::{Map, Value, json};
use stdx::fs::{Access, Limit, write_atomic};
use stdx::{Problem, text::cut_chars};

/// The largest settings file that is changed.
const LIMIT: Limit = Limit::mebibytes(1);

/// The rule that lets calls like this one through, in Claude Code's words. A command becomes a rule for
/// exactly this command: nobody who said yes to one line meant all that begin alike.
pub(super) fn rule_for(tool: &str, input: &Map<String, Value>, project: &Path) -> Option<String> {
    let text = |key: &str| input.get(key).and_then(Value::as_str);
    match tool {
        "Bash" => {
            let command = text("command")?.trim();
            let is_plain = !command.is_empty() && !command.contains(['\n', '*', '(', ')', ':']);
            is_plain.then(|| format!("Bash({command})"))
        }
        "Edit" | "Write" | "MultiEdit" | "NotebookEdit" => Some("Edit".to_owned()),
        "WebFetch" => {
            let url = text("url")?;
            let host = url.split_once("://")?.1.split(['/', '?', '#']).next()?;
            let host = host.rsplit('@').next()?.split(':').next()?;
            (!host.is_empty()).then(|| format!("WebFetch(domain:{host})"))
        }
        "Read" => {
            let path = Path::new(text("file_path")?);
            let below = path.strip_prefix(project).ok()?;
            Some(format!("Read(/{})", below.display()))
        }
        other => Some(other.to_owned()),
    }
}

/// Adds the rule to the settings file. Whatever else stands in it stays; one that cannot be read is left
/// alone.
pub(super) fn keep(settings: &Path, rule: &str) -> Result<(), Problem> {
    let fault = |text: String| Problem::error("settings/unreadable", text).in_file(settings);
    let mut root = match stdx::fs::read(settings, LIMIT) {
        Ok(bytes) => serde_json::from_slice::<Value>(&bytes)
            .ok()
            .filter(Value::is_object)
            .ok_or_else(|| {
                fault(format!(
                    "`{}` is not plain JSON, so the rule `{}` was not added",
                    settings.display(),
                    cut_chars(rule, 200).0
                ))
            })?,
        Err(error) if error.is_missing() => json!({}),
        Err(error) => return Err(fault(error.with_cause())),
    };
    let Some(allow) = allow_list(&mut root) else {
        return Err(fault("`permissions.allow` is not a list".to_owned()));
    };
    if !allow.iter().any(|it| it == rule) {
        allow.push(json!(rule));
    }
    let text = serde_json::to_string_pretty(&root).expect("JSON can be written") + "\n";
    write_atomic(settings, text.as_bytes(), Access::OwnerOnly).map_err(|it| fault(it.with_cause()))
}

fn allow_list(root: &mut Value) -> Option<&mut Vec<Value>> {
    let permissions = root
        .as_object_mut()?
        .entry("permissions")
        .or_insert(json!({}));
    let allow = permissions
        .as_object_mut()?
        .entry("allow")
        .or_insert(json!([]));
    allow.as_array_mut()
}
