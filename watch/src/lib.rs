//! Folders to change events, debounced.
