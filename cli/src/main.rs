//! The `tackle` binary.
fn main() {}
