//! Hooks beside the work: started, overheard, and ended with the session.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hooks_core::{BackgroundRun, Event, HookRun};
use stdx::{Cancel, Pending, Timer};
use tokio::runtime::Handle;
use tokio::sync::watch;

/// How long they may go on after the session's end.
const GRACE: Duration = Duration::from_secs(10);

/// The runs beside the work.
#[derive(Debug)]
pub(crate) struct Background {
    runtime: Handle,
    timer: Arc<dyn Timer>,
    cancel: Cancel,
    state: Arc<Mutex<State>>,
    n_running: watch::Sender<usize>,
}

#[derive(Debug, Default)]
struct State {
    n_started: usize,
    /// With the number of the start: they are told in this order, whoever ends first.
    ended: Vec<(usize, Event, HookRun)>,
    overheard: Vec<String>,
}

impl Background {
    /// Nothing runs yet.
    pub(crate) fn new(runtime: Handle, timer: Arc<dyn Timer>) -> Background {
        Background {
            runtime,
            timer,
            cancel: Cancel::new(),
            state: Arc::default(),
            n_running: watch::Sender::new(0),
        }
    }

    /// Ends them all.
    pub(crate) fn cancel(&self) -> Cancel {
        self.cancel.clone()
    }

    /// Starts runs of one event.
    pub(crate) fn start(&self, runs: Vec<Pending<'static, BackgroundRun>>, event: &Event) {
        for run in runs {
            let (state, event) = (Arc::clone(&self.state), event.clone());
            let n_running = self.n_running.clone();
            n_running.send_modify(|it| *it += 1);
            let number = next_number(&state);
            self.runtime.spawn(async move {
                let ended = run.await;
                take(&state, (number, event), ended);
                n_running.send_modify(|it| *it -= 1);
            });
        }
    }

    /// What they said for the agent since the last question.
    pub(crate) fn overheard(&self) -> Vec<String> {
        std::mem::take(&mut lock(&self.state).overheard)
    }

    /// Waits for them a little, then ends them; the runs that have ended since the start.
    pub(crate) async fn close(&self) -> Vec<(Event, HookRun)> {
        if !self.quiet_within(GRACE).await {
            self.cancel.cancel("the session has ended");
            // What was cancelled writes its line and goes.
            self.quiet_within(Duration::from_secs(2)).await;
        }
        let mut ended = std::mem::take(&mut lock(&self.state).ended);
        ended.sort_by_key(|it| it.0);
        ended
            .into_iter()
            .map(|(_, event, run)| (event, run))
            .collect()
    }

    async fn quiet_within(&self, time: Duration) -> bool {
        let mut n_running = self.n_running.subscribe();
        let quiet = n_running.wait_for(|it| *it == 0);
        tokio::select! {
            it = quiet => it.is_ok(),
            () = self.timer.sleep(time) => false,
        }
    }
}

fn next_number(state: &Mutex<State>) -> usize {
    let mut state = lock(state);
    state.n_started += 1;
    state.n_started
}

fn take(state: &Mutex<State>, (number, event): (usize, Event), ended: BackgroundRun) {
    let mut state = lock(state);
    state.overheard.extend(ended.contexts);
    state.overheard.extend(ended.wakes);
    state.ended.push((number, event, ended.line));
}

fn lock(state: &Mutex<State>) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
