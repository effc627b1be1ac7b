//! Makes a wish to stop visible to `poll`.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;

use stdx::{Cancel, CancelGuard};

/// A descriptor that becomes readable when its [`Cancel`] is cancelled, and stays so.
#[derive(Debug)]
pub(crate) struct Alarm {
    readable: Arc<OwnedFd>,
    _guard: CancelGuard,
}

impl Alarm {
    pub(crate) fn new(cancel: &Cancel) -> io::Result<Alarm> {
        let (readable, writable) = bell()?;
        // The callback owns what it writes to: it may run while this is dropped, and the number
        // of a closed descriptor may already be somebody else's.
        let guard = cancel.on_cancel(move || {
            // It can only fail when it was rung already.
            let _ = rustix::io::write(&writable, &1u64.to_ne_bytes());
        });
        Ok(Alarm {
            readable,
            _guard: guard,
        })
    }

    pub(crate) fn fd(&self) -> BorrowedFd<'_> {
        self.readable.as_fd()
    }
}

#[cfg(target_os = "linux")]
fn bell() -> io::Result<(Arc<OwnedFd>, Arc<OwnedFd>)> {
    use rustix::event::{EventfdFlags, eventfd};

    let both = Arc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?);
    Ok((Arc::clone(&both), both))
}

#[cfg(not(target_os = "linux"))]
fn bell() -> io::Result<(Arc<OwnedFd>, Arc<OwnedFd>)> {
    let (readable, writable) = crate::pipes::pipe()?;
    Ok((Arc::new(readable), Arc::new(writable)))
}
