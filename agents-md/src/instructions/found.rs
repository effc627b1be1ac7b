//! A file to read, and what is said when it is not.

use std::path::PathBuf;

use stdx::fs::FileError;
use stdx::{Place, Problem};

use super::{InstructionSource, MOST_IMPORT_HOPS};

/// A file to read, and what named it.
pub(super) struct Found {
    pub(super) file: PathBuf,
    pub(super) source: InstructionSource,
    pub(super) mention: Option<Named>,
}

/// The `@path` by which a file was named.
pub(super) struct Named {
    pub(super) by: PathBuf,
    pub(super) place: Place,
    pub(super) path: String,
    pub(super) is_plainly_a_path: bool,
}

/// At the `@path` that named the file, else at the file itself.
pub(super) fn placed(problem: Problem, found: &Found) -> Problem {
    match &found.mention {
        Some(named) => problem.in_file(&named.by).at(named.place),
        None => problem.in_file(&found.file),
    }
}

fn word(found: &Found) -> String {
    match &found.mention {
        Some(named) => format!("`@{}`", named.path),
        None => format!("`{}`", found.file.display()),
    }
}

pub(super) fn outside(found: &Found) -> Problem {
    let message = format!(
        "{} leads out of the repository and is not read",
        word(found)
    );
    let hint = "import it from a personal file, or copy it into the repository";
    placed(
        Problem::error("instructions/import-outside", message).with_hint(hint),
        found,
    )
}

/// Files that are looked for need not be there, and not each `@` names one.
pub(super) fn missing(found: &Found) -> Option<Problem> {
    let named = found.mention.as_ref()?;
    let message = format!("`@{}` names no file", named.path);
    let hint = "if it is meant as text, put it in backticks";
    let problem = Problem::note("instructions/import-missing", message).with_hint(hint);
    named.is_plainly_a_path.then(|| placed(problem, found))
}

pub(super) fn cycle(found: &Found) -> Problem {
    let message = format!(
        "{} imports itself in a circle, it is read once",
        word(found)
    );
    placed(
        Problem::warning("instructions/import-cycle", message),
        found,
    )
}

pub(super) fn too_deep(found: &Found) -> Problem {
    let message = format!(
        "{} is more than {MOST_IMPORT_HOPS} imports away and is not read",
        word(found)
    );
    let hint = "import it from a file nearer to the first";
    placed(
        Problem::error("instructions/import-depth", message).with_hint(hint),
        found,
    )
}

pub(super) fn unreadable(found: &Found, error: &FileError) -> Problem {
    placed(
        Problem::error("instructions/unreadable", error.with_cause()),
        found,
    )
}

pub(super) fn not_utf8(found: &Found, offset: usize) -> Problem {
    let message = format!("{} is not UTF-8 at byte {offset}", word(found));
    placed(Problem::error("instructions/not-utf8", message), found)
}
