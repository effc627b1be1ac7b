//! The three pipes between us and the program.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::recorder::Recorder;
use crate::{Captured, Keep};

/// A pipe, its end for reading first. Neither end is handed on to any program, whoever starts one,
/// and neither takes the place of a standard stream.
pub(crate) fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    #[cfg(not(target_vendor = "apple"))]
    let (reader, writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)?;
    #[cfg(target_vendor = "apple")]
    let (reader, writer) = rustix::pipe::pipe()?;
    Ok((above_stdio(reader)?, above_stdio(writer)?))
}

/// A host that closed one of its standard streams would get its number for a pipe, and the child
/// would overwrite it while it puts its own streams in place.
fn above_stdio(fd: OwnedFd) -> io::Result<OwnedFd> {
    use std::os::fd::AsRawFd;

    #[cfg(target_vendor = "apple")]
    rustix::io::fcntl_setfd(&fd, rustix::io::FdFlags::CLOEXEC)?;
    match fd.as_raw_fd() {
        0..=2 => Ok(rustix::io::fcntl_dupfd_cloexec(&fd, 3)?),
        _ => Ok(fd),
    }
}

/// Feeds the program.
///
/// A program that ends without reading breaks the pipe, and who then writes is sent SIGPIPE, which
/// ends a host that does not ignore it. We hold an end for reading ourselves as long as we write,
/// so the pipe cannot break: no signal is sent, whatever the host did to its signals, and no mask
/// has to be changed around each write. A program that does not read merely leaves the pipe full.
#[derive(Debug)]
pub(crate) struct Feed {
    bytes: Arc<[u8]>,
    written: usize,
    writer: Option<OwnedFd>,
    /// The child's end, which is ours too until everything is written.
    reader: Option<OwnedFd>,
}

impl Feed {
    /// Fills the pipe as far as it goes, so that most programs find all their input and its end
    /// when they start.
    pub(crate) fn new(bytes: &Arc<[u8]>) -> io::Result<Feed> {
        /// The least that an empty pipe takes, also when there are very many pipes.
        const SMALLEST_PIPE: usize = if cfg!(target_os = "linux") { 4096 } else { 512 };
        let (reader, writer) = pipe()?;
        if bytes.len() > SMALLEST_PIPE {
            rustix::io::ioctl_fionbio(&writer, true)?;
        }
        let bytes = Arc::clone(bytes);
        let mut res = Feed {
            bytes,
            written: 0,
            writer: Some(writer),
            reader: Some(reader),
        };
        res.pump();
        Ok(res)
    }

    /// The end for the child.
    pub(crate) fn reader(&self) -> BorrowedFd<'_> {
        self.reader
            .as_ref()
            .expect("kept until `child_has_it`")
            .as_fd()
    }

    /// To be called when the child has its own copy of [`Feed::reader`].
    pub(crate) fn child_has_it(&mut self) {
        if self.writer.is_none() {
            self.reader = None;
        }
    }

    /// Where to wait for room; `None` when everything is written.
    pub(crate) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.writer.as_ref().map(AsFd::as_fd)
    }

    pub(crate) fn on_ready(&mut self, seen: PollFlags) {
        if !seen.is_empty() {
            self.pump();
            self.child_has_it();
        }
    }

    /// Stops feeding: whoever reads gets the end of file.
    pub(crate) fn give_up(&mut self) {
        self.writer = None;
        self.reader = None;
    }

    /// Writes what the pipe takes and closes it behind the last byte.
    fn pump(&mut self) {
        while let (Some(writer), rest @ [_, ..]) = (&self.writer, &self.bytes[self.written..]) {
            match rustix::io::write(writer, rest) {
                Ok(n) => self.written += n,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                // Nothing that a hook should fail for: it did not want its input.
                Err(_) => break,
            }
        }
        self.writer = None;
    }
}

/// Reads one stream of the program to its end.
#[derive(Debug)]
pub(crate) struct Drain {
    reader: Option<OwnedFd>,
    recorder: Recorder,
}

/// Whether a look at a stream brought something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    Nothing,
    Something,
}

/// Most programs print a line or two; the others get a buffer as large as a pipe.
const FIRST_READ: usize = 8 * 1024;
const LARGEST_READ: usize = 64 * 1024;

impl Drain {
    /// The other end is for the child.
    pub(crate) fn new(keep: Keep) -> io::Result<(Drain, OwnedFd)> {
        let (reader, writer) = pipe()?;
        Ok((
            Drain {
                reader: Some(reader),
                recorder: Recorder::new(keep),
            },
            writer,
        ))
    }

    /// Where to wait for more; `None` after the end.
    pub(crate) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.reader.as_ref().map(AsFd::as_fd)
    }

    /// Reads once. The pipe is not set to be non-blocking, which would cost a call: a pipe that
    /// `poll` calls readable never makes its only reader wait.
    pub(crate) fn on_ready(&mut self, seen: PollFlags, buffer: &mut Vec<u8>) -> Heard {
        let Some(reader) = self.reader.as_ref().filter(|_| !seen.is_empty()) else {
            return Heard::Nothing;
        };
        if !seen.contains(PollFlags::IN) {
            self.reader = None;
            return Heard::Nothing;
        }
        if buffer.is_empty() {
            buffer.resize(FIRST_READ, 0);
        }
        let n = match rustix::io::read(reader, &mut **buffer) {
            Ok(n) => n,
            Err(Errno::INTR) => return Heard::Nothing,
            Err(_) => 0,
        };
        self.recorder.record(&buffer[..n]);
        // Without a writer nothing comes after a read that found less than it could take.
        if n == 0 || (seen.contains(PollFlags::HUP) && n < buffer.len()) {
            self.reader = None;
        }
        if n == buffer.len() {
            buffer.resize(LARGEST_READ, 0);
        }
        Heard::Something
    }

    pub(crate) fn finish(self) -> Captured {
        self.recorder.finish()
    }
}

/// Waits until one of `fds` is what is `wanted` of it, or until `pause` is over; what was seen of
/// each. An interrupted wait has seen nothing.
pub(crate) fn wait<const N: usize>(
    fds: [Option<BorrowedFd<'_>>; N],
    wanted: [PollFlags; N],
    pause: Option<Duration>,
) -> io::Result<[PollFlags; N]> {
    let present = fds
        .iter()
        .zip(wanted)
        .filter_map(|(fd, flags)| Some((*fd.as_ref()?, flags)));
    let mut polled: Vec<PollFd<'_>> = present
        .map(|(fd, flags)| PollFd::from_borrowed_fd(fd, flags))
        .collect();
    // A pause that the system cannot count is longer than anybody waits.
    let pause = pause.and_then(|it| Timespec::try_from(it).ok());
    match poll(&mut polled, pause.as_ref()) {
        Ok(_) => {}
        Err(Errno::INTR) => return Ok([PollFlags::empty(); N]),
        Err(error) => return Err(error.into()),
    }
    let mut seen = polled.iter().map(PollFd::revents);
    Ok(fds.map(|fd| fd.and_then(|_| seen.next()).unwrap_or(PollFlags::empty())))
}
