//! Cuts what a server sends into events.

use std::mem;

/// How long one line, one event or one document may be, in bytes.
pub(crate) const MAX_FRAME: usize = 8 * 1024 * 1024;

/// How events follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Server-sent events. Only their data counts: on all wires it says itself what it is.
    Events,
    /// A JSON value on each line.
    Lines,
    /// The whole answer is one.
    Document,
}

/// A frame is longer than [`MAX_FRAME`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

/// What has come and is not an event yet.
///
/// Cutting happens at line ends, on bytes, so a letter that is split between two pieces is whole
/// again before it is decoded.
#[derive(Debug)]
pub(crate) struct Frames {
    framing: Framing,
    pending: Vec<u8>,
    /// How much of `pending` is known to have no line end.
    n_scanned: usize,
    /// The data lines of the event that has begun.
    data: Option<String>,
}

impl Frames {
    pub(crate) fn new(framing: Framing) -> Frames {
        Frames {
            framing,
            pending: Vec::new(),
            n_scanned: 0,
            data: None,
        }
    }

    pub(crate) fn framing(&self) -> Framing {
        self.framing
    }

    /// The events that are whole with this piece.
    pub(crate) fn push(&mut self, piece: &[u8]) -> Result<Vec<String>, TooLong> {
        self.pending.extend_from_slice(piece);
        let mut events = Vec::new();
        if self.framing != Framing::Document {
            while let Some(line) = self.take_line() {
                events.extend(self.line(&line));
            }
        }
        let n_data = self.data.as_ref().map_or(0, String::len);
        match self.pending.len() + n_data > MAX_FRAME {
            true => Err(TooLong),
            false => Ok(events),
        }
    }

    /// What is left at the end: an event whose last line end is missing, or half an event.
    pub(crate) fn end(mut self) -> Option<String> {
        let rest = mem::take(&mut self.pending);
        let rest = String::from_utf8_lossy(&rest);
        match self.framing {
            Framing::Document => Some(rest.into_owned()),
            Framing::Lines => self.line(&rest),
            Framing::Events => {
                let whole = self.line(rest.trim_end_matches('\r'));
                whole.or(self.data)
            }
        }
    }

    fn take_line(&mut self) -> Option<String> {
        let unscanned = &self.pending[self.n_scanned..];
        let Some(end) = unscanned.iter().position(|it| *it == b'\n') else {
            self.n_scanned = self.pending.len();
            return None;
        };
        let rest = self.pending.split_off(self.n_scanned + end + 1);
        let line = mem::replace(&mut self.pending, rest);
        self.n_scanned = 0;
        let line = String::from_utf8_lossy(&line);
        Some(line.trim_end_matches(['\r', '\n']).to_owned())
    }

    /// The event that ends with this line.
    fn line(&mut self, line: &str) -> Option<String> {
        match self.framing {
            Framing::Lines => (!line.trim().is_empty()).then(|| line.to_owned()),
            Framing::Events if line.is_empty() => self.data.take(),
            Framing::Events => {
                let data = line.strip_prefix("data:")?;
                let data = data.strip_prefix(' ').unwrap_or(data);
                match &mut self.data {
                    Some(lines) => {
                        lines.push('\n');
                        lines.push_str(data);
                    }
                    None => self.data = Some(data.to_owned()),
                }
                None
            }
            Framing::Document => None,
        }
    }
}
