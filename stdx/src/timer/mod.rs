//! Waiting for a while without holding a thread.

mod manual;
mod system;

use std::fmt::Debug;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub(crate) use manual::ManualTime;
pub use manual::ManualTimer;
pub use system::SystemTimer;

use crate::Pending;

/// Waits. Asked by whatever has a time-out or a back-off, from any thread and any executor.
pub trait Timer: Debug + Send + Sync {
    /// A future that is ready `how_long` after this call. Dropping it forgets the appointment.
    fn sleep(&self, how_long: Duration) -> Pending<'static, ()>;
}

/// Locks, and does not mind that another thread panicked: the states here are whole after every
/// statement.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
