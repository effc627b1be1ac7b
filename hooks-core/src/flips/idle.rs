//! Fields that the rest of their row keeps from ever being asked.

use crate::rules::*;

/// Whether a change of this field of a row could never show.
pub(super) fn in_row(rules: &Rules, field: &str) -> bool {
    let speaks = rules.power == Power::Full;
    match field {
        // Runs beside the work have neither an order nor a say.
        "order" | "power" => rules.events.iter().all(|it| it.awaited == Awaited::No),
        "later_sees" => rules.order == Order::Parallel || rules.rewrite_at == Where::Nowhere,
        // Every text is a glob.
        "bad_matcher" => rules.matcher == MatcherGrammar::Glob,
        "timeout.unit" | "timeout.ceiling" | "timeout.bad" => rules.timeout.field.is_none(),
        "reasons" => !speaks || refuses_once(rules),
        "event_name_in_answer" => !reads_specific(rules),
        "context_limit" => !speaks || rules.context_at == Where::Nowhere,
        "contexts_at_block" => !speaks || !rules.events.iter().any(refuses_with_context),
        "stop_ceiling" => !rules.events.iter().any(keeps_going),
        "exit_two_reason" | "rewrite_at" | "context_at" | "text_limit" | "other_exit" => !speaks,
        _ => false,
    }
}

/// Whether a change of this field of an event could never show.
pub(super) fn in_event(rules: &Rules, event: &EventRules, field: &str) -> bool {
    let beside = event.awaited == Awaited::No;
    match field {
        // Whether a block that does nothing was meant is all the same.
        "exit_block" => event.block == BlockEffect::Ignored,
        "json_block" => !has_word(rules, Word::Block),
        // What is said beside the work reaches the agent with its next turn, in a mission alone.
        "context" => beside || rules.context_at == Where::Nowhere,
        "plain_text" => beside || rules.stdout == StdoutRule::ObjectOnly,
        "silence" | "refused" => beside,
        "after_block" => beside || rules.order == Order::Parallel || !refuses(event),
        _ => false,
    }
}

/// Whether a block in JSON has a word here.
fn has_word(rules: &Rules, word: Word) -> bool {
    let mut words = rules.decisions.iter().chain(rules.permissions);
    words.any(|(_, it)| *it == word)
}

/// Whether something can be refused on this event.
fn refuses(event: &EventRules) -> bool {
    let by_block = matches!(
        event.block,
        BlockEffect::Refuses | BlockEffect::RefusesAutomatic | BlockEffect::RefusesBelowPolicy
    );
    by_block || event.silence != Silence::Proceeds || event.refused == Refused::BlocksAction
}

/// Whether one chain never refuses twice: the first refusal ends it, and nobody looks again.
fn refuses_once(rules: &Rules) -> bool {
    let ends = |it: &EventRules| !refuses(it) || it.after_block == AfterBlock::SkipRest;
    rules.order == Order::Sequential
        && rules.phase == Phase::AfterApproval
        && rules.events.iter().all(ends)
}

fn refuses_with_context(event: &EventRules) -> bool {
    let takes = event.context != ContextEffect::Ignored || event.plain_text == PlainText::Context;
    takes && refuses(event)
}

fn keeps_going(event: &EventRules) -> bool {
    event.block == BlockEffect::KeepsGoing || event.context == ContextEffect::KeepsGoing
}

/// Whether anything below `hookSpecificOutput` is looked at.
fn reads_specific(rules: &Rules) -> bool {
    let looks = |it| matches!(it, Where::Specific | Where::TopThenSpecific);
    looks(rules.rewrite_at) || looks(rules.context_at) || !rules.permissions.is_empty()
}
