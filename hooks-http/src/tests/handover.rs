use std::thread;

use stdx::block_on;

use crate::handover::handover;

#[test]
fn a_value_is_handed_to_whoever_waits() {
    let (giver, taker) = handover();
    let waiting = thread::spawn(|| block_on(taker));
    giver.give(7);
    assert_eq!(waiting.join().unwrap(), Some(7));
}

#[test]
fn nobody_waits_for_a_giver_that_is_gone() {
    let (giver, taker) = handover::<()>();
    let waiting = thread::spawn(|| block_on(taker));
    drop(giver);
    assert_eq!(waiting.join().unwrap(), None);
}

#[test]
fn a_taker_may_be_gone() {
    let (giver, taker) = handover();
    drop(taker);
    giver.give(7);
}
