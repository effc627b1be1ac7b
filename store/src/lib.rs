//! Keeps sessions, missions, the queue and hook runs in one SQLite file.
