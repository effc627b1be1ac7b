//! What a mission may use, reserved before it is spent, so that helpers side by side never overrun it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use crate::message::Usage;

/// The limits; `None` is no limit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Budget {
    /// Tokens of all model calls, helpers and judges included.
    pub tokens: Option<u64>,
    /// Money, in the currency of the prices, where the model's price is known.
    pub money: Option<f64>,
    /// Tool calls, those of helpers included.
    pub tool_calls: Option<u64>,
    /// Time since the mission got its turn.
    pub wall: Option<Duration>,
}

/// What a million tokens cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Price {
    /// Of input.
    pub input: f64,
    /// Of input that came from a cache.
    pub cached: f64,
    /// Of output.
    pub output: f64,
}

/// The account of one mission; clones share it.
#[derive(Clone, Debug)]
pub struct Account {
    budget: Budget,
    price: Option<Price>,
    started: SystemTime,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    used: Usage,
    reserved_tokens: u64,
    reserved_money: f64,
    money: f64,
    tool_calls: u64,
}

/// Why nothing more may be spent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the budget of {what} is used up: {used} of {limit}")]
pub struct Exhausted {
    /// What of: `tokens`, `money`, `tool calls`, `time`.
    pub what: &'static str,
    /// How much was used, or would be.
    pub used: String,
    /// The limit.
    pub limit: String,
}

/// Tokens set aside for one model call. Dropping it gives them back.
#[derive(Debug)]
#[must_use]
pub struct Reservation {
    account: Account,
    tokens: u64,
    money: f64,
    /// The most tokens that the reply may have, so that it stays within what was set aside.
    pub max_output: Option<u64>,
}

/// The fewest tokens that a reply is asked for; with less left, the budget is used up.
const SMALLEST_REPLY: u64 = 64;

impl Account {
    /// An account that nothing was taken from.
    pub fn new(budget: Budget, price: Option<Price>, started: SystemTime) -> Account {
        Account {
            budget,
            price,
            started,
            state: Arc::default(),
        }
    }

    /// The same account where another model with another price works.
    #[must_use]
    pub fn at_price(&self, price: Option<Price>) -> Account {
        Account {
            price,
            ..self.clone()
        }
    }

    /// Sets tokens aside for a request of about `input` tokens. With a limit, the reply is capped at
    /// what is left.
    ///
    /// # Errors
    /// What is left is not enough for a reply.
    pub fn reserve(&self, input: u64, now: SystemTime) -> Result<Reservation, Exhausted> {
        self.in_time(now)?;
        let mut state = self.lock();
        let by_tokens = self.output_by_tokens(&state, input)?;
        let by_money = self.output_by_money(&state, input)?;
        let max_output = [by_tokens, by_money].into_iter().flatten().min();
        let tokens = input + max_output.unwrap_or(0);
        let money = self.money(Usage {
            input_tokens: input,
            output_tokens: max_output.unwrap_or(0),
            cached_tokens: 0,
        });
        state.reserved_tokens += tokens;
        state.reserved_money += money;
        drop(state);
        Ok(Reservation {
            account: self.clone(),
            tokens,
            money,
            max_output,
        })
    }

    fn output_by_tokens(&self, state: &State, input: u64) -> Result<Option<u64>, Exhausted> {
        let Some(limit) = self.budget.tokens else {
            return Ok(None);
        };
        let spoken_for = state.used.total() + state.reserved_tokens + input;
        match limit.checked_sub(spoken_for) {
            // A fair share, so that helpers side by side are not starved by the first.
            Some(left) if left >= SMALLEST_REPLY => Ok(Some(left.min(share(left)))),
            _ => Err(Exhausted {
                what: "tokens",
                used: (state.used.total()).to_string(),
                limit: limit.to_string(),
            }),
        }
    }

    fn output_by_money(&self, state: &State, input: u64) -> Result<Option<u64>, Exhausted> {
        let (Some(limit), Some(price)) = (self.budget.money, self.price) else {
            return Ok(None);
        };
        let ahead = self.money(Usage {
            input_tokens: input,
            ..Usage::default()
        });
        let left = limit - state.money - state.reserved_money - ahead;
        let tokens = if price.output > 0.0 {
            left * 1e6 / price.output
        } else {
            f64::from(u32::MAX)
        };
        if left < 0.0 || tokens < 64.0 {
            return Err(Exhausted {
                what: "money",
                used: format!("{:.4}", state.money),
                limit: format!("{limit:.4}"),
            });
        }
        // A cast of a float saturates, and the value is positive.
        let tokens = tokens as u64;
        Ok(Some(share(tokens)))
    }

    /// Counts a tool call.
    ///
    /// # Errors
    /// It would be one too many, or the time is up.
    pub fn tool_call(&self, now: SystemTime) -> Result<(), Exhausted> {
        self.in_time(now)?;
        let mut state = self.lock();
        match self.budget.tool_calls {
            Some(limit) if state.tool_calls >= limit => Err(Exhausted {
                what: "tool calls",
                used: state.tool_calls.to_string(),
                limit: limit.to_string(),
            }),
            _ => {
                state.tool_calls += 1;
                Ok(())
            }
        }
    }

    fn in_time(&self, now: SystemTime) -> Result<(), Exhausted> {
        let Some(limit) = self.budget.wall else {
            return Ok(());
        };
        let used = now.duration_since(self.started).unwrap_or_default();
        if used < limit {
            return Ok(());
        }
        Err(Exhausted {
            what: "time",
            used: format!("{}s", used.as_secs()),
            limit: format!("{}s", limit.as_secs()),
        })
    }

    /// How much time is left; `None` without a limit.
    pub fn time_left(&self, now: SystemTime) -> Option<Duration> {
        let used = now.duration_since(self.started).unwrap_or_default();
        self.budget.wall.map(|it| it.saturating_sub(used))
    }

    /// What was used so far.
    pub fn used(&self) -> Usage {
        self.lock().used
    }

    /// How many tool calls were made so far.
    pub fn tool_calls(&self) -> u64 {
        self.lock().tool_calls
    }

    /// What it has cost so far; `None` where no price is known.
    pub fn cost(&self) -> Option<f64> {
        self.price.map(|_| self.lock().money)
    }

    fn money(&self, usage: Usage) -> f64 {
        let Some(price) = self.price else {
            return 0.0;
        };
        let of = |tokens: u64, price: f64| tokens as f64 * price / 1e6;
        of(usage.input_tokens, price.input)
            + of(usage.cached_tokens, price.cached)
            + of(usage.output_tokens, price.output)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one reply may take of what is left: all of a little, half of much.
fn share(left: u64) -> u64 {
    if left <= 4096 {
        left
    } else {
        (left / 2).max(4096)
    }
}

impl Reservation {
    /// Ends it with what was really used.
    pub fn settle(self, usage: Usage) {
        let money = self.account.money(usage);
        let mut state = self.account.lock();
        state.used = state.used.plus(usage);
        state.money += money;
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut state = self.account.lock();
        state.reserved_tokens -= self.tokens;
        state.reserved_money -= self.money;
    }
}

/// About how many tokens a text of this many bytes has: a little more than models count for prose and
/// code, so that a reservation rather is too large.
pub fn about_tokens(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(3)
}
