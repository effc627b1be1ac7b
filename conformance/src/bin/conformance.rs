//! Runs the conformance cases, or with `corpus DIR` reads a tree of files; see `README.md` beside this package's sources.

#![expect(
    clippy::disallowed_methods,
    reason = "the front door of a tool: it reads its surroundings once"
)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use conformance::{Surroundings, corpus, harness};

fn main() -> ExitCode {
    let mut args: Vec<_> = std::env::args_os().skip(1).collect();
    if args.first().is_some_and(|it| it == "corpus") {
        let words = args.split_off(1);
        return ExitCode::from(corpus(words, &mut std::io::stdout().lock()));
    }
    let surroundings = Surroundings {
        args,
        tackle: std::env::var_os("TACKLE_BIN").map(PathBuf::from),
        fakehook: fakehook(),
        is_build_machine: std::env::var_os("CI").is_some(),
        package: Path::new(env!("CARGO_MANIFEST_DIR")),
    };
    ExitCode::from(harness(surroundings, &mut std::io::stdout().lock()))
}

/// As `FAKEHOOK_BIN` says, else beside this program.
fn fakehook() -> PathBuf {
    let given = std::env::var_os("FAKEHOOK_BIN").map(PathBuf::from);
    let beside = || {
        std::env::current_exe()
            .unwrap_or_default()
            .with_file_name("fakehook")
    };
    given.unwrap_or_else(beside)
}
