//! What the matchers of a chain are tested on.

use std::borrow::Cow;

use crate::chain::Chain;
use crate::dialect::Dialect;
use crate::event::Event;
use crate::handler::Handler;
use crate::rules::{EventRules, Subject};

/// What matchers are tested on: the names of the tool in the dialect's words, or a field.
pub(super) struct Subjects<'a> {
    names: Option<Vec<Cow<'a, str>>>,
}

impl<'a> Subjects<'a> {
    pub(super) fn of(chain: &Chain, event_rules: &EventRules, event: &'a Event) -> Subjects<'a> {
        let names = match event_rules.subject {
            Subject::Nothing => None,
            Subject::Field(name) => Some(vec![Cow::Borrowed(
                event.text_field(name).unwrap_or_default(),
            )]),
            Subject::Tool => Some(tool_names(&chain.dialect, event)),
        };
        Subjects { names }
    }

    pub(super) fn match_(&self, handler: &Handler) -> bool {
        self.names
            .as_ref()
            .is_none_or(|it| handler.matcher.matches(it))
    }
}

/// Every name that the dialect has for the tool; the spoken one where the caller uses its words.
fn tool_names<'a>(dialect: &Dialect, event: &'a Event) -> Vec<Cow<'a, str>> {
    let call = event.tool.as_ref();
    call.map(|it| dialect.vocabulary.names_of_call(it, event.vocabulary()))
        .unwrap_or_default()
}
