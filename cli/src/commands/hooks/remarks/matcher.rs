//! A matcher that no tool will ever meet, though it looks like one that does.

use hooks_core::{DialectId, Handler, Layer, Subject, Tool, Vocabulary, vocabulary};
use stdx::Problem;

/// What is odd about the matcher of a hook on an event about tools.
pub(super) fn of_matcher(layer: &Layer, handler: &Handler) -> Option<Problem> {
    let rules = layer.dialect.dialect().rules;
    let event = rules.event_by_word(&handler.event_word)?;
    if event.subject != Subject::Tool {
        return None;
    }
    let words = vocabulary(layer.dialect);
    let text = handler.matcher.text()?;
    let (why, hint) = rule(text, &words).or_else(|| foreign_name(text, &words))?;
    let message = format!("the matcher `{text}` never matches: {why}");
    let mut problem = Problem::warning("hooks/matcher-never-matches", message).with_hint(hint);
    problem.place = handler.place;
    Some(problem.in_file(&layer.file))
}

/// `Bash(git *)` is a permission rule: as an expression it waits for a tool of that strange name.
fn rule(text: &str, words: &Vocabulary) -> Option<(String, String)> {
    let (tool, rest) = text.split_once('(')?;
    if !rest.ends_with(')') || !is_known(tool, words) {
        return None;
    }
    let why =
        "it is a permission rule, and a matcher is tested on the tool's name alone".to_owned();
    let hint = format!(
        "write `\"matcher\": \"{tool}\"` and put the rule into `\"if\"` where the dialect has it"
    );
    Some((why, hint))
}

/// A name that is a tool's in another case, or in another product's words.
fn foreign_name(text: &str, words: &Vocabulary) -> Option<(String, String)> {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "_-|, ".contains(it);
    if !text.chars().all(is_plain) {
        return None;
    }
    let names = text.split(['|', ',']).map(str::trim);
    names
        .filter(|it| !it.is_empty() && !is_known(it, words))
        .find_map(|name| {
            let near = nearest(name, words)?;
            let why = format!("no tool is called `{name}` here");
            Some((why, format!("did you mean `{near}`?")))
        })
}

fn is_known(name: &str, words: &Vocabulary) -> bool {
    !matches!(words.meanings(name).as_slice(), [Tool::Other(_)])
}

/// The name in these words of what `name` says in another case or in another product's words.
fn nearest(name: &str, words: &Vocabulary) -> Option<String> {
    let named = |tool: &Tool| words.names(tool).first().map(ToString::to_string);
    let all = DialectId::ALL.map(vocabulary);
    let same_case = Tool::NAMED
        .iter()
        .flat_map(|tool| words.names(tool))
        .find(|it| it.eq_ignore_ascii_case(name));
    if let Some(same) = same_case {
        return Some(same.into_owned());
    }
    let theirs = all.iter().flat_map(|it| it.meanings(name));
    theirs
        .filter(|it| !matches!(it, Tool::Other(_) | Tool::Mcp { .. }))
        .find_map(|it| named(&it))
}
