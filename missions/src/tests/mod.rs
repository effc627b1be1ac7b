//! Features of missions, by tables.
