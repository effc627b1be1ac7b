//! Who may open what, and what becomes of files that are not ours.

use std::fs;
use std::path::Path;

use missions::{JobFilter, MissionReader, MissionStore, Queue, SessionRecord};
use rusqlite::Connection;
use stdx::fs::{Access, Limit, write_atomic};

use super::{Home, open_in_real_time, session};
use crate::schema;

/// Makes a file with `make`, and expects that it is refused with these words and left as it is.
#[track_caller]
fn check_refused(make: impl FnOnce(&Path), expected: &str) {
    let home = Home::new();
    let path = home.file();
    fs::create_dir(path.parent().unwrap()).unwrap();
    make(&path);
    let before = bytes(&path);
    let error = home.try_open().unwrap_err();
    let words = error.to_string().replace(path.to_str().unwrap(), "FILE");
    assert_eq!(words, expected);
    assert!(error.hint().is_some());
    assert!(bytes(&path) == before, "the file was changed");
}

fn bytes(path: &Path) -> Option<Vec<u8>> {
    stdx::fs::read(path, Limit { bytes: 1 << 24 }).ok()
}

fn write(path: &Path, bytes: &[u8]) {
    write_atomic(path, bytes, Access::OwnerOnly).unwrap();
}

fn sqlite(path: &Path, sql: &str) {
    Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn strangers_are_refused() {
    let foreign = "`FILE` is not a database of tackle";
    check_refused(|it| write(it, b"dear diary"), foreign);
    check_refused(|it| sqlite(it, "CREATE TABLE stamps (year)"), foreign);
    check_refused(
        |it| sqlite(it, "PRAGMA application_id = 7; CREATE TABLE a (b)"),
        foreign,
    );
    check_refused(
        |it| fs::create_dir(it).unwrap(),
        "`FILE` must be a file, but something else is there",
    );
}

#[test]
fn a_newer_file_is_refused() {
    let newer = "`FILE` has version 99, expected 2 at most: a newer tackle wrote it";
    let sql = "PRAGMA application_id = 1952539499; PRAGMA user_version = 99; CREATE TABLE a (b);";
    check_refused(|it| sqlite(it, sql), newer);
    // All of it is still in the log, as after a crash.
    let in_log = |it: &Path| {
        let open = Connection::open(it).unwrap();
        open.execute_batch("PRAGMA journal_mode = WAL;").unwrap();
        open.set_db_config(
            rusqlite::config::DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE,
            true,
        )
        .unwrap();
        open.execute_batch(sql).unwrap();
    };
    check_refused(in_log, newer);
}

#[test]
fn a_cut_file_is_refused() {
    fn cut(path: &Path, n_bytes: usize) {
        schema::make_old(&Connection::open(path).unwrap(), 2).unwrap();
        write(path, &bytes(path).unwrap()[..n_bytes]);
    }
    check_refused(|it| cut(it, 50), "`FILE` is not a database of tackle");
    check_refused(
        |it| cut(it, 8192),
        "`FILE` is damaged: database disk image is malformed",
    );
}

/// Fills a page in the middle of the file with nonsense.
fn spoil(path: &Path) -> Vec<u8> {
    let mut spoiled = bytes(path).unwrap();
    let middle = spoiled.len() / 2 / 4096 * 4096;
    spoiled[middle..middle + 4096].fill(0xa5);
    write(path, &spoiled);
    spoiled
}

#[track_caller]
fn check_damaged(home: &Home, bytes_before: &[u8]) {
    let error = home.try_open().unwrap_err().to_string();
    assert!(error.contains("is damaged"), "{error}");
    assert!(
        bytes(&home.file()).unwrap() == bytes_before,
        "the file was changed"
    );
}

#[test]
fn a_small_damaged_file_is_refused() {
    let home = Home::new();
    drop(home.open());
    let spoiled = spoil(&home.file());
    check_damaged(&home, &spoiled);
}

#[test]
fn a_large_file_is_checked_after_a_crash() {
    let home = Home::new();
    let big = SessionRecord {
        title: "x".repeat(4 << 20),
        ..session("s", 1)
    };
    home.open().put_session(&big).unwrap();
    spoil(&home.file());
    drop(home.open());
    write(&home.locks().join("gone.lock"), b"");
    let spoiled = bytes(&home.file()).unwrap();
    check_damaged(&home, &spoiled);
    check_damaged(&home, &spoiled);
}

#[test]
fn old_files_are_brought_up_to_date() {
    #[track_caller]
    fn check(version: usize) {
        let home = Home::new();
        fs::create_dir(home.file().parent().unwrap()).unwrap();
        let old = Connection::open(home.file()).unwrap();
        schema::make_old(&old, version).unwrap();
        if version > 0 {
            let sql = "INSERT INTO session (id, project, title, transcript, created, used)
                       VALUES ('old', '/p', 't', '/t', 1, 2)";
            old.execute_batch(sql).unwrap();
        }
        drop(old);
        let store = home.open();
        assert_eq!(store.session("old").unwrap().is_some(), version > 0);
        assert_eq!(store.list(&JobFilter::default()).unwrap(), []);
        drop(store);
        let found = schema::version(&Connection::open(home.file()).unwrap()).unwrap();
        assert_eq!(found, schema::VERSION);
    }
    for version in 0..=2 {
        check(version);
    }
}

#[cfg(unix)]
#[test]
fn only_the_owner_may_look() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let store = home.open();
    store.put_session(&session("s", 1)).unwrap();
    assert_eq!(mode(&home.file()), 0o600);
    assert_eq!(mode(&home.file().with_extension("db-wal")), 0o600);
    assert_eq!(mode(home.file().parent().unwrap()), 0o700);
    drop(store);
    fs::set_permissions(home.file(), fs::Permissions::from_mode(0o644)).unwrap();
    drop(home.open());
    assert_eq!(mode(&home.file()), 0o600);
}

#[test]
fn many_may_make_it_at_once() {
    for _round in 0..10 {
        let home = Home::new();
        let path = home.file();
        let path = path.as_path();
        std::thread::scope(|scope| {
            for n in 0..8 {
                scope.spawn(move || {
                    let store = open_in_real_time(path);
                    store.put_session(&session(&format!("s{n}"), n)).unwrap();
                });
            }
        });
        assert_eq!(home.open().sessions(None).unwrap().len(), 8);
    }
}

#[test]
fn locks_of_the_dead_are_swept() {
    let home = Home::new();
    let lock = home.locks().join("gone.lock");
    write(&lock, b"");
    let store = home.open();
    assert!(!lock.exists());
    store.runners().own().unwrap();
    let other = home.open();
    assert_eq!(fs::read_dir(home.locks()).unwrap().count(), 1);
    drop((store, other));
    assert_eq!(fs::read_dir(home.locks()).unwrap().count(), 0);
}
