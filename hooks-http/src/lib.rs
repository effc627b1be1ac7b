//! Runs hooks that are URLs.
