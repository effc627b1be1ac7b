//! The reference pages, made from what the program itself goes by.

mod commands;
mod dialects;
mod environment;
mod page;
#[cfg(test)]
mod tests;
mod told;

/// Every page by the name of its file below `docs/reference`.
pub fn reference() -> Vec<(&'static str, String)> {
    vec![
        ("cli", commands::page()),
        ("dialects", dialects::page()),
        ("environment", environment::page()),
    ]
}
