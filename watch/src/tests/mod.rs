//! What is thought about events, without any.

mod debounce;
mod last_good;
mod problems;
mod root;
mod routes;
mod shared;
mod snapshot;
mod trail;
