//! Stands in for hook scripts: answers as its script says and writes down what it saw.
//!
//! It is found under a stub's name and reads `NAME.d` beside that name. It needs no variable, since
//! some dialects clean the environment.

#![expect(
    clippy::disallowed_methods,
    reason = "a helper that is looked at from outside: it must not depend on what is tested"
)]

use std::env;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The exit code of a call that nobody was prepared for.
const UNSCRIPTED: u8 = 97;
/// The exit code of one that waited in vain.
const GAVE_UP: u8 = 3;
/// For how long another stub is waited for.
const PATIENCE: Duration = Duration::from_secs(3);

fn main() -> ExitCode {
    match answer() {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            let _nobody_to_tell = writeln!(io::stderr(), "fakehook: {error}");
            ExitCode::from(UNSCRIPTED)
        }
    }
}

fn answer() -> io::Result<u8> {
    let (stubs, name) = find()?;
    let folder = stubs.join(format!("{name}.d"));
    let number = claim(&folder.join("calls"))?;
    let Some(script) = script(&folder, number)? else {
        File::create(folder.join("unscripted"))?;
        return Ok(UNSCRIPTED);
    };
    let call = folder.join("calls").join(number.to_string());
    note_surroundings(&call)?;
    if !script.lines.lines().any(|it| it == "deaf") {
        hear(&call)?;
    }
    let mut code = 0;
    for line in script.lines.lines() {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("wait", other) if !is_started(&stubs, other) => {
                writeln!(io::stderr(), "gave up waiting for {other}")?;
                return Ok(GAVE_UP);
            }
            ("exit", number) => code = number.parse::<i32>().unwrap_or(0).to_le_bytes()[0],
            (ending @ ("signal" | "hang"), number) => {
                script.speak()?;
                return end(ending, number);
            }
            _ => {}
        }
    }
    script.speak()?;
    Ok(code)
}

/// The folder of the stubs, and which of them this is.
fn find() -> io::Result<(PathBuf, String)> {
    let called = PathBuf::from(env::args_os().next().unwrap_or_default());
    let name = called
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let has_script = |folder: &Path| folder.join(format!("{name}.d")).is_dir();
    if let Some(folder) = called.parent().filter(|it| has_script(it)) {
        return Ok((folder.to_owned(), name));
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path).find(|it| has_script(it));
    found
        .map(|it| (it, name))
        .ok_or_else(|| io::Error::other("no script stands beside it"))
}

/// Takes the next number: who makes the file first has it.
fn claim(calls: &Path) -> io::Result<usize> {
    for number in 0.. {
        match File::create_new(calls.join(number.to_string())) {
            Ok(_) => return Ok(number),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    unreachable!("numbers do not end")
}

struct Script {
    lines: String,
    /// The path of the script without its last part.
    base: PathBuf,
}

fn script(folder: &Path, number: usize) -> io::Result<Option<Script>> {
    for name in [number.to_string(), "all".to_owned()] {
        let base = folder.join(name);
        match fs::read_to_string(base.with_extension("script")) {
            Ok(lines) => return Ok(Some(Script { lines, base })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

impl Script {
    /// Prints; that nobody listens is no fault.
    fn speak(&self) -> io::Result<()> {
        let _closed = io::stdout().write_all(&fs::read(self.base.with_extension("stdout"))?);
        let _closed = io::stdout().flush();
        let _closed = io::stderr().write_all(&fs::read(self.base.with_extension("stderr"))?);
        Ok(())
    }
}

fn note_surroundings(call: &Path) -> io::Result<()> {
    let mut env = Vec::new();
    for (name, value) in env::vars_os() {
        env.extend_from_slice(name.as_encoded_bytes());
        env.push(b'=');
        env.extend_from_slice(value.as_encoded_bytes());
        env.push(0);
    }
    let mut args = Vec::new();
    for arg in env::args_os().skip(1) {
        args.extend_from_slice(arg.as_encoded_bytes());
        args.push(0);
    }
    let mut cwd = env::current_dir()?.into_os_string().into_encoded_bytes();
    cwd.push(0);
    fs::write(call.with_extension("env"), env)?;
    fs::write(call.with_extension("args"), args)?;
    fs::write(call.with_extension("cwd"), cwd)
}

/// Reads standard input to its end.
fn hear(call: &Path) -> io::Result<()> {
    let mut stdin = Vec::new();
    io::stdin().read_to_end(&mut stdin)?;
    fs::write(call.with_extension("stdin"), stdin)
}

/// Whether another stub was started, or is within our patience.
fn is_started(stubs: &Path, other: &str) -> bool {
    let mark = stubs.join(format!("{other}.d/calls/0"));
    let begin = Instant::now();
    while !mark.exists() {
        if begin.elapsed() > PATIENCE {
            return false;
        }
        sleep(Duration::from_millis(2));
    }
    true
}

/// Ends by a signal, or not at all.
///
/// The shell that started this one goes first: it would only report the death as an exit code, and
/// what dies by the signal is the hook.
fn end(ending: &str, number: &str) -> io::Result<u8> {
    if ending == "signal" {
        let line = format!("kill -{number} {} {}", shell_above(), std::process::id());
        Command::new("/bin/sh").arg("-c").arg(line).status()?;
    }
    // Nobody ever writes: only a signal ends this.
    let (mut reader, _writer) = io::pipe()?;
    reader.read_exact(&mut [0])?;
    Ok(UNSCRIPTED)
}

/// The process above, if it is the shell of a command line.
fn shell_above() -> String {
    #[cfg(unix)]
    let parent = std::os::unix::process::parent_id().to_string();
    #[cfg(not(unix))]
    let parent = String::new();
    let name = fs::read_to_string(format!("/proc/{parent}/comm")).unwrap_or_default();
    match ["sh", "dash", "bash"].contains(&name.trim()) {
        true => parent,
        false => String::new(),
    }
}
