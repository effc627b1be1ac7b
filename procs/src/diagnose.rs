//! Tells apart what `posix_spawn` reports with the same few numbers.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use crate::script::what_is_wrong;
use crate::spawn::Image;
use crate::{Spec, StartError};

/// What the failure to start `path` was, after a look at the files. "No such file" may be the
/// working folder, the program or the interpreter of a script.
pub(crate) fn diagnose(
    error: io::Error,
    path: &Path,
    (spec, image): (&Spec, &Image),
) -> StartError {
    let program = PathBuf::from(&spec.program);
    match Errno::from_io_error(&error) {
        Some(Errno::TXTBSY) => StartError::Busy {
            path: path.to_owned(),
        },
        Some(Errno::TOOBIG) => {
            let bytes = image.args.n_bytes() + image.env.n_bytes();
            StartError::TooLong { program, bytes }
        }
        Some(Errno::NOENT | Errno::NOTDIR | Errno::ACCESS | Errno::NOEXEC | Errno::LOOP) => {
            missing_or_refused(error, path, spec)
        }
        _ => StartError::Other {
            program,
            source: error,
        },
    }
}

fn missing_or_refused(error: io::Error, path: &Path, spec: &Spec) -> StartError {
    if !can_enter(&spec.cwd) {
        return StartError::CwdGone {
            path: spec.cwd.clone(),
        };
    }
    if let Some(wrong) = what_is_wrong(path, &spec.cwd, path) {
        return wrong;
    }
    match Errno::from_io_error(&error) {
        Some(Errno::NOEXEC) => StartError::NoFormat {
            path: path.to_owned(),
        },
        _ => StartError::Other {
            program: PathBuf::from(&spec.program),
            source: error,
        },
    }
}

fn can_enter(folder: &Path) -> bool {
    let is_folder = fs::metadata(folder).is_ok_and(|it| it.is_dir());
    is_folder && rustix::fs::access(folder, rustix::fs::Access::EXEC_OK).is_ok()
}
