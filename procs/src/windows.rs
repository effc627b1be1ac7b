//! Windows, as far as the standard library goes.
//!
//! Checked by the compiler for `x86_64-pc-windows-gnu`; never built or run there. There are no
//! sessions and no scripts with a `#!` line; `taskkill /T` ends the tree by parents, which misses
//! whoever lost its parent. A job object would do better, and waits for somebody who can test it.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use stdx::{Cancel, Clock, SystemClock, SystemTimer, Timer};

use crate::recorder::Recorder;
use crate::{Captured, Ended, Finished, Keep, Spec, StartError};

/// Runs `spec` to its end. Blocks this thread, and takes three others.
///
/// # Errors
///
/// [`StartError`] when the program never ran. Whatever it does once it runs is a [`Finished`].
pub fn run(spec: &Spec, cancel: &Cancel) -> Result<Finished, StartError> {
    if cancel.is_cancelled() {
        return Ok(Finished::never_started());
    }
    let started = SystemClock.monotonic();
    let mut child = command(spec)
        .spawn()
        .map_err(|error| explain(error, spec))?;
    feed(&mut child, &spec.stdin);
    let stdout = child
        .stdout
        .take()
        .map(|it| Drain::start(it, spec.limits.stdout));
    let stderr = child
        .stderr
        .take()
        .map(|it| Drain::start(it, spec.limits.stderr));
    let ended = watch(&mut child, spec, cancel).map_err(|error| explain(error, spec))?;
    let drains = [stdout, stderr].map(|it| it.expect("both are piped"));
    wait_until(spec.grace, || drains.iter().all(Drain::has_ended));
    let left_running = !drains.iter().all(Drain::has_ended);
    let [stdout, stderr] = drains.map(Drain::finish);
    let took = SystemClock.monotonic().saturating_sub(started);
    Ok(Finished {
        ended,
        stdout,
        stderr,
        took,
        left_running,
    })
}

/// What a shell meant by 126 and 127, which shells here do not say.
pub fn shell_note(_spec: &Spec, _finished: &Finished) -> Option<StartError> {
    None
}

#[expect(
    clippy::disallowed_methods,
    reason = "this crate is the door for programs"
)]
fn command(spec: &Spec) -> Command {
    let mut command = Command::new(&spec.program);
    let env = spec.env.iter().map(|(name, value)| (name, value));
    command
        .args(&spec.args)
        .env_clear()
        .envs(env)
        .current_dir(&spec.cwd);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn explain(source: io::Error, spec: &Spec) -> StartError {
    let program = PathBuf::from(&spec.program);
    match source.kind() {
        _ if !spec.cwd.is_dir() => StartError::CwdGone {
            path: spec.cwd.clone(),
        },
        io::ErrorKind::NotFound => StartError::NotFound { program },
        io::ErrorKind::PermissionDenied => StartError::NotExecutable { path: program },
        _ => StartError::Other { program, source },
    }
}

fn feed(child: &mut Child, bytes: &Arc<[u8]>) {
    let (stdin, bytes) = (child.stdin.take(), Arc::clone(bytes));
    thread::spawn(move || {
        // Whether the program reads is its own affair.
        let _ = stdin.expect("it is piped").write_all(&bytes);
    });
}

fn watch(child: &mut Child, spec: &Spec, cancel: &Cancel) -> io::Result<Ended> {
    let deadline = SystemClock.monotonic().checked_add(spec.timeout);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(ended(status));
        }
        let why = match deadline.is_some_and(|it| SystemClock.monotonic() >= it) {
            _ if cancel.is_cancelled() => Ended::Cancelled,
            true => Ended::TimedOut,
            false => {
                pause();
                continue;
            }
        };
        kill_tree(child);
        return Ok(why);
    }
}

fn ended(status: ExitStatus) -> Ended {
    Ended::Exit(status.code().unwrap_or_default())
}

#[expect(
    clippy::disallowed_methods,
    reason = "this crate is the door for programs"
)]
fn kill_tree(child: &mut Child) {
    let mut killer = Command::new("taskkill");
    killer.args(["/T", "/F", "/PID", &child.id().to_string()]);
    // Where this is missing, the program itself goes at least.
    let _ = killer
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let _ = child.kill();
    let _ = child.wait();
}

fn pause() {
    stdx::block_on(SystemTimer.sleep(Duration::from_millis(5)));
}

fn wait_until(at_most: Duration, done: impl Fn() -> bool) {
    let deadline = SystemClock.monotonic().saturating_add(at_most);
    while !done() && SystemClock.monotonic() < deadline {
        pause();
    }
}

/// A thread that reads one stream.
struct Drain {
    recorder: Arc<Mutex<Recorder>>,
    keep: Keep,
    thread: JoinHandle<()>,
}

impl Drain {
    fn start(mut stream: impl Read + Send + 'static, keep: Keep) -> Drain {
        let recorder = Arc::new(Mutex::new(Recorder::new(keep)));
        let shared = Arc::clone(&recorder);
        let thread = thread::spawn(move || {
            let mut buffer = vec![0; 64 * 1024];
            while let Ok(n @ 1..) = stream.read(&mut buffer) {
                shared
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .record(&buffer[..n]);
            }
        });
        Drain {
            recorder,
            keep,
            thread,
        }
    }

    fn has_ended(&self) -> bool {
        self.thread.is_finished()
    }

    /// What was read so far. A thread that still reads goes on for nobody.
    fn finish(self) -> Captured {
        let mut recorder = self.recorder.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *recorder, Recorder::new(self.keep)).finish()
    }
}
