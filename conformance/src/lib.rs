//! Reads conformance cases, runs them and compares.
