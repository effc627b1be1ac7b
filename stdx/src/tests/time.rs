use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use super::pending::poll_once;
use crate::{Clock, ManualClock, SystemClock, SystemTimer, Timer, block_on, join_all, rfc3339};

#[test]
fn dates_are_those_of_the_calendar() {
    #[track_caller]
    fn check(seconds: i64, millis: u64, expected: &str) {
        let whole = Duration::from_secs(seconds.unsigned_abs());
        let base = match seconds < 0 {
            true => SystemTime::UNIX_EPOCH - whole,
            false => SystemTime::UNIX_EPOCH + whole,
        };
        assert_eq!(rfc3339(base + Duration::from_millis(millis)), expected);
    }

    check(0, 0, "1970-01-01T00:00:00.000Z");
    check(-1, 999, "1969-12-31T23:59:59.999Z");
    check(951_782_400, 0, "2000-02-29T00:00:00.000Z");
    check(951_868_799, 1, "2000-02-29T23:59:59.001Z");
    check(951_868_800, 0, "2000-03-01T00:00:00.000Z");
    check(1_735_689_599, 500, "2024-12-31T23:59:59.500Z");
    check(1_767_323_045, 678, "2026-01-02T03:04:05.678Z");
    check(4_107_542_400, 0, "2100-03-01T00:00:00.000Z");
    check(-2_208_988_800, 0, "1900-01-01T00:00:00.000Z");
    check(253_402_300_799, 0, "9999-12-31T23:59:59.000Z");
}

#[test]
fn a_manual_clock_moves_only_by_hand() {
    let start = SystemTime::UNIX_EPOCH + Duration::from_secs(100);
    let clock = ManualClock::new(start);
    let same = clock.clone();
    clock.advance(Duration::from_secs(7));
    assert_eq!(same.now(), start + Duration::from_secs(7));
    assert_eq!(same.monotonic(), Duration::from_secs(7));
}

#[test]
fn sleepers_wake_in_the_order_of_their_deadlines() {
    let clock = ManualClock::default();
    let timer = clock.timer();
    let woken = Arc::new(Mutex::new(Vec::new()));
    let mut sleepers: Vec<_> = [30, 10, 20]
        .map(|n| timer.sleep(Duration::from_secs(n)))
        .into();
    for (sleeper, name) in sleepers.iter_mut().zip([30, 10, 20]) {
        assert!(
            poll_once(sleeper, {
                let woken = Arc::clone(&woken);
                move || woken.lock().unwrap().push(name)
            })
            .is_none()
        );
    }

    assert!(clock.advance_to_next_sleeper());
    assert_eq!(
        (clock.monotonic(), woken.lock().unwrap().clone()),
        (Duration::from_secs(10), vec![10])
    );
    clock.advance(Duration::from_secs(60));
    assert_eq!(*woken.lock().unwrap(), [10, 20, 30]);
    assert!(!clock.advance_to_next_sleeper());
    assert_eq!(block_on(join_all(sleepers)).len(), 3);
}

#[test]
fn a_dropped_sleeper_is_forgotten() {
    let clock = ManualClock::default();
    let mut sleeper = clock.timer().sleep(Duration::from_secs(1));
    assert!(poll_once(&mut sleeper, || ()).is_none());
    assert_eq!(clock.n_sleepers(), 1);
    drop(sleeper);
    assert_eq!(clock.n_sleepers(), 0);
}

#[test]
fn the_timer_of_the_machine_waits_at_least_as_long_as_asked() {
    let started = SystemClock.monotonic();
    let sleepers = [20, 5, 0].map(|n| SystemTimer.sleep(Duration::from_millis(n)));
    block_on(join_all(sleepers.into()));
    assert!(SystemClock.monotonic() - started >= Duration::from_millis(20));
}

#[test]
fn a_sleep_without_end_can_be_dropped() {
    let mut sleepers = [Duration::MAX, Duration::from_secs(3600)].map(|it| SystemTimer.sleep(it));
    for sleeper in &mut sleepers {
        assert!(poll_once(sleeper, || ()).is_none());
    }
}
