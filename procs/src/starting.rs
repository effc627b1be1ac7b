//! From a description to a running child.

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
use crate::running::Running;
use crate::spawn::{Image, spawn};
use crate::strings::{NulInside, Strings};
use crate::{Spec, StartError};

/// What a start needs to know.
#[derive(Debug)]
pub(crate) struct Starting<'a> {
    pub spec: &'a Spec,
    pub cancel: &'a Cancel,
    pub alarm: &'a Alarm,
    /// On the monotonic clock; `None` is never.
    pub deadline: Option<Duration>,
}

impl<'a> Starting<'a> {
    /// `None` if it was cancelled first.
    pub(crate) fn start(self) -> Result<Option<Running<'a>>, StartError> {
        let spec = self.spec;
        let path = lookup::find(&spec.program, spec.variable("PATH"), &spec.cwd)?;
        let image = image(spec, &path)?;
        let other = |source| StartError::Other {
            program: PathBuf::from(&spec.program),
            source,
        };
        let ends = Ends::new(spec).map_err(other)?;
        match self.spawn_when_idle(&image, &ends) {
            Ok(None) => Ok(None),
            Ok(Some(leader)) => Ok(Some(self.running(leader, ends))),
            Err(error) => Err(diagnose(error, &path, (spec, &image))),
        }
    }

    /// A file that was just written may still be open for writing in a child that another thread
    /// is starting, for the moment until that child becomes its program [hr-06]. So it is tried
    /// again, for a quarter of a second in all.
    fn spawn_when_idle(&self, image: &Image, ends: &Ends) -> io::Result<Option<Leader>> {
        const PAUSES_MS: [u64; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
        let mut pauses = PAUSES_MS.iter().map(|it| Duration::from_millis(*it));
        while !self.cancel.is_cancelled() {
            let [stdout, stderr] = &ends.writers;
            match spawn(image, [ends.feed.reader(), stdout.as_fd(), stderr.as_fd()]) {
                Ok(pid) => return Ok(Some(Leader::new(pid))),
                Err(error) if Errno::from_io_error(&error) == Some(Errno::TXTBSY) => {
                    let pause = pauses.next().ok_or(error)?;
                    wait([Some(self.alarm.fd())], [PollFlags::IN], Some(pause))?;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    fn running(&self, leader: Leader, ends: Ends) -> Running<'a> {
        let Ends {
            mut feed,
            streams,
            writers,
        } = ends;
        // The child has its copies. While we held ours, no stream would ever end.
        drop(writers);
        feed.child_has_it();
        let (alarm, deadline, grace) = (self.alarm, self.deadline, self.spec.grace);
        Running {
            leader,
            feed,
            streams,
            alarm,
            deadline,
            grace,
            buffer: Vec::new(),
        }
    }
}

/// Both ends of the three pipes.
#[derive(Debug)]
struct Ends {
    feed: Feed,
    streams: [Drain; 2],
    writers: [OwnedFd; 2],
}

impl Ends {
    fn new(spec: &Spec) -> io::Result<Ends> {
        let feed = Feed::new(&spec.stdin)?;
        let (stdout, stdout_writer) = Drain::new(spec.limits.stdout)?;
        let (stderr, stderr_writer) = Drain::new(spec.limits.stderr)?;
        Ok(Ends {
            feed,
            streams: [stdout, stderr],
            writers: [stdout_writer, stderr_writer],
        })
    }
}

fn image(spec: &Spec, path: &Path) -> Result<Image, StartError> {
    let nul = |what| {
        let program = PathBuf::from(&spec.program);
        move |NulInside| StartError::Nul { program, what }
    };
    let mut image = Image {
        paths: Strings::default(),
        args: Strings::default(),
        env: Strings::default(),
    };
    for path in [path, &spec.cwd] {
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
    Ok(image)
}
