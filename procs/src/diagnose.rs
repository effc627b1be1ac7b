//! Tells apart what `posix_spawn` reports with the same few numbers.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use crate::script::what_is_wrong;
use crate::starting::Prepared;
use crate::{Spec, StartError};

/// What the failure was, after a look at the files. "No such file" may be the working folder, the
/// program or the interpreter of a script.
pub(crate) fn diagnose(error: io::Error, prepared: &Prepared<'_>) -> StartError {
    let Prepared { spec, path, image } = prepared;
    let program = PathBuf::from(&spec.program);
    match Errno::from_io_error(&error) {
        Some(Errno::TOOBIG) => StartError::TooLong {
            program,
            bytes: image.args.n_bytes() + image.env.n_bytes(),
        },
        Some(Errno::NOENT | Errno::NOTDIR | Errno::ACCESS | Errno::NOEXEC | Errno::LOOP) => {
            missing_or_refused(error, spec, path)
        }
        _ => StartError::Other {
            program,
            source: error,
        },
    }
}

fn missing_or_refused(error: io::Error, spec: &Spec, path: &Path) -> StartError {
    if !can_enter(&spec.cwd) {
        return StartError::CwdGone {
            path: spec.cwd.clone(),
        };
    }
    if let Some(wrong) = what_is_wrong(path, &spec.cwd) {
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
