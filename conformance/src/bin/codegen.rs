//! Writes the generated files below a folder: `codegen DIR`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use conformance::{CaseError, Requirements, Suite, status_page};
use stdx::fs::{Access, write_atomic};

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        return say("usage: codegen DIR");
    };
    match write(&folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => say(&error.to_string()),
    }
}

fn write(folder: &Path) -> Result<(), CaseError> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let requirements = Requirements::load(&package.join("requirements.toml"))?;
    let suite = Suite::load(&package.join("cases"), &requirements)?;
    let page = status_page(&suite, &requirements);
    let path = folder.join("conformance/STATUS.md");
    Ok(write_atomic(&path, page.as_bytes(), Access::Keep)?)
}

fn say(message: &str) -> ExitCode {
    // Nobody is left to hear that nobody listens.
    let _ = writeln!(std::io::stderr(), "error: {message}");
    ExitCode::FAILURE
}
