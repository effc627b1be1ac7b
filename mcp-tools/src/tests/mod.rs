//! Tables for what is decided without a server.
