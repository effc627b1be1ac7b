//! Runs missions on agents of others.
