//! Matchers in another dialect's names and grammar.

use hooks_core::{
    EventName, Handler, ListCharacters, Matcher, MatcherGrammar, MatcherRules, Subject, Tool,
};
use stdx::Problem;

use super::{Conversion, loss};

impl Conversion {
    /// Gives the handler the matcher that means the same, and says what cannot mean the same.
    pub(super) fn matcher(&self, handler: &mut Handler) -> Vec<Problem> {
        let Some(text) = handler.matcher.text().map(str::to_owned) else {
            return Vec::new();
        };
        if handler.matcher.is_everything() {
            handler.matcher = Matcher::everything();
            return Vec::new();
        }
        let subject = self.to.rules.event(&handler.event).map(|it| it.subject);
        let (text, losses) = match subject {
            // Without such an event the whole handler is lost, and that is said elsewhere.
            None => return Vec::new(),
            Some(Subject::Nothing) => {
                handler.matcher = Matcher::everything();
                let text = format!(
                    "the matcher `{text}` is left out: on this event {} has none",
                    self.to.rules.dialect
                );
                return vec![loss(text, handler.place)];
            }
            Some(Subject::Tool) => self.tool_matcher(handler, &text),
            Some(Subject::Field(_)) => self.value_matcher(handler, &text),
        };
        handler.matcher = Matcher::read(&text, self.target_grammar()).0;
        losses
    }

    fn target_grammar(&self) -> MatcherRules {
        let rules = self.to.rules;
        MatcherRules {
            grammar: rules.matcher,
            bad: rules.bad_matcher,
            list: ListCharacters::Wide,
        }
    }

    fn same_grammar(&self) -> bool {
        self.from.rules.matcher == self.to.rules.matcher
    }

    fn tool_matcher(&self, handler: &Handler, text: &str) -> (String, Vec<Problem>) {
        if self.from.vocabulary.speaks_like(self.to.vocabulary) && self.same_grammar() {
            return (text.to_owned(), Vec::new());
        }
        match names(self.from.rules.matcher, text) {
            Some(names) => self.tool_names(handler, &names),
            None => (text.to_owned(), vec![self.lost_pattern(handler, text)]),
        }
    }

    /// Each name in the other dialect's words.
    fn tool_names(&self, handler: &Handler, names: &[&str]) -> (String, Vec<Problem>) {
        let meant: Vec<Tool> = names
            .iter()
            .flat_map(|it| self.from.vocabulary.meanings(it))
            .collect();
        let mut theirs: Vec<String> = Vec::new();
        for name in meant.iter().flat_map(|it| self.to.vocabulary.names(it)) {
            if !theirs.iter().any(|it| *it == name) {
                theirs.push(name.into_owned());
            }
        }
        let losses = theirs
            .iter()
            .filter_map(|it| self.covers_more(handler, it, &meant));
        let losses = losses.collect();
        (theirs.join("|"), losses)
    }

    /// A name that stands for tools which were not meant.
    fn covers_more(&self, handler: &Handler, name: &str, meant: &[Tool]) -> Option<Problem> {
        let all = self.to.vocabulary.meanings(name);
        let more: Vec<_> = all
            .iter()
            .filter(|it| !meant.contains(it))
            .map(|it| self.shown_name(it))
            .collect();
        let text = || {
            format!(
                "`{name}` of {} is also `{}`, so this hook runs more often",
                self.to.rules.dialect,
                more.join("`, `")
            )
        };
        (!more.is_empty()).then(|| loss(text(), handler.place))
    }

    fn shown_name(&self, tool: &Tool) -> String {
        let names = self.from.vocabulary.names(tool);
        names
            .first()
            .map(|it| it.clone().into_owned())
            .unwrap_or_default()
    }

    fn lost_pattern(&self, handler: &Handler, text: &str) -> Problem {
        let dialect = self.to.rules.dialect;
        let problem = loss(
            format!("the pattern `{text}` stays as it is, and {dialect} has other names for tools"),
            handler.place,
        );
        let matched = Tool::NAMED
            .iter()
            .filter(|it| handler.matcher.matches(&self.from.vocabulary.names(it)));
        let mut names: Vec<_> = matched
            .flat_map(|it| self.to.vocabulary.names(it))
            .collect();
        names.dedup();
        match names.is_empty() {
            true => problem,
            false => problem.with_hint(format!(
                "of the tools known here it matched `{}`",
                names.join("|")
            )),
        }
    }

    /// Values such as `startup` are the same words everywhere; the grammar around them may differ.
    fn value_matcher(&self, handler: &Handler, text: &str) -> (String, Vec<Problem>) {
        if self.same_grammar() {
            return (text.to_owned(), Vec::new());
        }
        match names(self.from.rules.matcher, text) {
            Some(names) => (names.join("|"), Vec::new()),
            None => {
                let text_of_loss = format!(
                    "the pattern `{text}` stays as it is, and {} reads it otherwise",
                    self.to.rules.dialect
                );
                (text.to_owned(), vec![loss(text_of_loss, handler.place)])
            }
        }
    }
}

/// The names of a matcher that is a plain list in its grammar.
fn names(grammar: MatcherGrammar, text: &str) -> Option<Vec<&str>> {
    let plain =
        |also: &'static str| move |it: char| it.is_ascii_alphanumeric() || also.contains(it);
    let (is_list, signs): (bool, &[char]) = match grammar {
        MatcherGrammar::ListOrPattern => (text.chars().all(plain("_-, |")), &['|', ',']),
        MatcherGrammar::WholePattern => (text.trim().chars().all(plain("_-|")), &['|']),
        MatcherGrammar::Glob => (!text.contains(['*', '?']), &['|']),
    };
    let names = text.split(signs).map(str::trim).filter(|it| !it.is_empty());
    is_list.then(|| names.collect())
}

/// Whether the event is about a tool; only then do tool variables exist.
pub(super) fn is_about_tool(event: &EventName) -> bool {
    matches!(
        event,
        EventName::PreToolUse
            | EventName::PostToolUse
            | EventName::PostToolUseFailure
            | EventName::PermissionRequest
    )
}
