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
        let events = match self.framing {
            Framing::Document => Vec::new(),
            Framing::Events | Framing::Lines => self.take_events(),
        };
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

    fn take_events(&mut self) -> Vec<String> {
        let mut pending = mem::take(&mut self.pending);
        let mut events = Vec::new();
        let mut start = 0;
        let mut scanned = self.n_scanned;
        while let Some(length) = pending[scanned..].iter().position(|it| *it == b'\n') {
            let end = scanned + length;
            let line = String::from_utf8_lossy(&pending[start..end]);
            events.extend(self.line(line.trim_end_matches('\r')));
            start = end + 1;
            scanned = start;
        }
        pending.drain(..start);
        self.n_scanned = pending.len();
        self.pending = pending;
        events
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
