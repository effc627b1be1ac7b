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
