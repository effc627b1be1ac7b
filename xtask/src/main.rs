//! Runs the chores of this workspace: `cargo xtask ci|conformance|codegen|bench|tidy`.
//!
//! A chore is one module with one `run`; what it decides is a pure function beside it, tested by a
//! table. A [`Failure`] says what went wrong and how to repeat it.
//! Our own crates are started as programs and never imported, so this one compiles in seconds.
//!
//! Does not know what a hook is: cases are read and judged by the crate `conformance`, reference
//! pages are written by its binary `codegen`, and each bench measures itself.
//!
//! # Limitations
//!
//! Plain `cargo test` tells times by test program, not by test, so `ci` lists slow programs.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a chore reads the clock, starts programs and prints; no product code is in here"
)]

mod bench;
mod ci;
mod codegen;
mod conformance;
mod failure;
mod project;
mod relay;
mod tidy;

#[cfg(test)]
mod tests;

use std::process::ExitCode;

use failure::Failure;

const USAGE: &str = "\
usage: cargo xtask CHORE

  ci                            everything that must be green, in order
  conformance [FILTER…] [FLAG…] the cases, in process and through the binary
  conformance corpus DIR [--facts FILE] [--json]
                                a tree of public files against what is known of them
  codegen [--check]             schemas, reference pages and conformance/STATUS.md
  bench [--json] [--long]       the speed we promise, as ratios
  tidy                          layers, sizes, headers, words

flags of conformance: --dialect D, --req ID, --via lib|cli|cmd:PROGRAM, --bless [--all],
--list, --json, --mutants, --cases DIR";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match dispatch(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            failure.exit_code()
        }
    }
}

fn dispatch(words: &[&str]) -> Result<(), Failure> {
    match words {
        [] | ["-h" | "--help" | "help"] => {
            println!("{USAGE}");
            Ok(())
        }
        ["ci"] => ci::run(),
        ["conformance", flags @ ..] => conformance::run(flags),
        ["codegen"] => codegen::run(codegen::Mode::Write),
        ["codegen", "--check"] => codegen::run(codegen::Mode::Check),
        ["bench", flags @ ..] => bench::run(flags),
        ["tidy"] => tidy::run(),
        _ => Err(Failure::usage(format!(
            "no chore is called `{}`\n\n{USAGE}",
            words.join(" ")
        ))),
    }
}
