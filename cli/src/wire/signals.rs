//! Ctrl-C and the wish to end, tied to cancellation.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use stdx::Cancel;

/// Cancels everything at the first signal. Called before the first hook starts: a thread that waits
/// for signals costs nothing to a command that starts none.
pub(crate) fn tie(cancel: &Cancel) {
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else {
        return;
    };
    let cancel = cancel.clone();
    let wait = move || {
        if signals.forever().next().is_some() {
            cancel.cancel("interrupted");
        }
    };
    // Without the thread Ctrl-C ends us at once, as it would by default.
    drop(
        std::thread::Builder::new()
            .name("signals".to_owned())
            .spawn(wait),
    );
}

/// Cancels at the first signal and ends the program at the second, for work that takes its time to end
/// in good order. What still runs is killed first.
pub(crate) fn tie_twice(context: &crate::context::Context) -> Option<()> {
    context.world.on_start?;
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).ok()?;
    let cancel = context.world.cancel.clone();
    let wait = move || {
        for signal in signals.forever() {
            if cancel.is_cancelled() {
                crate::wire::descendants::kill_all();
                // Nothing holds this back: it is what the signal does by default.
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
            cancel.cancel("interrupted");
        }
    };
    let thread = std::thread::Builder::new().name("signals".to_owned());
    thread.spawn(wait).ok().map(drop)
}
