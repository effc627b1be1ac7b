//! The `if` of a hook: one permission rule that says which calls the hook is for.

use stdx::Problem;

use crate::call::{Call, Subject};
use crate::rule::{CommandPattern, Origin, Rule, Source};
use crate::shell::{Certainty, Expansion, Part, Split};
use crate::wildcard::Reach;

/// Whether a hook whose condition is `rule` is for this call.
///
/// A condition errs on the side of running the hook. On a shell command it holds when it matches
/// any part; when the command cannot be parsed; and, for a pattern with more than a program's name
/// (`Bash(git push *)`), whenever the shell replaces something in the command, since that may be
/// anything. A pattern with a name alone (`Bash(rm *)`) does not hold for that reason.
///
/// # Errors
/// The problem with a rule that cannot be read.
pub fn matches(rule: &str, call: &Call<'_>) -> Result<bool, Problem> {
    let origin = Origin {
        source: Source::Session,
        file: None,
        place: None,
    };
    let loaded = Rule::parse(rule, origin);
    let rule = match loaded.value {
        Some(rule) if rule.may_allow() => rule,
        Some(_) | None => return Err(first_problem(loaded.problems)),
    };
    let subject = Subject::new(*call);
    Ok(match rule.command_pattern() {
        Some(pattern) => {
            rule.is_on_tool(&subject, Reach::May) && command_matches(pattern, subject.split())
        }
        None => rule.matches(&subject, Reach::May),
    })
}

fn command_matches(pattern: &CommandPattern, split: &Split) -> bool {
    let is_unreadable = |it: &Part| it.forms().is_empty();
    let is_unsure = |it: &Part| it.certainty() == Certainty::Unsure;
    let is_meant = |it: &Part| is_unreadable(it) || (!is_unsure(it) && pattern.may_be(it));
    let may_be_replaced =
        || split.expansion() == Expansion::Some || split.parts().iter().any(is_unsure);
    split.parts().iter().any(is_meant) || (!pattern.is_name_only() && may_be_replaced())
}

fn first_problem(problems: Vec<Problem>) -> Problem {
    let first = problems.into_iter().next();
    first.expect("a rule that cannot be read comes with its problem")
}
