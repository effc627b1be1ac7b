//! What the suite itself promises: read, compare, and catch what proves nothing.

mod compare;
mod corpus;
mod form;
mod run;
mod suite;
