//! What happens to real programs.
#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod ends;
mod feeds;
mod notes;
mod prints;
mod starts;
mod support;
mod surroundings;
