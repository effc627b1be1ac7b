//! What is left of a program that ended.

use std::borrow::Cow;
use std::time::Duration;

/// What a program did: raw facts, of which the caller makes sense.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Finished {
    /// How it ended.
    pub ended: Ended,
    /// What it printed to its standard output.
    pub stdout: Captured,
    /// What it printed to its standard error.
    pub stderr: Captured,
    /// The time from before its start until this was known.
    pub took: Duration,
    /// Whether something still held one of the pipes: a child that was left in the background, or
    /// one that escaped the end of its family.
    pub left_running: bool,
}

impl Finished {
    /// What is left of one that was cancelled before it was started.
    pub(crate) fn never_started() -> Finished {
        Finished {
            ended: Ended::Cancelled,
            stdout: Captured::default(),
            stderr: Captured::default(),
            took: Duration::ZERO,
            left_running: false,
        }
    }
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with this code.
    Exit(i32),
    /// By this signal, which we did not send.
    Signal(i32),
    /// Killed with its family when its time was up.
    TimedOut,
    /// Killed with its family, or never started, because the host wished so.
    Cancelled,
}

/// What a program printed to one stream: all of it, or its start, its end and its length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// The first bytes.
    pub head: Vec<u8>,
    /// The last bytes, none of which is in `head`.
    pub tail: Vec<u8>,
    /// How many bytes were printed, kept or not.
    pub total: u64,
}

impl Captured {
    /// Whether everything was kept; then `head` and `tail` follow each other without a gap.
    pub fn is_whole(&self) -> bool {
        self.missing() == 0
    }

    /// How many bytes between `head` and `tail` were not kept.
    pub fn missing(&self) -> u64 {
        self.total - (self.head.len() + self.tail.len()) as u64
    }

    /// All bytes, or `None` if some were not kept.
    pub fn bytes(&self) -> Option<Cow<'_, [u8]>> {
        match (self.is_whole(), self.tail.is_empty()) {
            (false, _) => None,
            (true, true) => Some(Cow::Borrowed(&self.head)),
            (true, false) => Some(Cow::Owned([&*self.head, &*self.tail].concat())),
        }
    }

    /// As text, each byte that is not UTF-8 replaced by U+FFFD. A gap is told on a line of its own
    /// and cuts no character.
    pub fn text(&self) -> String {
        if let Some(bytes) = self.bytes() {
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        let head = String::from_utf8_lossy(without_cut_end(&self.head));
        let tail = String::from_utf8_lossy(without_cut_start(&self.tail));
        format!("{head}\n[{} bytes left out]\n{tail}", self.missing())
    }
}

/// `bytes` without a last character of which only the start is there.
fn without_cut_end(bytes: &[u8]) -> &[u8] {
    const LONGEST: usize = 4;
    let lead = bytes
        .iter()
        .rev()
        .take(LONGEST)
        .position(|it| !is_continuation(*it));
    let Some(from_end) = lead else { return bytes };
    let (before, last) = bytes.split_at(bytes.len() - from_end - 1);
    match std::str::from_utf8(last) {
        Err(error) if error.error_len().is_none() => before,
        _ => bytes,
    }
}

/// `bytes` without the rest of a character that began before.
fn without_cut_start(bytes: &[u8]) -> &[u8] {
    const LONGEST_REST: usize = 3;
    let rest = bytes
        .iter()
        .take(LONGEST_REST)
        .take_while(|it| is_continuation(**it))
        .count();
    &bytes[rest..]
}

fn is_continuation(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}
