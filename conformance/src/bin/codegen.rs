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
    let put =
        |path: &str, text: &str| write_atomic(&folder.join(path), text.as_bytes(), Access::Keep);
    put("conformance/STATUS.md", &status()?)?;
    for (name, schema) in cli::schemas() {
        put(&format!("schemas/{name}.json"), &format!("{schema:#}\n"))?;
    }
    for (name, page) in cli::reference() {
        put(&format!("docs/reference/{name}.md"), &page)?;
    }
    Ok(())
}

fn status() -> Result<String, CaseError> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let requirements = Requirements::load(&package.join("requirements.toml"))?;
    let suite = Suite::load(&package.join("cases"), &requirements)?;
    Ok(status_page(&suite, &requirements))
}

fn say(message: &str) -> ExitCode {
    // Nobody is left to hear that nobody listens.
    let _ = writeln!(std::io::stderr(), "error: {message}");
    ExitCode::FAILURE
}
