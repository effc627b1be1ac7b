//! Rules with one field changed: each must make a conformance case fail, or no case guards it.

use std::borrow::Cow;
use std::time::Duration;

use crate::rules::*;

mod idle;

/// Every row that differs from this one in one field, with the field's name. A field that the rest of
/// the row keeps from ever being asked is left out: no case could notice its change.
pub fn flips(rules: &Rules) -> Vec<(String, Rules)> {
    let mut res = row_flips(rules);
    res.retain(|(field, flipped)| flipped != rules && !idle::in_row(rules, field));
    for index in 0..rules.events.len() {
        let event = &rules.events[index];
        for (field, flipped) in event_flips(event) {
            if idle::in_event(rules, event, field) {
                continue;
            }
            let mut events = rules.events.to_vec();
            events[index] = flipped;
            let row = Rules {
                events: Cow::Owned(events),
                ..rules.clone()
            };
            res.push((format!("events.{}.{field}", event.word), row));
        }
        let mut events = rules.events.to_vec();
        events.remove(index);
        let row = Rules {
            events: Cow::Owned(events),
            ..rules.clone()
        };
        res.push((format!("events.{}", event.word), row));
    }
    res
}

/// A field's name and how to change it.
type Flip<T> = (&'static str, fn(&mut T));

fn row_flips(rules: &Rules) -> Vec<(String, Rules)> {
    let fields: [Flip<Rules>; 32] = [
        ("order", |it| {
            it.order = match it.order {
                Order::Sequential => Order::Parallel,
                Order::Parallel => Order::Sequential,
            }
        }),
        ("later_sees", |it| {
            it.later_sees = match it.later_sees {
                LaterSees::Original => LaterSees::Rewritten,
                LaterSees::Rewritten => LaterSees::Original,
            }
        }),
        ("files", |it| {
            it.files = match it.files {
                Files::FirstFound => Files::Joined,
                Files::Joined => Files::FirstFound,
            }
        }),
        ("duplicates", |it| {
            it.duplicates = match it.duplicates {
                Duplicates::RunEach => Duplicates::RunOnce,
                Duplicates::RunOnce => Duplicates::RunEach,
            }
        }),
        ("matcher", |it| {
            it.matcher = match it.matcher {
                MatcherGrammar::ListOrPattern | MatcherGrammar::Glob => {
                    MatcherGrammar::WholePattern
                }
                MatcherGrammar::WholePattern => MatcherGrammar::ListOrPattern,
            }
        }),
        ("bad_matcher", |it| {
            it.bad_matcher = match it.bad_matcher {
                BadMatcher::Literal => BadMatcher::MatchesNothing,
                BadMatcher::MatchesNothing => BadMatcher::Literal,
            }
        }),
        ("timeout.field", |it| {
            it.timeout.field = match it.timeout.field {
                Some(_) => None,
                None => Some("timeoutMs"),
            }
        }),
        ("timeout.unit", |it| {
            it.timeout.unit = match it.timeout.unit {
                Unit::Seconds => Unit::Milliseconds,
                Unit::Milliseconds => Unit::Seconds,
            }
        }),
        ("timeout.default", |it| {
            it.timeout.default += Duration::from_secs(7);
        }),
        ("timeout.ceiling", |it| {
            it.timeout.ceiling = match it.timeout.ceiling {
                Some(_) => None,
                None => Some(Duration::from_millis(7)),
            }
        }),
        ("timeout.bad", |it| {
            it.timeout.bad = match it.timeout.bad {
                BadTimeout::SkipEntry => BadTimeout::UseDefault,
                BadTimeout::UseDefault => BadTimeout::SkipEntry,
            }
        }),
        ("json_at", |it| {
            it.json_at = match it.json_at {
                JsonAt::ExitZero => JsonAt::EveryExit,
                JsonAt::EveryExit => JsonAt::ExitZero,
            }
        }),
        ("stdout", |it| {
            it.stdout = match it.stdout {
                StdoutRule::ObjectOrText | StdoutRule::Classified => StdoutRule::ObjectOnly,
                StdoutRule::ObjectOnly => StdoutRule::ObjectOrText,
            }
        }),
        ("exit_two_reason", |it| {
            it.exit_two_reason = match it.exit_two_reason {
                ReasonFrom::Stderr => ReasonFrom::Json,
                ReasonFrom::Json => ReasonFrom::Stderr,
            }
        }),
        ("reasons", |it| {
            it.reasons = match it.reasons {
                Reasons::First => Reasons::Joined,
                Reasons::Joined => Reasons::First,
            }
        }),
        ("stdin_end", |it| {
            it.stdin_end = match it.stdin_end {
                StdinEnd::Bare => StdinEnd::Newline,
                StdinEnd::Newline => StdinEnd::Bare,
            }
        }),
        ("rewrite_at", |it| {
            it.rewrite_at = other_place(it.rewrite_at);
        }),
        ("context_at", |it| {
            it.context_at = other_place(it.context_at);
        }),
        ("event_name_in_answer", |it| {
            it.event_name_in_answer = match it.event_name_in_answer {
                EventNameInAnswer::Required => EventNameInAnswer::Ignored,
                EventNameInAnswer::Ignored => EventNameInAnswer::Required,
            }
        }),
        ("context_limit", |it| it.context_limit += 1),
        ("text_limit", |it| it.text_limit += 1),
        ("contexts_at_block", |it| {
            it.contexts_at_block = match it.contexts_at_block {
                ContextsAtBlock::Kept => ContextsAtBlock::Dropped,
                ContextsAtBlock::Dropped => ContextsAtBlock::Kept,
            }
        }),
        ("decisions", |it| it.decisions = &[]),
        ("permissions", |it| it.permissions = &[]),
        ("other_exit", |it| {
            it.other_exit = match it.other_exit {
                OtherExit::Logged => OtherExit::Warned,
                OtherExit::Warned => OtherExit::Logged,
            }
        }),
        ("stop_ceiling", |it| {
            it.stop_ceiling = Some(it.stop_ceiling.map_or(1, |ceiling| ceiling + 1));
        }),
        ("queued_prompt", |it| {
            it.queued_prompt = not(it.queued_prompt);
        }),
        ("start_after_compaction", |it| {
            it.start_after_compaction = not(it.start_after_compaction);
        }),
        ("phase", |it| {
            it.phase = match it.phase {
                Phase::BeforeApproval => Phase::AfterApproval,
                Phase::AfterApproval => Phase::BeforeApproval,
            }
        }),
        ("environment", |it| {
            it.environment = match it.environment {
                EnvironmentRule::Inherited => EnvironmentRule::Cleaned,
                EnvironmentRule::Cleaned => EnvironmentRule::Inherited,
            }
        }),
        ("runs_in", |it| {
            it.runs_in = match it.runs_in {
                RunsIn::Project => RunsIn::WorkingFolder,
                RunsIn::WorkingFolder => RunsIn::Project,
            }
        }),
        ("power", |it| {
            it.power = match it.power {
                Power::Full => Power::Observer,
                Power::Observer => Power::Full,
            }
        }),
    ];
    let mut res: Vec<_> = fields
        .iter()
        .map(|(name, flip)| ((*name).to_owned(), flipped(rules, *flip)))
        .collect();
    for kind in rules.kinds {
        let rest: Vec<_> = rules
            .kinds
            .iter()
            .copied()
            .filter(|it| it != kind)
            .collect();
        let kinds: &'static [crate::HandlerKind] = Vec::leak(rest);
        res.push((
            format!("kinds.{}", kind.as_str()),
            Rules {
                kinds,
                ..rules.clone()
            },
        ));
    }
    res
}

fn other_place(at: Where) -> Where {
    match at {
        Where::Nowhere | Where::Top => Where::Specific,
        Where::Specific => Where::Top,
        Where::TopThenSpecific => Where::Top,
    }
}

fn event_flips(event: &EventRules) -> Vec<(&'static str, EventRules)> {
    let fields: [Flip<EventRules>; 10] = [
        ("block", |it| {
            it.block = match it.block {
                BlockEffect::Refuses => BlockEffect::Ignored,
                _ => BlockEffect::Refuses,
            }
        }),
        ("exit_block", |it| it.exit_block = not(it.exit_block)),
        ("json_block", |it| it.json_block = not(it.json_block)),
        ("context", |it| {
            it.context = match it.context {
                ContextEffect::Ignored => ContextEffect::Told,
                ContextEffect::Told | ContextEffect::KeepsGoing => ContextEffect::Ignored,
            }
        }),
        ("silence", |it| {
            it.silence = match it.silence {
                Silence::Proceeds => Silence::FailureRefuses,
                Silence::TimeoutRefuses | Silence::FailureRefuses => Silence::Proceeds,
            }
        }),
        ("plain_text", |it| {
            it.plain_text = match it.plain_text {
                PlainText::Context => PlainText::Ignored,
                PlainText::Ignored => PlainText::Context,
            }
        }),
        ("subject", |it| {
            it.subject = match it.subject {
                Subject::Nothing => Subject::Field("source"),
                _ => Subject::Nothing,
            }
        }),
        ("awaited", |it| {
            it.awaited = match it.awaited {
                Awaited::Yes | Awaited::AllButSkills => Awaited::No,
                Awaited::No => Awaited::Yes,
            }
        }),
        ("after_block", |it| {
            it.after_block = match it.after_block {
                AfterBlock::RunRest => AfterBlock::SkipRest,
                AfterBlock::SkipRest => AfterBlock::RunRest,
            }
        }),
        ("refused", |it| {
            it.refused = match it.refused {
                Refused::SkipsHook => Refused::BlocksAction,
                Refused::BlocksAction => Refused::SkipsHook,
            }
        }),
    ];
    fields
        .iter()
        .map(|(name, flip)| (*name, flipped(event, *flip)))
        .collect()
}

fn not(honoured: Honoured) -> Honoured {
    match honoured {
        Honoured::Yes => Honoured::No,
        Honoured::No => Honoured::Yes,
    }
}

fn flipped<T: Clone>(of: &T, flip: fn(&mut T)) -> T {
    let mut res = of.clone();
    flip(&mut res);
    res
}
