//! Decides whether a tool call or a command is allowed.
