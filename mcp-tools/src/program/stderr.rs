//! What a program said last on its standard error.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::io::AsyncReadExt;
use tokio::process::ChildStderr;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Bytes that are kept.
const KEPT: usize = 4 * 1024;

/// Lines that are shown.
const SHOWN: usize = 5;

/// The last bytes of a standard error, which is read until its end.
#[derive(Debug)]
pub(crate) struct Tail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    ended: watch::Receiver<bool>,
    reading: JoinHandle<()>,
}

impl Tail {
    pub(crate) fn of(pipe: ChildStderr) -> Tail {
        let kept = Arc::default();
        let (end, ended) = watch::channel(false);
        let reading = tokio::spawn(read(pipe, Arc::clone(&kept), end));
        Tail {
            kept,
            ended,
            reading,
        }
    }

    /// Ready once nobody holds the other end any more.
    pub(crate) async fn ended(&self) {
        let mut ended = self.ended.clone();
        // The reader is gone when this fails, so there is nothing to wait for either way.
        let _ = ended.wait_for(|it| *it).await;
    }

    /// The last lines, as one that a person can read.
    pub(crate) fn lines(&self) -> String {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(kept.make_contiguous()).into_owned();
        let lines: Vec<&str> = text.lines().filter(|it| !it.trim().is_empty()).collect();
        let from = lines.len().saturating_sub(SHOWN);
        crate::error::quoted(&lines[from..].join("\n"))
    }
}

/// Somebody who left the group may hold the pipe for ever.
impl Drop for Tail {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

async fn read(mut pipe: ChildStderr, kept: Arc<Mutex<VecDeque<u8>>>, end: watch::Sender<bool>) {
    let mut piece = [0; 1024];
    while let Ok(n @ 1..) = pipe.read(&mut piece).await {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&piece[..n]);
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }
    let _ = end.send(true);
}
