//! Some lines of a file that may be of any size.

use std::io::{self, BufRead, Read};

/// Which lines are wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// The first line, counted from 1.
    pub(super) first: u64,
    /// How many at most.
    pub(super) n_lines: u64,
    /// How many bytes at most; a line on which they end is left out, but for the first.
    pub(super) n_bytes: usize,
}

/// The lines that were found.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) bytes: Vec<u8>,
    /// How many lines `bytes` holds.
    pub(super) n_lines: u64,
    /// How many lines the file has.
    pub(super) n_all: Total,
    /// Whether a line was longer than everything that may be shown.
    pub(super) cut: Cut,
}

/// How long a file is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Total {
    /// This many lines.
    Lines(u64),
    /// More than were counted: the rest of a large file is not read.
    #[default]
    Unknown,
}

/// Whether the only line shown is cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Cut {
    #[default]
    No,
    Yes,
}

/// Bytes after the window that are read to count lines.
const COUNTED: u64 = 64 << 20;

/// The wanted lines of `reader`.
pub(super) fn window(reader: &mut dyn BufRead, wanted: Wanted) -> io::Result<Window> {
    let mut res = Window::default();
    let mut n_seen = skip(reader, wanted.first - 1)?;
    while n_seen >= wanted.first - 1 && res.n_lines < wanted.n_lines {
        let mut line = Vec::new();
        let room = wanted.n_bytes as u64 + 1;
        reader.take(room).read_until(b'\n', &mut line)?;
        n_seen += u64::from(!line.is_empty());
        if line.is_empty() {
            break;
        }
        if res.bytes.len() + line.len() > wanted.n_bytes {
            if !line.ends_with(b"\n") {
                // The rest of this line counts for nothing.
                skip(reader, 1)?;
            }
            res.cut_with(line, wanted.n_bytes);
            break;
        }
        res.bytes.append(&mut line);
        res.n_lines += 1;
    }
    res.n_all = count_rest(reader, n_seen)?;
    Ok(res)
}

impl Window {
    /// Ends with a line for which there is no room: it is left out, unless it is the only one.
    fn cut_with(&mut self, mut line: Vec<u8>, n_bytes: usize) {
        if self.n_lines == 0 {
            line.truncate(n_bytes);
            self.bytes = line;
            self.n_lines = 1;
            self.cut = Cut::Yes;
        }
    }
}

/// Skips lines, and tells how many there were. One that is never ended counts.
fn skip(reader: &mut dyn BufRead, n_lines: u64) -> io::Result<u64> {
    let (mut n_skipped, mut is_inside) = (0, false);
    while n_skipped < n_lines {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(n_skipped + u64::from(is_inside));
        }
        let end = buffer.iter().position(|it| *it == b'\n');
        let n_bytes = end.map_or(buffer.len(), |it| it + 1);
        n_skipped += u64::from(end.is_some());
        is_inside = end.is_none();
        reader.consume(n_bytes);
    }
    Ok(n_skipped)
}

fn count_rest(reader: &mut dyn BufRead, n_seen: u64) -> io::Result<Total> {
    let (mut n_lines, mut n_bytes, mut is_inside) = (n_seen, 0, false);
    loop {
        let buffer = reader.fill_buf()?;
        let Some(last) = buffer.last() else {
            return Ok(Total::Lines(n_lines + u64::from(is_inside)));
        };
        is_inside = *last != b'\n';
        n_lines += buffer.iter().filter(|it| **it == b'\n').count() as u64;
        n_bytes += buffer.len() as u64;
        let n_used = buffer.len();
        reader.consume(n_used);
        if n_bytes > COUNTED {
            return Ok(Total::Unknown);
        }
    }
}
