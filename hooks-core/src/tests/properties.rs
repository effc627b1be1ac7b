//! What must hold whatever the hooks say and in whatever order they finish.

use proptest::prelude::*;
use serde_json::json;

use super::scripted::{Scripted, exit, exit_with, fire, layer, says, shell};
use crate::{DialectId, Ended, Outcome, RawReply, Source, Verdict};

/// What one hook does.
#[derive(Clone, Debug, PartialEq)]
enum Does {
    Nothing,
    Allow,
    Ask,
    Block,
    Rewrite(u8),
    Fail,
    PrintGarbage,
    TimeOut,
}

fn does() -> impl Strategy<Value = Does> {
    prop_oneof![
        Just(Does::Nothing),
        Just(Does::Allow),
        Just(Does::Ask),
        Just(Does::Block),
        (0u8..3).prop_map(Does::Rewrite),
        Just(Does::Fail),
        Just(Does::PrintGarbage),
        Just(Does::TimeOut),
    ]
}

/// The hooks of one dialect and the order in which they finish.
fn dispatches() -> impl Strategy<Value = (Vec<Does>, Vec<usize>)> {
    prop::collection::vec(does(), 1..6).prop_flat_map(|hooks| {
        let order: Vec<usize> = (0..hooks.len()).collect();
        (Just(hooks), Just(order).prop_shuffle())
    })
}

fn reply(does: &Does, dialect: DialectId) -> RawReply {
    let answer = |value: serde_json::Value| says(&value.to_string());
    let specific = |value: serde_json::Value| {
        let mut value = value;
        value["hookEventName"] = json!("PreToolUse");
        answer(json!({ "hookSpecificOutput": value }))
    };
    let top = dialect == DialectId::Neuralinverse;
    match does {
        Does::Nothing => exit(0),
        Does::Allow if top => answer(json!({ "decision": "allow" })),
        Does::Ask if top => answer(json!({ "decision": "ask" })),
        Does::Rewrite(n) if top => {
            answer(json!({ "updatedInput": { "command": format!("changed {n}") } }))
        }
        Does::Allow => specific(json!({ "permissionDecision": "allow" })),
        Does::Ask => specific(json!({ "permissionDecision": "ask" })),
        Does::Rewrite(n) => {
            specific(json!({ "updatedInput": { "command": format!("changed {n}") } }))
        }
        Does::Block => exit_with(2, "no"),
        Does::Fail => exit_with(3, "broken"),
        Does::PrintGarbage => says("{ not json }"),
        Does::TimeOut => RawReply::of(Ended::TimedOut),
    }
}

/// The text of a file with these hooks, in the form of the dialect.
fn file(dialect: DialectId, n_hooks: usize) -> String {
    let names: Vec<_> = (0..n_hooks).map(|it| format!("hook-{it}")).collect();
    let flat: Vec<_> = names.iter().map(|it| json!({ "command": it })).collect();
    let typed: Vec<_> = names
        .iter()
        .map(|it| json!({ "type": "command", "command": it }))
        .collect();
    match dialect {
        DialectId::Neuralinverse => json!({ "hooks": { "tool.before": flat } }).to_string(),
        DialectId::Nemocode => json!({ "PreToolUse": flat }).to_string(),
        _ => json!({ "hooks": { "PreToolUse": [{ "hooks": typed }] } }).to_string(),
    }
}

