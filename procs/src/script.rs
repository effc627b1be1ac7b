//! What a file that would not start is, as far as its mode and its first line tell.

use std::fs::{self, OpenOptions};
use std::io::Read;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use crate::lookup::may_execute;
use crate::{InterpreterFault, StartError};

/// What `path` lacks to be started from `cwd`; `None` if it looks well.
pub(crate) fn what_is_wrong(path: &Path, cwd: &Path) -> Option<StartError> {
    let file = cwd.join(path);
    let shown = path.to_owned();
    match fs::metadata(&file) {
        Err(_) => Some(StartError::NotFound { program: shown }),
        Ok(it) if it.is_dir() => Some(StartError::Folder { path: shown }),
        Ok(it) if !may_execute(&it) => Some(StartError::NotExecutable { path: shown }),
        Ok(it) if !it.is_file() => None,
        Ok(_) => {
            let shebang = Shebang::parse(&first_bytes(&file))?;
            let fault = shebang.fault(cwd)?;
            let interpreter = shebang.interpreter;
            Some(StartError::BadInterpreter {
                script: shown,
                interpreter,
                fault,
            })
        }
    }
}

/// As many as Linux looks at, too.
fn first_bytes(file: &Path) -> Vec<u8> {
    const N_BYTES: u64 = 256;
    let mut res = Vec::new();
    // Without blocking, should a FIFO have taken the place of the file.
    let opened = OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK)
        .open(file);
    // What cannot be read tells nothing, and the caller has a general answer for that.
    let _ = opened.and_then(|it| it.take(N_BYTES).read_to_end(&mut res));
    res
}

/// The first line of a script.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shebang {
    /// The program that is to run it.
    pub interpreter: String,
    /// How the line ends.
    pub line_end: LineEnd,
}

/// How the first line of a script ends.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum LineEnd {
    LineFeed,
    CarriageReturn,
}

impl Shebang {
    /// `None` for anything that does not start with `#!` and a name.
    pub(crate) fn parse(start: &[u8]) -> Option<Shebang> {
        let body = start.strip_prefix(b"#!")?;
        let line = body.split(|it| *it == b'\n').next()?;
        let (line, line_end) = match line.strip_suffix(b"\r") {
            Some(line) => (line, LineEnd::CarriageReturn),
            None => (line, LineEnd::LineFeed),
        };
        let mut words = line
            .split(|it| matches!(it, b' ' | b'\t'))
            .filter(|it| !it.is_empty());
        let interpreter = String::from_utf8_lossy(words.next()?).into_owned();
        Some(Shebang {
            interpreter,
            line_end,
        })
    }

    fn fault(&self, cwd: &Path) -> Option<InterpreterFault> {
        if self.line_end == LineEnd::CarriageReturn {
            return Some(InterpreterFault::CarriageReturn);
        }
        match fs::metadata(cwd.join(&self.interpreter)) {
            Err(_) => Some(InterpreterFault::Missing),
            Ok(it) if it.is_file() && may_execute(&it) => None,
            Ok(_) => Some(InterpreterFault::NotExecutable),
        }
    }
}
