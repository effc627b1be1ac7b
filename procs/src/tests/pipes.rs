use std::os::fd::AsFd;
use std::sync::Arc;

use rustix::event::PollFlags;

use crate::pipes::{Feed, pipe};

#[test]
fn a_small_input_is_written_and_ended_before_the_start() {
    let mut feed = Feed::new(&Arc::from(*b"event")).unwrap();
    assert!(feed.fd().is_none(), "nothing is left to write");
    let child = rustix::io::dup(feed.reader()).unwrap();
    feed.child_has_it();
    let mut buffer = [0; 16];
    assert_eq!(rustix::io::read(&child, &mut buffer), Ok(5));
    assert_eq!(
        rustix::io::read(&child, &mut buffer),
        Ok(0),
        "the end of the input"
    );
}

/// A write to a pipe that nobody can read sends SIGPIPE.
#[test]
fn the_pipe_has_a_reader_as_long_as_there_is_something_to_write() {
    let mut feed = Feed::new(&Arc::from(vec![b'x'; 2_000_000])).unwrap();
    feed.child_has_it();
    for _ in 0..3 {
        feed.on_ready(PollFlags::OUT);
        assert!(feed.fd().is_some(), "a full pipe waits");
        let mut buffer = [0; 4096];
        assert_eq!(rustix::io::read(feed.reader(), &mut buffer), Ok(4096));
    }
    feed.give_up();
    assert!(feed.fd().is_none());
}

#[test]
fn pipes_leave_the_standard_streams_alone() {
    use std::os::fd::AsRawFd;

    let (reader, writer) = pipe().unwrap();
    for end in [&reader, &writer] {
        assert!(end.as_raw_fd() > 2);
        let flags = rustix::io::fcntl_getfd(end.as_fd()).unwrap();
        assert!(flags.contains(rustix::io::FdFlags::CLOEXEC));
    }
}
