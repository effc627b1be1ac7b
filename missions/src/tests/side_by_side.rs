//! Missions side by side know nothing of each other.

use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use proptest::prelude::*;
use serde_json::{Value, json};
use stdx::Pending;

use super::fakes::{Stage, keep_going, lock};
use crate::{MissionEnd, Status};

const N_MISSIONS: usize = 8;

/// A mission that acts with its own number, asks a helper, and is kept going once.
fn stage(number: usize) -> Stage {
    let mut stage = Stage::new(script(number));
    stage.hooks = vec![("stop 0", keep_going("test it"))];
    stage
}

fn script(number: usize) -> Value {
    let act = json!({ "tool": "act", "input": { "n": 100 + number } });
    let look = json!({ "tool": "look", "input": { "n": 100 + number } });
    json!({
        "rules": [{ "if_prompt_contains": "what is there", "steps": [look, { "text": format!("{number} is there") }] }],
        "steps": [act, { "tool": "ask_agent", "input": { "prompt": "what is there" } }, act, { "text": format!("end of {number}") }],
    })
}

/// Polls the missions in this order, and then one after another until all have ended.
fn interleave(mut missions: Vec<Pending<'_, MissionEnd>>, order: &[usize]) -> Vec<MissionEnd> {
    let mut ends: Vec<Option<MissionEnd>> = missions.iter().map(|_| None).collect();
    let mut cx = Context::from_waker(Waker::noop());
    let mut turns = order.iter().copied().chain((0..missions.len()).cycle());
    while ends.iter().any(Option::is_none) {
        let at = turns.next().expect("the turns never end");
        if ends[at].is_none()
            && let Poll::Ready(end) = missions[at].as_mut().poll(&mut cx)
        {
            ends[at] = Some(end);
        }
    }
    ends.into_iter().flatten().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whoever gets a turn when: each mission does what it does alone, and ends as it ends alone.
    #[test]
    fn there_is_no_cross_talk(order in prop::collection::vec(0..N_MISSIONS, 0..400)) {
        let stages: Vec<Stage> = (0..N_MISSIONS).map(stage).collect();
        let seen: Vec<_> = stages.iter().map(|it| Arc::clone(&it.seen)).collect();
        let missions = stages.into_iter().map(|it| Box::pin(it.mission()) as Pending<'_, _>);
        let ends = interleave(missions.collect(), &order);
        for (number, (end, seen)) in ends.iter().zip(seen).enumerate() {
            prop_assert_eq!(end.status, Status::Done);
            prop_assert_eq!(&end.summary, &format!("end of {number}"));
            let alone = stage(number);
            let expected = Arc::clone(&alone.seen);
            let _ = alone.run_quietly();
            prop_assert_eq!(&*lock(&seen), &*lock(&expected));
        }
    }
}
