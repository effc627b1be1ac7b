//! From the words that a person typed to the internal ones.

use std::collections::BTreeSet;

use hooks_core::{DialectId, Dialects, EventName, Tool};

use crate::error::CommandError;

/// An event that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownEvent {
    /// The internal name.
    pub(crate) name: EventName,
    /// The word as it was typed.
    pub(crate) word: String,
}

/// A tool that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownTool {
    /// What the name stands for.
    pub(crate) meanings: Vec<Tool>,
    /// The dialect whose words were used; `None` when they are ours or nobody's.
    pub(crate) words: Option<DialectId>,
}

/// The event of a dialect, or of any dialect whose word it is.
pub(crate) fn event(
    dialects: &Dialects,
    word: &str,
    dialect: Option<DialectId>,
) -> Result<KnownEvent, CommandError> {
    let searched: Vec<_> = DialectId::ALL
        .into_iter()
        .filter(|it| dialect.is_none_or(|only| only == *it))
        .collect();
    let found: BTreeSet<_> = searched
        .iter()
        .filter_map(|it| {
            dialects
                .get(*it)
                .rules
                .event_by_word(word)
                .map(|rules| rules.event.clone())
        })
        .collect();
    let mut found = found.into_iter();
    match (found.next(), found.next()) {
        (Some(name), None) => Ok(KnownEvent {
            name,
            word: word.to_owned(),
        }),
        (Some(first), Some(second)) => {
            Err(two_meanings("event", word, first.as_str(), second.as_str()))
        }
        (None, _) => Err(unknown_event(dialects, word, &searched)),
    }
}

fn two_meanings(what: &str, word: &str, first: &str, second: &str) -> CommandError {
    CommandError::usage(format!(
        "the {what} `{word}` has two meanings: {first} and {second}"
    ))
    .hint("say whose word it is with `--dialect`")
}

fn unknown_event(dialects: &Dialects, word: &str, searched: &[DialectId]) -> CommandError {
    let words: BTreeSet<_> = searched
        .iter()
        .flat_map(|it| {
            dialects
                .get(*it)
                .rules
                .events
                .iter()
                .map(|event| event.word)
        })
        .collect();
    let whose = match searched {
        [only] => format!("{only} has no event `{word}`"),
        _ => format!("no dialect has an event `{word}`"),
    };
    let list: Vec<_> = words.into_iter().collect();
    let error = CommandError::usage(whose);
    match stdx::text::nearest(word, list.iter().copied()) {
        Some(near) => error.hint(format!("did you mean `{near}`?")),
        None => error.hint(format!("events: {}", list.join(", "))),
    }
}

/// The tool that a name stands for, in the words of a dialect or of any dialect that knows it.
pub(crate) fn tool(
    dialects: &Dialects,
    spoken: &str,
    dialect: Option<DialectId>,
) -> Result<KnownTool, CommandError> {
    if let Some(dialect) = dialect {
        let meanings = dialects.get(dialect).vocabulary.meanings(spoken);
        return Ok(KnownTool {
            meanings,
            words: Some(dialect),
        });
    }
    // Ours first: our own names stay ours where others share them.
    let ours_first = std::iter::once(DialectId::Tackle).chain(DialectId::ALL);
    let known = ours_first.filter_map(|it| {
        let meanings = dialects.get(it).vocabulary.meanings(spoken);
        (!is_unknown(&meanings)).then_some((it, meanings))
    });
    let mut found: Vec<(DialectId, Vec<Tool>)> = Vec::new();
    for (dialect, meanings) in known {
        if !found.iter().any(|(_, it)| *it == meanings) {
            found.push((dialect, meanings));
        }
    }
    match found.as_slice() {
        [] => Ok(KnownTool {
            meanings: vec![Tool::Other(spoken.to_owned())],
            words: None,
        }),
        [(dialect, meanings)] => Ok(KnownTool {
            meanings: meanings.clone(),
            words: Some(*dialect),
        }),
        [(first, one), (second, other), ..] => {
            let named = |dialect: &DialectId, tools: &[Tool]| format!("{tools:?} in {dialect}");
            Err(two_meanings(
                "tool",
                spoken,
                &named(first, one),
                &named(second, other),
            ))
        }
    }
}

fn is_unknown(meanings: &[Tool]) -> bool {
    meanings.iter().all(|it| matches!(it, Tool::Other(_)))
}
