//! A tool call as the hooks of a dialect see it.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::event::Event;
use crate::tool::{Tool, ToolUse};

use super::{Vocabulary, translate};

/// A tool call in a dialect's words.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown<'e> {
    /// What the call stands for, if anything is known of it.
    pub tool: Option<&'e Tool>,
    /// The name that payloads show.
    pub name: Cow<'e, str>,
    /// The input, its paths as this dialect's hooks see them.
    pub input: Map<String, Value>,
}

/// The call of an event in a dialect's words; `None` on events without one.
pub fn shown<'e>(to: &Vocabulary, event: &'e Event) -> Option<Shown<'e>> {
    let call = event.tool.as_ref()?;
    let caller = event.vocabulary();
    let tool = meaning(call, caller);
    let mut input = match tool {
        Some(tool) => translate(&call.input, tool, caller, to),
        None => call.input.clone(),
    };
    if let Some(tool) = tool {
        to.absolute(tool, &mut input, &event.session.cwd);
    }
    Some(Shown {
        tool,
        name: name(call, tool, (caller, to)),
        input,
    })
}

/// The spoken name between those who speak alike, else the first of the tool's names.
fn name<'e>(
    call: &'e ToolUse,
    tool: Option<&'e Tool>,
    (caller, to): (&Vocabulary, &Vocabulary),
) -> Cow<'e, str> {
    let known = tool.filter(|_| !caller.speaks_like(to));
    let first = known.and_then(|it| to.names(it).into_iter().next());
    first.unwrap_or(Cow::Borrowed(call.spoken.as_str()))
}

/// Which of its meanings a call has: the first whose fields cover the whole input, else the first.
pub(super) fn meaning<'e>(call: &'e ToolUse, caller: &Vocabulary) -> Option<&'e Tool> {
    let nothing = Map::new();
    let covers = |it: &&Tool| caller.check_rewrite(it, &nothing, &call.input).is_ok();
    call.meanings
        .iter()
        .find(covers)
        .or_else(|| call.meanings.first())
}
