//! From a description to a running child.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::event::PollFlags;
use rustix::io::Errno;
use stdx::Cancel;

use crate::alarm::Alarm;
use crate::diagnose::diagnose;
use crate::leader::Leader;
use crate::lookup;
use crate::pipes::{Drain, Feed, wait};
use crate::running::{Running, Times};
use crate::spawn::{Image, spawn};
use crate::strings::NulInside;
use crate::{Spec, StartError};

/// Where a start got to.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "it is moved twice, which costs less than a box"
)]
pub(crate) enum Begun {
    /// The child runs.
    Running(Running),
    /// It was cancelled before there was a child.
    Cancelled,
    /// This file is open for writing.
    Busy(PathBuf),
}

/// What to do about a busy file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Patience {
    /// To wait a little and try again. A file that was just written may still be open for writing
    /// in a child that another thread starts, until that child becomes its program [hr-06].
    TriesAgain,
    /// To say so.
    None,
}

impl Patience {
    /// A quarter of a second in all.
    fn pauses(self) -> impl Iterator<Item = Duration> {
        const PAUSES_MS: [u64; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
        let pauses = match self {
            Patience::TriesAgain => &PAUSES_MS[..],
            Patience::None => &[],
        };
        pauses.iter().copied().map(Duration::from_millis)
    }
}

/// Starts the child of `spec`.
pub(crate) fn begin(spec: &Spec, cancel: &Cancel, patience: Patience) -> Result<Begun, StartError> {
    let times = Times::from_now(spec);
    let other = |source| StartError::Other {
        program: PathBuf::from(&spec.program),
        source,
    };
    let prepared = Prepared::new(spec)?;
    let ends = Ends::new(spec, cancel).map_err(other)?;
    let mut pauses = patience.pauses();
    while !cancel.is_cancelled() {
        match ends.spawn(&prepared.image) {
            Ok(leader) => return Ok(Begun::Running(ends.running(leader, times))),
            Err(error) if Errno::from_io_error(&error) == Some(Errno::TXTBSY) => {
                let Some(pause) = pauses.next() else {
                    return Ok(Begun::Busy(prepared.path.into_owned()));
                };
                wait([Some(ends.alarm.fd())], [PollFlags::IN], Some(pause)).map_err(other)?;
            }
            Err(error) => return Err(diagnose(error, &prepared)),
        }
    }
    Ok(Begun::Cancelled)
}

/// A description in the words of the system.
#[derive(Debug)]
pub(crate) struct Prepared<'a> {
    pub spec: &'a Spec,
    /// Where the program is.
    pub path: Cow<'a, Path>,
    pub image: Image,
}

impl<'a> Prepared<'a> {
    fn new(spec: &'a Spec) -> Result<Prepared<'a>, StartError> {
        let path = lookup::find(&spec.program, spec.variable("PATH"), &spec.cwd)?;
        let nul = |what| {
            let program = PathBuf::from(&spec.program);
            move |NulInside| StartError::Nul { program, what }
        };
        let mut image = Image::default();
        for path in [&*path, &spec.cwd] {
            image
                .paths
                .push(&[path.as_os_str()])
                .map_err(nul("a path"))?;
        }
        for arg in [&spec.program].into_iter().chain(&spec.args) {
            image.args.push(&[arg]).map_err(nul("an argument"))?;
        }
        for (name, value) in &spec.env {
            image
                .env
                .push(&[name, OsStr::new("="), value])
                .map_err(nul("a variable"))?;
        }
        Ok(Prepared { spec, path, image })
    }
}

/// Both ends of the three pipes, and the alarm.
#[derive(Debug)]
struct Ends {
    alarm: Alarm,
    feed: Feed,
    streams: [Drain; 2],
    writers: [OwnedFd; 2],
}

impl Ends {
    fn new(spec: &Spec, cancel: &Cancel) -> io::Result<Ends> {
        let alarm = Alarm::new(cancel)?;
        let feed = Feed::new(&spec.stdin)?;
        let (stdout, stdout_writer) = Drain::new(spec.limits.stdout)?;
        let (stderr, stderr_writer) = Drain::new(spec.limits.stderr)?;
        let (streams, writers) = ([stdout, stderr], [stdout_writer, stderr_writer]);
        Ok(Ends {
            alarm,
            feed,
            streams,
            writers,
        })
    }

    fn spawn(&self, image: &Image) -> io::Result<Leader> {
        let [stdout, stderr] = &self.writers;
        spawn(image, [self.feed.reader(), stdout.as_fd(), stderr.as_fd()]).map(Leader::new)
    }

    fn running(self, leader: Leader, times: Times) -> Running {
        let Ends {
            alarm,
            mut feed,
            streams,
            writers,
        } = self;
        // The child has its copies. While we held ours, no stream would ever end.
        drop(writers);
        feed.child_has_it();
        Running {
            leader,
            feed,
            streams,
            alarm,
            times,
            buffer: Vec::new(),
        }
    }
}
