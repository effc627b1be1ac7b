//! The matcher of a group or a flat entry.

use stdx::Problem;

use crate::document::Node;
use crate::event::EventName;
use crate::matcher::{ListCharacters, Matcher, MatcherRules};
use crate::rules::{BadMatcher, Subject};

use super::{At, Reader};

impl Reader<'_> {
    /// The matcher of a group or a flat entry; `None` when it is not text.
    pub(super) fn matcher(&mut self, node: Option<&Node>, at: At<'_>) -> Option<Matcher> {
        let Some(node) = node else {
            return Some(Matcher::everything());
        };
        let Some(text) = node.text() else {
            let text = format!(
                "`{}.matcher` is text, found {}",
                at.pointer,
                node.describe()
            );
            self.reject(
                At {
                    start: node.start,
                    ..at
                },
                "hooks/matcher-not-text",
                &text,
            );
            return None;
        };
        if at.event.subject == Subject::Nothing {
            return Some(self.idle_matcher(text, node.start, at));
        }
        let rules = MatcherRules {
            grammar: self.rules.matcher,
            bad: self.rules.bad_matcher,
            list: list_characters(&at.event.event),
        };
        let (matcher, error) = Matcher::read(text, rules);
        self.matcher_problems(
            &matcher,
            error.map(|it| it.to_string()),
            At {
                start: node.start,
                ..at
            },
        );
        Some(matcher)
    }

    /// A matcher on an event that has nothing to match has no effect [C-13].
    fn idle_matcher(&mut self, text: &str, start: usize, at: At<'_>) -> Matcher {
        if !text.is_empty() && text != "*" {
            let text = format!("a matcher has no effect on `{}`", at.event_word);
            self.push(Problem::note("hooks/matcher-without-effect", text), start);
        }
        Matcher::everything().named(text)
    }

    fn matcher_problems(&mut self, matcher: &Matcher, error: Option<String>, at: At<'_>) {
        let text = matcher.text().unwrap_or_default();
        if let Some(why) = error {
            let outcome = match self.rules.bad_matcher {
                BadMatcher::Literal => "it is compared literally",
                BadMatcher::MatchesNothing => "it matches nothing",
            };
            let message = format!("the matcher `{text}` is not a pattern: {why}; {outcome}");
            self.push(
                Problem::error("hooks/matcher-not-a-pattern", message),
                at.start,
            );
        } else if let Some(why) = matcher.suspicion() {
            let message = format!("the matcher `{text}` never matches: {why}");
            let hint = "a matcher is tested on the tool's name alone";
            self.push(
                Problem::warning("hooks/matcher-never-matches", message).with_hint(hint),
                at.start,
            );
        }
    }
}

fn list_characters(event: &EventName) -> ListCharacters {
    match event.as_str() {
        "FileChanged" | "StopFailure" => ListCharacters::Narrow,
        _ => ListCharacters::Wide,
    }
}