fn outcome(dialect: DialectId, hooks: &[Does], order: &[usize]) -> Outcome {
    let mut scripted = Scripted::default();
    for (index, does) in hooks.iter().enumerate() {
        scripted = scripted.answer(&format!("hook-{index}"), reply(does, dialect));
    }
    let names: Vec<_> = order.iter().map(|it| format!("hook-{it}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let parallel = dialect.dialect().rules.order == crate::Order::Parallel;
    let scripted = if parallel {
        scripted.finishing(&names)
    } else {
        scripted
    };
    let layers = vec![layer(dialect, Source::User, &file(dialect, hooks.len()))];
    fire(layers, scripted, &shell("ls")).0.outcome
}

const DIALECTS: [DialectId; 5] = [
    DialectId::ClaudeCode,
    DialectId::Neuralinverse,
    DialectId::Neo,
    DialectId::Nemocode,
    DialectId::Tackle,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_order_of_finishing_changes_nothing((hooks, order) in dispatches()) {
        let declared: Vec<usize> = (0..hooks.len()).collect();
        for dialect in DIALECTS {
            prop_assert_eq!(outcome(dialect, &hooks, &order), outcome(dialect, &hooks, &declared));
        }
    }

    #[test]
    fn a_block_always_wins((hooks, order) in dispatches()) {
        prop_assume!(hooks.contains(&Does::Block));
        for dialect in DIALECTS {
            prop_assert!(outcome(dialect, &hooks, &order).verdict.blocks());
        }
    }

    #[test]
    fn a_hook_that_fails_never_changes_the_input((hooks, order) in dispatches()) {
        let rewrites = hooks.iter().any(|it| matches!(it, Does::Rewrite(_)));
        prop_assume!(!rewrites);
        for dialect in DIALECTS {
            prop_assert_eq!(outcome(dialect, &hooks, &order).input, None);
        }
    }

    #[test]
    fn failures_alone_decide_nothing((hooks, order) in dispatches()) {
        let harmless = |it: &Does| matches!(it, Does::Fail | Does::TimeOut | Does::PrintGarbage | Does::Nothing);
        let hooks: Vec<_> = hooks.into_iter().filter(harmless).collect();
        let order: Vec<_> = order.into_iter().filter(|it| *it < hooks.len()).collect();
        for dialect in DIALECTS {
            prop_assert_eq!(outcome(dialect, &hooks, &order).verdict, Verdict::None);
        }
    }

    /// Looking for texts first changes nothing: a pattern matches what the engine alone would match.
    #[test]
    fn a_pattern_matches_what_its_regular_expression_matches(
        pattern in r"(\^)?([ab_]{1,3}|a\+|\[ab\]|\.\*|\(a\|bc\)|\(a_\)\?|b\*){1,4}(\$)?",
        name in "[abc_]{0,6}",
    ) {
        let rules = crate::MatcherRules {
            grammar: crate::MatcherGrammar::ListOrPattern,
            bad: crate::BadMatcher::MatchesNothing,
            list: crate::ListCharacters::Wide,
        };
        let is_plain = pattern.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
        let (matcher, error) = crate::Matcher::read(&pattern, rules);
        prop_assume!(!is_plain && error.is_none());
        let expected = regex::Regex::new(&pattern).unwrap().is_match(&name);
        prop_assert_eq!(matcher.matches(&[name.as_str()]), expected, "{} on {}", pattern, name);
    }

    /// A guard of the organisation that refuses one command: whatever rewrites follow, in whatever
    /// chain, that command never goes ahead [A-91].
    #[test]
    fn no_rewrite_slips_past_a_managed_guard(
        guarded in prop::sample::select(&DIALECTS[..]),
        rewriters in prop::collection::vec((prop::sample::select(&DIALECTS[..]), 0u8..3), 0..4),
        first in 0u8..3,
    ) {
        let mut scripted = Scripted::default().refusing("guard", "changed 1");
        let mut layers = vec![layer(guarded, Source::Managed, &named_file(guarded, "guard"))];
        for (index, (dialect, to)) in rewriters.iter().enumerate() {
            let name = format!("rewriter-{index}");
            layers.push(layer(*dialect, Source::User, &named_file(*dialect, &name)));
            scripted = scripted.answer(&name, reply(&Does::Rewrite(*to), *dialect));
        }
        let event = shell(&format!("changed {first}"));
        let outcome = fire(layers, scripted, &event).0.outcome;
        let last = outcome.input.as_ref().map_or_else(
            || format!("changed {first}"),
            |it| it["command"].as_str().unwrap_or_default().to_owned(),
        );
        prop_assert!(last != "changed 1" || outcome.verdict.blocks(), "{:?}", outcome);
    }
}

/// A file with one hook, in the form of the dialect.
fn named_file(dialect: DialectId, command: &str) -> String {
    file(dialect, 1).replace("hook-0", command)
}
