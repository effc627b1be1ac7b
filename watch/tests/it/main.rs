//! Real folders and what the system reports about them.
//!
//! Files are changed and looked at on one thread, so no look falls into the middle of a step, and
//! what is told can be compared exactly.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails as a test does")]

mod arrival;
mod burst;
mod end;
#[cfg(unix)]
mod links;
mod odd;
mod saving;
mod scene;
