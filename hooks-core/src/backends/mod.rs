//! The three backends that ask somebody: a skill, a model, an agent. Each stands over a narrow struct
//! of ports, so that nothing here knows of models or agent loops [NEO-29].

use std::time::{Duration, Instant};

use std::future::poll_fn;
use std::task::Poll;

use stdx::{Cancel, Pending, Timer};

mod agent;
mod prompt;
mod skill;

pub use agent::AgentBackend;
pub use prompt::PromptBackend;
pub use skill::SkillBackend;

/// How work under a limit came out.
enum Limited<T> {
    Done(T),
    TimedOut,
    Cancelled,
}

/// The limits of one run.
struct Limits<'a> {
    timer: &'a dyn Timer,
    timeout: Duration,
    cancel: &'a Cancel,
}

/// Awaits work no longer than its timeout, and leaves it to the caller to drop. The timer is dropped in every case [NEO-19].
async fn within<T>(limits: Limits<'_>, work: &mut Pending<'_, T>) -> Limited<T> {
    let mut timer = limits.timer.sleep(limits.timeout);
    let mut cancelled = Box::pin(limits.cancel.cancelled());
    poll_fn(|cx| {
        if let Poll::Ready(value) = work.as_mut().poll(cx) {
            return Poll::Ready(Limited::Done(value));
        }
        if cancelled.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Limited::Cancelled);
        }
        timer.as_mut().poll(cx).map(|()| Limited::TimedOut)
    })
    .await
}

/// What a hook that asks a model takes from the wall clock; for lists only, never for a decision.
#[expect(
    clippy::disallowed_methods,
    reason = "the time of a run is shown and decides nothing"
)]
fn now() -> Instant {
    Instant::now()
}
