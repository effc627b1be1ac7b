use std::fs::{self, File};
use std::path::Path;

use tempfile::TempDir;

use crate::fs::{Access, FileError, Limit, NotAFile, append_line, read, write_atomic};

const LIMIT: Limit = Limit::bytes(10);

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn put(path: &Path, bytes: &[u8]) {
    write_atomic(path, bytes, Access::Keep).unwrap();
}

fn content(path: &Path) -> String {
    String::from_utf8(read(path, Limit::mebibytes(1)).unwrap()).unwrap()
}

/// What a failure says, with the folder taken out.
fn shown(result: Result<Vec<u8>, FileError>, folder: &Path) -> String {
    let error = result.unwrap_err();
    assert!(error.path().starts_with(folder) || error.path().starts_with("/dev"));
    error.to_string().replace(&*folder.to_string_lossy(), "DIR")
}

#[test]
fn only_files_within_the_limit_are_read() {
    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    put(&at("fits"), b"0123456789");
    put(&at("large"), b"0123456789a");
    assert_eq!(read(&at("fits"), LIMIT).unwrap(), b"0123456789");
    assert_eq!(
        shown(read(&at("large"), LIMIT), dir.path()),
        "`DIR/large` has at least 11 bytes, at most 10 are read"
    );
    assert_eq!(
        shown(read(dir.path(), LIMIT), dir.path()),
        "expected a file at `DIR`, found a folder"
    );
    let missing = read(&at("gone"), LIMIT).unwrap_err();
    assert!(missing.is_missing());
    assert_eq!(shown(Err(missing), dir.path()), "could not read `DIR/gone`");
    assert!(read(&at("fits/below"), LIMIT).unwrap_err().is_missing());
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_is_refused_without_waiting() {
    use std::os::unix::net::UnixListener;

    use rustix::fs::{CWD, Mode, mkfifoat};

    #[track_caller]
    fn check(path: &Path, expected: NotAFile) {
        let found = |error| match error {
            FileError::NotAFile { what, .. } => Some(what),
            _ => None,
        };
        assert_eq!(read(path, LIMIT).map_err(found), Err(Some(expected)));
        let appended = append_line(path, b"x", Access::Keep).map_err(found);
        assert_eq!(appended, Err(Some(expected)));
        assert_eq!(
            write_atomic(path, b"x", Access::Keep).map_err(found),
            Err(Some(expected))
        );
    }

    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    mkfifoat(CWD, at("fifo"), Mode::RUSR | Mode::WUSR).unwrap();
    let _listener = UnixListener::bind(at("socket")).unwrap();
    check(&at("fifo"), NotAFile::Pipe);
    check(&at("socket"), NotAFile::Socket);
    check(Path::new("/dev/zero"), NotAFile::Device);
    check(dir.path(), NotAFile::Folder);
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_hides_its_size_is_limited_too() {
    let status = read(Path::new("/proc/self/status"), LIMIT).unwrap_err();
    assert!(
        matches!(
            status,
            FileError::TooLarge {
                limit: 10,
                found: 11,
                ..
            }
        ),
        "{status:?}"
    );
}

#[test]
fn a_write_makes_its_folders_and_leaves_nothing_else() {
    let dir = folder();
    let file = dir.path().join("a/b/file");
    put(&file, b"old");
    put(&file, b"new");
    assert_eq!(content(&file), "new");
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn modes_are_kept_or_made_narrow() {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    let dir = folder();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    let script = dir.path().join("script");
    put(&script, b"1");
    assert_eq!(
        mode(&script) & 0o600,
        0o600,
        "readable and writable for its owner"
    );
    fs::set_permissions(&script, Permissions::from_mode(0o751)).unwrap();
    put(&script, b"2");
    assert_eq!(mode(&script), 0o751);
    write_atomic(&script, b"3", Access::OwnerOnly).unwrap();
    assert_eq!(mode(&script), 0o600);

    let log = dir.path().join("home/log");
    append_line(&log, b"1", Access::OwnerOnly).unwrap();
    assert_eq!((mode(&log), mode(log.parent().unwrap())), (0o600, 0o700));
    fs::set_permissions(&log, Permissions::from_mode(0o644)).unwrap();
    append_line(&log, b"2", Access::OwnerOnly).unwrap();
    assert_eq!(mode(&log), 0o600);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    use std::os::unix::fs::symlink;

    let dir = folder();
    let at = |name: &str| dir.path().join(name);
    fs::create_dir(at("real")).unwrap();
    symlink("real/file", at("link")).unwrap();
    symlink("link", at("link-to-link")).unwrap();
    put(
        &at("link-to-link"),
        b"through two links to a file that was not there",
    );
    put(&at("link"), b"again");
    assert_eq!(content(&at("real/file")), "again");
    assert!(at("link").is_symlink() && at("link-to-link").is_symlink());

    symlink("loop", at("loop")).unwrap();
    assert!(write_atomic(&at("loop"), b"", Access::Keep).is_err());
}

#[test]
fn appended_lines_are_whole() {
    let dir = folder();
    let log = dir.path().join("log");
    for line in [&b"one"[..], b"two\n", b""] {
        append_line(&log, line, Access::Keep).unwrap();
    }
    assert_eq!(content(&log), "one\ntwo\n\n");

    File::options()
        .write(true)
        .open(&log)
        .unwrap()
        .set_len(5)
        .unwrap();
    append_line(&log, b"after a crash", Access::Keep).unwrap();
    assert_eq!(content(&log), "one\nt\nafter a crash\n");
}

#[test]
fn lines_of_many_threads_do_not_mix() {
    let dir = folder();
    let log = dir.path().join("log");
    std::thread::scope(|scope| {
        for name in ["a", "b", "c", "d"] {
            let log = &log;
            scope.spawn(move || {
                for _ in 0..50 {
                    append_line(log, name.repeat(300).as_bytes(), Access::Keep).unwrap();
                }
            });
        }
    });
    let content = content(&log);
    let is_whole = |it: &str| it.len() == 300 && it.chars().all(|c| it.starts_with(c));
    assert_eq!(content.lines().filter(|it| is_whole(it)).count(), 200);
}
