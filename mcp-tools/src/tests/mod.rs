//! Tables for what is decided without a server.

mod config;
mod names;
