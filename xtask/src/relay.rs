//! Shows what a program prints while somebody reads along.

use std::io::{BufRead, BufReader, PipeReader};
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::failure::Failure;

/// How long to listen to a silent pipe before asking whether the program has ended.
const PATIENCE: Duration = Duration::from_millis(200);

/// Which of a program's two streams are read along. What is not read goes straight through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Streams {
    /// Standard output alone.
    Out,
    /// Both, through one pipe, so that their order is kept.
    Both,
}

/// Runs a command and hands each line it prints to `see`.
///
/// Does not wait for the end of the pipe but for the end of the program: a process which a test
/// left behind may hold the pipe open for ever.
pub(crate) fn run(
    mut command: Command,
    streams: Streams,
    mut see: impl FnMut(&str),
) -> Result<ExitStatus, Failure> {
    let called = format!("{command:?}");
    let broken = |error: std::io::Error| Failure::new(format!("`{called}` did not start: {error}"));
    let (reader, writer) = std::io::pipe().map_err(broken)?;
    if streams == Streams::Both {
        command.stderr(writer.try_clone().map_err(broken)?);
    }
    command.stdout(writer);
    let child = command.spawn().map_err(broken)?;
    // The command holds our ends of the pipe, and the reader would wait for them.
    drop(command);
    follow(child, &lines(reader), &mut see).map_err(broken)
}

/// Reads lines in a thread of their own; broken UTF-8 is shown as far as it goes.
fn lines(reader: PipeReader) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(reader).split(b'\n').map_while(Result::ok) {
            if sender
                .send(String::from_utf8_lossy(&line).into_owned())
                .is_err()
            {
                return;
            }
        }
    });
    receiver
}

fn follow(
    mut child: Child,
    lines: &Receiver<String>,
    see: &mut impl FnMut(&str),
) -> std::io::Result<ExitStatus> {
    let mut ended = None;
    loop {
        match (lines.recv_timeout(PATIENCE), ended) {
            (Ok(line), _) => see(&line),
            (Err(RecvTimeoutError::Disconnected), _) => return child.wait(),
            (Err(RecvTimeoutError::Timeout), Some(status)) => return Ok(status),
            (Err(RecvTimeoutError::Timeout), None) => ended = child.try_wait()?,
        }
    }
}
