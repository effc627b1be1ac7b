//! Folds what the hooks of one chain said to one outcome. Pure, and blind to time: it sees the
//! answers in declared order and nothing else.

use serde_json::{Map, Value};
use stdx::Problem;

use crate::judge::Judged;
use crate::outcome::{Halt, Verdict};
use crate::reply::Decision;
use crate::rules::{ContextsAtBlock, Reasons, Rules};

/// What one chain says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ChainSays {
    pub(crate) verdict: Verdict,
    /// The rewrite that counts, in the dialect's words, and who made it.
    pub(crate) input: Option<(String, Map<String, Value>)>,
    pub(crate) contexts: Vec<String>,
    pub(crate) notes: Vec<String>,
    pub(crate) feedback: Vec<String>,
    pub(crate) keep_going: Vec<String>,
    pub(crate) halt: Option<Halt>,
    pub(crate) output: Option<Value>,
    pub(crate) problems: Vec<Problem>,
}

/// One answer and whose it is.
pub(crate) type Said = (String, Judged);

/// Folds the answers, given in declared order.
pub(crate) fn merge(rules: &Rules, said: Vec<Said>) -> ChainSays {
    let mut res = ChainSays {
        verdict: verdict(rules, &said),
        ..ChainSays::default()
    };
    for (id, judged) in said {
        rewrite(&mut res, &id, judged.input);
        res.contexts.extend(judged.contexts);
        res.notes.extend(judged.notes);
        res.feedback.extend(judged.feedback);
        res.keep_going.extend(judged.keep_going);
        res.output = res.output.or(judged.output);
        res.halt = res
            .halt
            .or_else(|| judged.halt.map(|reason| halt(&id, reason)));
        res.problems
            .extend(judged.problems.into_iter().map(|it| named(&id, it)));
    }
    if res.verdict.blocks() {
        res.input = None;
        if rules.contexts_at_block == ContextsAtBlock::Dropped {
            res.contexts.clear();
        }
    }
    res
}

/// The strictest decision; ties go to the first in declared order.
fn verdict(rules: &Rules, said: &[Said]) -> Verdict {
    let blocks: Vec<_> = said
        .iter()
        .filter_map(|(id, it)| Some((id, block_reason(it)?)))
        .collect();
    if let Some((by, first)) = blocks.first() {
        let reason = match rules.reasons {
            Reasons::First => first.clone(),
            Reasons::Joined => blocks
                .iter()
                .map(|(_, it)| it.as_str())
                .collect::<Vec<_>>()
                .join("\n"),
        };
        return Verdict::Block {
            by: (*by).clone(),
            reason,
        };
    }
    let ask = said.iter().find_map(|(id, it)| match &it.verdict {
        Some(Decision::Ask { reason }) => Some(Verdict::Ask {
            by: id.clone(),
            reason: reason.clone(),
        }),
        _ => None,
    });
    let allow = said.iter().find_map(|(id, it)| match &it.verdict {
        Some(Decision::Allow { reason }) => Some(Verdict::Allow {
            by: id.clone(),
            reason: reason.clone(),
        }),
        _ => None,
    });
    ask.or(allow).unwrap_or_default()
}

fn block_reason(judged: &Judged) -> Option<String> {
    match &judged.verdict {
        Some(Decision::Block { reason }) => Some(
            reason
                .clone()
                .unwrap_or_else(|| "a hook refused and gave no reason".to_owned()),
        ),
        _ => None,
    }
}

/// The first rewrite in declared order counts; a different one after it is a conflict.
fn rewrite(res: &mut ChainSays, id: &str, input: Option<Map<String, Value>>) {
    let Some(input) = input else { return };
    match &res.input {
        None => res.input = Some((id.to_owned(), input)),
        Some((by, first)) if *first != input => {
            let text = format!(
                "hooks `{by}` and `{id}` both changed the input; the change of `{by}` counts, since it is declared first"
            );
            res.problems
                .push(Problem::warning("hooks/rewrite-conflict", text));
        }
        Some(_) => {}
    }
}

fn halt(id: &str, reason: String) -> Halt {
    let reason = Some(reason).filter(|it| !it.is_empty());
    Halt {
        by: id.to_owned(),
        reason,
    }
}

/// The problem of an answer, with the hook it came from.
fn named(id: &str, mut problem: Problem) -> Problem {
    problem.message = format!("hook `{id}`: {}", problem.message);
    problem
}

/// Folds the verdicts of two chains, the earlier one first: the strictest counts.
pub(crate) fn stricter(earlier: Verdict, later: Verdict) -> Verdict {
    let weight = |it: &Verdict| match it {
        Verdict::None => 0,
        Verdict::Allow { .. } => 1,
        Verdict::Ask { .. } => 2,
        Verdict::Block { .. } => 3,
    };
    if weight(&later) > weight(&earlier) {
        later
    } else {
        earlier
    }
}
