//! Finds, reads and renders skills, and keeps their registry.
