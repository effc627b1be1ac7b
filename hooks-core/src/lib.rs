//! Decides what the hooks of an agent say about an event.
