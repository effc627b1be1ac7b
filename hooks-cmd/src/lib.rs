//! Runs hooks that are commands.
