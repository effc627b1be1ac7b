//! Keeps the start and the end of a stream of any length.

use crate::{Captured, Keep};

/// Takes what is printed, in bounded memory. Nothing is reserved before something is printed.
#[derive(Debug)]
pub(crate) struct Recorder {
    keep: Keep,
    head: Vec<u8>,
    /// The last bytes behind the head: a ring once it is full.
    ring: Vec<u8>,
    /// Where the oldest byte of a full ring is.
    oldest: usize,
    total: u64,
}

impl Recorder {
    pub(crate) fn new(keep: Keep) -> Recorder {
        Recorder {
            keep,
            head: Vec::new(),
            ring: Vec::new(),
            oldest: 0,
            total: 0,
        }
    }

    pub(crate) fn record(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let room = self.keep.head - self.head.len();
        let (head, rest) = bytes.split_at(room.min(bytes.len()));
        self.head.extend_from_slice(head);
        self.record_tail(rest);
    }

    fn record_tail(&mut self, bytes: &[u8]) {
        let bytes = &bytes[bytes.len().saturating_sub(self.keep.tail)..];
        let room = self.keep.tail - self.ring.len();
        let (fresh, over) = bytes.split_at(room.min(bytes.len()));
        self.ring.extend_from_slice(fresh);
        let (until_end, from_start) = over.split_at(over.len().min(self.ring.len() - self.oldest));
        self.ring[self.oldest..][..until_end.len()].copy_from_slice(until_end);
        self.ring[..from_start.len()].copy_from_slice(from_start);
        if !over.is_empty() {
            self.oldest = (self.oldest + over.len()) % self.ring.len();
        }
    }

    pub(crate) fn finish(mut self) -> Captured {
        self.ring.rotate_left(self.oldest);
        Captured {
            head: self.head,
            tail: self.ring,
            total: self.total,
        }
    }
}
