//! JSON text as a tree whose every value knows its place.
