//! What answers in place of programs, servers, models and skills, and what it was asked.

mod asked;
mod book;
mod http;
mod installed;
mod script;
mod scripted;
mod server;

pub(crate) use asked::{Log, backends};
pub(crate) use book::{Book, Call};
pub(crate) use installed::Installed;
pub(crate) use script::{Answer, Ending, Script};
pub(crate) use scripted::{Impatient, Shared, lock};
pub(crate) use server::Server;
