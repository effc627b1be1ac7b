//! What cannot be watched.

use std::time::Duration;

use stdx::Cancel;
use watch::{Heard, Options, Root, Watcher};

#[cfg(unix)]
use crate::scene::{Disk, Scene};

#[test]
fn a_relative_path_is_refused_and_the_others_are_watched() {
    let roots = vec![Root::folder("skills")];
    let mut loaded = Watcher::start(roots, &Options::default(), &Cancel::new());
    let messages: Vec<String> = loaded.problems.iter().map(ToString::to_string).collect();
    let expected = "error[watch/not-absolute]: expected an absolute path to watch, found `skills`";
    assert_eq!(messages, [expected]);
    assert_eq!(loaded.value.next(Duration::ZERO), Heard::Nothing);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_passed_over() {
    let disk = Disk::new();
    disk.put("r/f", "1");
    let socket = std::os::unix::net::UnixListener::bind(disk.path("r/socket"));
    let root = Root::folder(disk.path("r"));
    let mut scene = Scene::new(disk, root);
    assert!(socket.is_ok());
    scene.disk.remove("r/socket");
    scene.disk.put("r/f", "2");
    scene.expect(&["~r/f"]);
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_told_as_they_are() {
    use std::os::unix::ffi::OsStrExt;

    let disk = Disk::new();
    let root = Root::folder(disk.path(""));
    let mut scene = Scene::new(disk, root);
    let name = std::ffi::OsStr::from_bytes(b"\xff\x1b[31m");
    let file = scene.disk.path("").join(name);
    std::fs::File::create(&file).unwrap();
    assert_eq!(scene.next().changes[0].path, file);
}
