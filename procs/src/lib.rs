//! Starts a program in its own session, feeds it, drains it and ends its whole tree.
