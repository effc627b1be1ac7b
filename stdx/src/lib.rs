//! Holds what every crate here needs of the world, without a word of any domain.
//!
//! A loader returns a [`Loaded`] value: what it could read, and a [`Problem`] for everything it
//! could not. Time comes from a [`Clock`] and waiting from a [`Timer`]; in tests both are moved by
//! hand through one [`ManualClock`]. A [`Cancel`] says "stop" to everything that was started for
//! one purpose. [`fs`] reads files which may be anything and writes them so that a crash tears
//! nothing; [`text`] cuts and cleans what strangers wrote, and guesses
//! which word they meant.
//!
//! Does not start processes, see `procs`; does not print; has no async runtime: a port that waits
//! returns a [`Pending`], and [`block_on`] is enough to drive it.
//!
//! # Example
//!
//! ```
//! use std::time::Duration;
//! use stdx::{Cancel, Clock, Loaded, ManualClock, Place, Problem};
//!
//! let clock = ManualClock::default();
//! clock.advance(Duration::from_millis(1500));
//! assert_eq!(stdx::rfc3339(clock.now()), "1970-01-01T00:00:01.500Z");
//!
//! let unknown = Problem::warning("hooks/unknown-event", "no event is called `Stopp`")
//!     .at(Place { line: 4, column: 9 });
//! let loaded = Loaded::from(7).with(unknown);
//! assert_eq!(loaded.problems[0].to_string(), "warning[hooks/unknown-event]: no event is called `Stopp`");
//!
//! let all = Cancel::new();
//! let one = all.child();
//! all.cancel("the person pressed Ctrl-C");
//! assert_eq!(one.reason().as_deref(), Some("the person pressed Ctrl-C"));
//! ```
//!
//! # Limitations
//!
//! The thread behind [`SystemTimer`] is never joined; it sleeps while nobody waits.
//! [`fs::write_atomic`] keeps the mode of a file it replaces, not its owner, its extended
//! attributes or its hard links. The Windows half was never built there.

mod cancel;
mod clock;
mod digest;
pub mod fs;
mod loaded;
mod pending;
mod port_error;
mod problem;
mod rfc3339;
pub mod text;
mod timer;

pub use cancel::{Cancel, CancelGuard, Cancelled};
pub use clock::{Clock, ManualClock, SystemClock};
pub use digest::sha256_hex;
pub use loaded::Loaded;
pub use pending::{Pending, block_on, join_all};
pub use port_error::PortError;
pub use problem::{Place, Problem, Severity};
pub use rfc3339::rfc3339;
pub use timer::{ManualTimer, SystemTimer, Timer};

#[cfg(test)]
mod tests;
