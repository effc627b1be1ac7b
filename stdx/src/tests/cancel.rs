use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use super::pending::poll_once;
use crate::{Cancel, Pending, block_on};

#[test]
fn the_first_reason_stays() {
    let cancel = Cancel::new();
    assert_eq!((cancel.is_cancelled(), cancel.reason()), (false, None));
    cancel.cancel("first");
    cancel.clone().cancel("second");
    assert_eq!(
        (cancel.is_cancelled(), cancel.reason().as_deref()),
        (true, Some("first"))
    );
}

#[test]
fn a_child_goes_with_its_parent_and_not_the_other_way() {
    let parent = Cancel::new();
    let (child, sibling) = (parent.child(), parent.child());
    let grandchild = child.child();
    child.cancel("child only");
    assert_eq!(grandchild.reason().as_deref(), Some("child only"));
    assert!(!parent.is_cancelled() && !sibling.is_cancelled());

    parent.cancel("all");
    assert_eq!(sibling.reason().as_deref(), Some("all"));
    assert_eq!(child.reason().as_deref(), Some("child only"));
    assert_eq!(
        parent.child().reason().as_deref(),
        Some("all"),
        "also one that comes later"
    );
}

#[test]
fn callbacks_run_once_in_order_unless_taken_back() {
    let cancel = Cancel::new();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let note = |name: &'static str| {
        let seen = Arc::clone(&seen);
        move || seen.lock().unwrap().push(name)
    };
    let _first = cancel.on_cancel(note("first"));
    drop(cancel.on_cancel(note("taken back")));
    let _second = cancel.on_cancel(note("second"));
    cancel.cancel("now");
    cancel.cancel("again");
    let _late = cancel.on_cancel(note("late"));
    assert_eq!(*seen.lock().unwrap(), ["first", "second", "late"]);
}

#[test]
fn a_callback_may_use_what_called_it() {
    let cancel = Cancel::new();
    let (inner, seen) = (cancel.clone(), Arc::new(Mutex::new(None)));
    let reason = Arc::clone(&seen);
    let _guard = cancel.on_cancel(move || *reason.lock().unwrap() = inner.reason());
    cancel.cancel("round trip");
    assert_eq!(seen.lock().unwrap().as_deref(), Some("round trip"));
}

#[test]
fn waiting_ends_with_the_cancel() {
    let cancel = Cancel::new();
    let waiting = thread::spawn({
        let cancelled = cancel.cancelled();
        move || block_on(cancelled)
    });
    cancel.cancel("done");
    waiting.join().unwrap();
    block_on(cancel.cancelled());
}

#[test]
fn asking_twice_wakes_once() {
    let cancel = Cancel::new();
    let n_wakes = Arc::new(AtomicU32::new(0));
    let mut waiting: Pending<'_, ()> = Box::pin(cancel.cancelled());
    for _ in 0..2 {
        let n_wakes = Arc::clone(&n_wakes);
        assert!(
            poll_once(&mut waiting, move || {
                n_wakes.fetch_add(1, Ordering::Relaxed);
            })
            .is_none()
        );
    }
    cancel.cancel("done");
    assert_eq!(
        n_wakes.load(Ordering::Relaxed),
        1,
        "the first waker was replaced"
    );
}
