//! Reads conformance cases, runs them and compares what happens with what is expected.
//!
//! A [`Suite`] is the folder of all cases. It yields a [`Trial`] for each case and dialect, which a
//! [`Driver`] runs: the library in this process, the binary, or any other program. The result is a
//! [`Verdict`]. [`Requirements`] are the promises that cases name. The format of a case is described
//! in `README.md`. [`corpus`] holds files that nobody here wrote against a list of what is known of them.
//!
//! Does not decide what is right: that is written in the cases.
//!
//! # Example
//!
//! ```
//! use std::path::Path;
//! use conformance::{Requirements, Suite};
//!
//! let package = Path::new(env!("CARGO_MANIFEST_DIR"));
//! let requirements = Requirements::load(&package.join("requirements.toml"))?;
//! let suite = Suite::load(&package.join("cases"), &requirements)?;
//! assert!(requirements.knows("N-HOOK-41"));
//! assert!(!suite.trials().is_empty());
//! # Ok::<(), conformance::CaseError>(())
//! ```
//!
//! # Limitations
//!
//! - Of a program that is called several times for one event in a parallel dialect, the calls stand
//!   in the order of their start, which may differ from run to run if their input differs.
//! - A file above 64 KiB that is rewritten in place within one tick of the clock, to the same length,
//!   does not count as changed.

mod case;
mod corpus;
mod coverage;
mod dates;
mod diff;
mod drive;
mod error;
mod facts;
mod harness;
mod mission;
mod normal;
mod pool;
mod requirements;
mod stage;
mod status;
mod stubs;
mod suite;
mod tally;
mod transcript;
mod words;

pub use corpus::corpus;
pub use drive::Driver;
pub use error::CaseError;
pub use harness::{Surroundings, harness};
pub use requirements::{Kind, Requirement, Requirements, State};
pub use status::status_page;
pub use suite::{Fault, Suite, Trial, Verdict};

#[cfg(test)]
mod tests;
