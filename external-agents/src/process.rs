//! A program that is spoken with line by line, and goes with everything it started.

use std::ffi::OsString;
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// The longest line that is read; no message of a sane agent is as long.
const LONGEST: usize = 32 << 20;
/// How long the end of a program is waited for that hears or says nothing any more.
const PATIENCE: Duration = Duration::from_millis(500);
/// Characters of its error output that are kept, the last ones.
const KEPT: usize = 2_000;

/// What is started, and where.
#[derive(Clone, Debug)]
pub(crate) struct Start<'a> {
    pub(crate) program: &'a str,
    pub(crate) args: &'a [String],
    pub(crate) env: &'a [(OsString, OsString)],
    pub(crate) cwd: &'a Path,
}

/// A running program. Dropping it ends its whole process group.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    stderr: Arc<Mutex<String>>,
    /// Reads the error output to its end.
    reader: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts it. Must be called within a runtime of tokio.
    pub(crate) fn start(start: &Start<'_>) -> Result<Process, String> {
        let mut command = Command::new(start.program);
        command
            .args(start.args)
            .env_clear()
            .envs(start.env.iter().map(|(name, value)| (name, value)))
            .current_dir(start.cwd)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command
            .spawn()
            .map_err(|it| not_started(start.program, &it))?;
        let missing = || format!("`{}` has no streams", start.program);
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let pipe = child.stderr.take().ok_or_else(missing)?;
        let stderr = Arc::new(Mutex::new(String::new()));
        let reader = tokio::spawn(keep_end(pipe, Arc::clone(&stderr)));
        Ok(Process {
            reader: Some(reader),
            stdin: child.stdin.take(),
            stdout: BufReader::new(stdout),
            stderr,
            child,
        })
    }

    /// Sends a line.
    pub(crate) async fn send(&mut self, line: &str) -> Result<(), String> {
        let Some(stdin) = &mut self.stdin else {
            return Err("its input is closed".to_owned());
        };
        let text = format!("{line}\n");
        let sent = match stdin.write_all(text.as_bytes()).await {
            Ok(()) => stdin.flush().await,
            Err(error) => Err(error),
        };
        sent.map_err(|it| stdx::fs::cause(&it))
    }

    /// Sends what is left and closes its input.
    pub(crate) async fn finish_input(&mut self, text: &str) -> Result<(), String> {
        if !text.is_empty() {
            self.send(text).await?;
        }
        self.stdin.take();
        Ok(())
    }

    /// The next line; `None` at its end.
    pub(crate) async fn line(&mut self) -> Result<Option<String>, String> {
        let mut line = Vec::new();
        loop {
            let piece = self.stdout.fill_buf().await;
            let piece = piece.map_err(|it| stdx::fs::cause(&it))?;
            if piece.is_empty() {
                return Ok((!line.is_empty()).then(|| text(&line)));
            }
            let end = piece.iter().position(|it| *it == b'\n');
            line.extend_from_slice(&piece[..end.unwrap_or(piece.len())]);
            let used = end.map_or(piece.len(), |it| it + 1);
            self.stdout.consume(used);
            if line.len() > LONGEST {
                return Err(format!("it wrote a line of more than {LONGEST} bytes"));
            }
            if end.is_some() {
                return Ok(Some(text(&line)));
            }
        }
    }

    /// How it ended and what it complained about last, for a message.
    pub(crate) async fn ended(&mut self) -> String {
        let status = match timeout(PATIENCE, self.child.wait()).await {
            Ok(Ok(status)) => format!("it ended with {status}"),
            Ok(Err(error)) => stdx::fs::cause(&error),
            Err(_) => "it hears nothing any more".to_owned(),
        };
        if let Some(reader) = self.reader.take() {
            // Whoever inherited the pipe may hold it for ever.
            let _ = timeout(PATIENCE, reader).await;
        }
        let said = self.complaint();
        match said.is_empty() {
            true => status,
            false => format!("{status}: {said}"),
        }
    }

    /// The end of its error output.
    pub(crate) fn complaint(&self) -> String {
        let said = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        stdx::text::printable(said.trim()).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(pid) = self.child.id()
            && let Some(group) = i32::try_from(pid)
                .ok()
                .and_then(rustix::process::Pid::from_raw)
        {
            // Who is gone already need not be ended.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

async fn keep_end(mut pipe: ChildStderr, kept: Arc<Mutex<String>>) {
    let mut piece = [0; 4096];
    while let Ok(n) = pipe.read(&mut piece).await {
        if n == 0 {
            return;
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_str(&text(&piece[..n]));
        let surplus = kept.len().saturating_sub(KEPT);
        let from = kept.ceil_char_boundary(surplus);
        kept.drain(..from);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn not_started(program: &str, error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => format!("there is no program `{program}`"),
        _ => format!("`{program}` cannot be started: {}", stdx::fs::cause(error)),
    }
}
