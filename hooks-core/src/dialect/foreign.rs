//! Words of other products, where hooks written for those are likely to say them.

use std::borrow::Cow;

use serde_json::{Map, Value};
use stdx::Problem;

use crate::answer;
use crate::handler::{Action, CommandLine, Handler, Shell};
use crate::reply::Answer;
use crate::rules::{EventRules, Rules};

/// Reads an answer in which some keys mean nothing: each is said to be without effect, and whatever
/// it holds, the rest of the answer counts. `continue: true` asks for nothing and passes in silence.
pub(super) fn read_without(
    keys: &[&str],
    rules: &Rules,
    event: &EventRules,
    object: &Map<String, Value>,
) -> Result<Answer, String> {
    let found: Vec<_> = keys.iter().filter(|it| object.contains_key(**it)).collect();
    let mut known = Cow::Borrowed(object);
    for key in &found {
        known.to_mut().shift_remove(**key);
    }
    let mut answer = answer::read(rules, event, &known)?;
    let asks = |key: &str| object.get(key) != Some(&Value::Bool(true)) || key != "continue";
    let asking = found.iter().filter(|it| asks(it));
    let problems = asking.map(|it| without_effect(it, rules));
    answer.problems.extend(problems);
    Ok(answer)
}

fn without_effect(key: &str, rules: &Rules) -> Problem {
    let text = format!("`{key}` has no effect in {}", rules.dialect);
    Problem::warning("hooks/answer-without-effect", text)
}

/// The handlers with every program and its arguments as one line for a shell, for dialects which
/// have no other way to start a program.
pub(super) fn as_lines(handlers: &[Handler]) -> Vec<Handler> {
    let as_line = |it: &Handler| match &it.action {
        Action::Command(CommandLine::Exec { .. }) => Handler {
            action: Action::Command(CommandLine::Shell {
                line: it.action.summary(),
                shell: Shell::Standard,
            }),
            ..it.clone()
        },
        _ => it.clone(),
    };
    handlers.iter().map(as_line).collect()
}
