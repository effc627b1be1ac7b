//! Lets the built-in agent work on files, search, and run commands.
