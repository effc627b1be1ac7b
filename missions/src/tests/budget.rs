//! Budgets: what is set aside and used never passes a limit, whoever works beside whom.

use std::time::{Duration, SystemTime};

use proptest::prelude::*;

use crate::{Account, Budget, Price, Reservation, Usage};

const START: SystemTime = SystemTime::UNIX_EPOCH;

fn account(budget: Budget) -> Account {
    let price = Price {
        input: 1.0,
        cached: 0.5,
        output: 10.0,
    };
    Account::new(budget, Some(price), START)
}

/// What is said of a budget when so much was used at this second.
#[track_caller]
fn check(budget: Budget, (tokens, calls, second): (u64, u64, u64), expected: Option<&str>) {
    let account = account(budget);
    let now = START + Duration::from_secs(second);
    let spent = account.reserve(0, START).map(|it| {
        it.settle(Usage {
            input_tokens: tokens,
            ..Usage::default()
        });
    });
    spent.expect("nothing was used before");
    for _ in 0..calls {
        account
            .tool_call(START)
            .expect("the tables stay within the limit");
    }
    let errors = [account.reserve(10, now).err(), account.tool_call(now).err()];
    let said = errors.into_iter().flatten().next().map(|it| it.to_string());
    assert_eq!(said.as_deref(), expected);
}

#[test]
fn each_limit_has_its_own_end() {
    let tokens = || Budget {
        tokens: Some(1_000),
        ..Budget::default()
    };
    check(Budget::default(), (9_000, 9, 9_000), None);
    check(tokens(), (900, 0, 0), None);
    check(
        tokens(),
        (950, 0, 0),
        Some("the budget of tokens is used up: 950 of 1000"),
    );
    let calls = || Budget {
        tool_calls: Some(2),
        ..Budget::default()
    };
    check(calls(), (0, 1, 0), None);
    check(
        calls(),
        (0, 2, 0),
        Some("the budget of tool calls is used up: 2 of 2"),
    );
    let time = || Budget {
        wall: Some(Duration::from_secs(60)),
        ..Budget::default()
    };
    check(time(), (0, 0, 59), None);
    check(
        time(),
        (0, 0, 60),
        Some("the budget of time is used up: 60s of 60s"),
    );
    let money = || Budget {
        money: Some(0.01),
        ..Budget::default()
    };
    check(money(), (9_000, 0, 0), None);
    check(
        money(),
        (9_900, 0, 0),
        Some("the budget of money is used up: 0.0099 of 0.0100"),
    );
}

/// What one of those who work side by side does next.
#[derive(Clone, Debug)]
enum Act {
    /// Sets aside for so many tokens of input.
    Reserve(u64),
    /// Ends the reservation of this place with this share of it, in percent.
    Settle(usize, u64),
    /// Drops it.
    Drop(usize),
}

fn acts() -> impl Strategy<Value = Act> {
    prop_oneof![
        3 => (0..2_000u64).prop_map(Act::Reserve),
        2 => (0..8usize, 0..=100u64).prop_map(|(at, share)| Act::Settle(at, share)),
        1 => (0..8usize).prop_map(Act::Drop),
    ]
}

proptest! {
    /// A reply that stays within what was set aside for it never takes the account past its limit,
    /// however those side by side take turns, and what was given back can be used again.
    #[test]
    fn nobody_overruns(acts in prop::collection::vec(acts(), 0..60), limit in 0..20_000u64) {
        let account = account(Budget { tokens: Some(limit), ..Budget::default() });
        let mut open: Vec<(Reservation, u64)> = Vec::new();
        for act in acts {
            match act {
                Act::Reserve(input) => if let Ok(reservation) = account.reserve(input, START) {
                    let output = reservation.max_output.expect("there is a limit");
                    open.push((reservation, input + output));
                },
                Act::Settle(at, share) if at < open.len() => {
                    let (reservation, most) = open.swap_remove(at);
                    reservation.settle(Usage {
                        output_tokens: most * share / 100,
                        ..Usage::default()
                    });
                }
                Act::Drop(at) if at < open.len() => drop(open.swap_remove(at)),
                Act::Settle(..) | Act::Drop(_) => {}
            }
            let reserved: u64 = open.iter().map(|it| it.1).sum();
            prop_assert!(account.used().total() + reserved <= limit);
        }
        open.clear();
        let left = limit - account.used().total();
        prop_assert_eq!(account.reserve(0, START).is_ok(), left >= 64);
    }
}
