//! The engine as a whole, on scripted answers.

mod backends;
mod engine;
mod matcher;
mod places;
mod properties;
mod scripted;
mod stdout;
mod trust;
