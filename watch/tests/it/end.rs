//! How watching ends.

use std::thread;
use std::time::Duration;

use watch::{Heard, Root};

use crate::scene::{Disk, Scene};

#[test]
fn a_wait_without_end_ends_when_somebody_cancels() {
    let disk = Disk::new();
    let root = Root::folder(disk.path(""));
    let mut scene = Scene::new(disk, root);
    let cancel = scene.cancel.clone();
    let waiting = thread::spawn(move || scene.watcher.next(Duration::MAX));
    cancel.cancel("the session ends");
    let heard = waiting.join().unwrap();
    assert_eq!(heard, Heard::Cancelled("the session ends".to_owned()));
}
