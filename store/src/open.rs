//! Opens the file, and refuses what is not ours without touching it.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::error::StoreError;
use crate::runners::{self, Runners};
use crate::schema::{self, APPLICATION, VERSION};

/// How long one process waits for another's write.
const BUSY: Duration = Duration::from_secs(5);

/// No database is smaller: this is the least that a page has.
const SMALLEST_BYTES: u64 = 512;

/// Files up to this size are checked at each opening: it takes a millisecond or two.
const SMALL_BYTES: u64 = 1024 * 1024;

/// A log of writes that is longer than this is worked into the file at the next opening.
const LONG_LOG_BYTES: u64 = 4 * 1024 * 1024;

/// A connection to the file at `path`, whose tables are those of [`VERSION`].
pub(crate) fn open(path: &Path, runners: &Runners) -> Result<Connection, StoreError> {
    let folder = folder_of(path);
    runners::make_folder(&folder)?;
    let size = look(path)?;
    let mut connection = connect(path)?;
    let stale = runners.stale();
    let of = |error: rusqlite::Error| StoreError::of(path, &error);
    refuse_foreign(path, &connection)?;
    if size > 0 && (size <= SMALL_BYTES || !stale.is_empty()) {
        check(path, &connection)?;
    }
    prepare(path, &mut connection)?;
    make_private(path)?;
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
        .map_err(of)?;
    shorten_log(path, &connection).map_err(of)?;
    runners::sweep(&stale);
    Ok(connection)
}

/// The folder that a file stands in.
pub(crate) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        Some(_) | None => PathBuf::from("."),
    }
}

/// Makes the file if nothing is there; its size.
fn look(path: &Path) -> Result<u64, StoreError> {
    make_if_missing(path)?;
    let found = fs::metadata(path).map_err(StoreError::io(path, "opened"))?;
    let path = path.to_owned();
    match found.len() {
        _ if !found.is_file() => Err(StoreError::NotAFile { path }),
        // SQLite would take the rest of a short header for zeros, and the file for an empty one.
        1..SMALLEST_BYTES => Err(StoreError::Foreign { path }),
        size => Ok(size),
    }
}

/// SQLite would make it for everybody to read.
///
/// One thread at a time: whoever closes a file takes away all locks that SQLite holds on it in this
/// process. For the same reason nobody here ever opens the file by other means to look into it.
fn make_if_missing(path: &Path) -> Result<(), StoreError> {
    static MAKING: Mutex<()> = Mutex::new(());
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut options = OpenOptions::new();
    options.create_new(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            Err(StoreError::io(path, "made")(error))
        }
        Ok(_) | Err(_) => Ok(()),
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let of = |error: rusqlite::Error| StoreError::of(path, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(of)?;
    connection.busy_timeout(BUSY).map_err(of)?;
    // Until the file is known to be ours, not even its own log is worked into it.
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
        .map_err(of)?;
    Ok(connection)
}

/// Whose file it is, and how new. Nothing is written by asking.
fn refuse_foreign(path: &Path, connection: &Connection) -> Result<(), StoreError> {
    let path = path.to_owned();
    match identity(connection).map_err(|it| StoreError::of(&path, &it))? {
        (APPLICATION, found, _) if found > VERSION => Err(StoreError::Newer {
            path,
            found,
            known: VERSION,
        }),
        (APPLICATION, 0.., _) | (0, 0, 0) => Ok(()),
        _ => Err(StoreError::Foreign { path }),
    }
}

/// Application, version and number of tables, all of one moment: another process may just be making them.
fn identity(connection: &Connection) -> rusqlite::Result<(i64, i64, i64)> {
    let moment = connection.unchecked_transaction()?;
    let n_tables = moment.query_row("SELECT count(*) FROM sqlite_schema", [], |it| it.get(0))?;
    let application = moment.pragma_query_value(None, "application_id", |it| it.get(0))?;
    let version = schema::version(&moment)?;
    Ok((application, version, n_tables))
}

fn check(path: &Path, connection: &Connection) -> Result<(), StoreError> {
    let found: String = connection
        .query_row("PRAGMA quick_check(1)", [], |it| it.get(0))
        .map_err(|it| StoreError::of(path, &it))?;
    match found.as_str() {
        "ok" => Ok(()),
        _ => Err(StoreError::Damaged {
            path: path.to_owned(),
            detail: found,
        }),
    }
}

/// Modes and tables. The change to a log of writes cannot wait for others as everything else can, so
/// those who make or migrate the file stand in line for it.
fn prepare(path: &Path, connection: &mut Connection) -> Result<(), StoreError> {
    let of = |error: rusqlite::Error| StoreError::of(path, &error);
    if !is_ready(connection).map_err(of)? {
        let state = folder_of(path).join("state");
        runners::make_folder(&state)?;
        let turn = state.join("store.lock");
        let lock = runners::open_lock(&turn).map_err(StoreError::io(&turn, "made"))?;
        lock.lock().map_err(StoreError::io(&turn, "locked"))?;
        connection
            .pragma_update(None, "journal_mode", "WAL")
            .map_err(of)?;
        schema::migrate(connection).map_err(of)?;
    }
    connection
        .execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;")
        .map_err(of)
}

fn is_ready(connection: &Connection) -> rusqlite::Result<bool> {
    let mode: String = connection.pragma_query_value(None, "journal_mode", |it| it.get(0))?;
    Ok(mode == "wal" && schema::version(connection)? == VERSION)
}

/// Takes the file from everybody but its owner; the log gets its mode from it.
#[cfg(unix)]
fn make_private(path: &Path) -> Result<(), StoreError> {
    use std::os::unix::fs::PermissionsExt;
    let found = fs::metadata(path).map_err(StoreError::io(path, "read"))?;
    if found.permissions().mode() & 0o077 == 0 {
        return Ok(());
    }
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))
        .map_err(StoreError::io(path, "made private"))
}

#[cfg(not(unix))]
fn make_private(_path: &Path) -> Result<(), StoreError> {
    Ok(())
}

/// Works a long log into the file. Nobody is waited for: if others use it, there is a next time.
fn shorten_log(path: &Path, connection: &Connection) -> rusqlite::Result<()> {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if fs::metadata(log).map_or(0, |it| it.len()) <= LONG_LOG_BYTES {
        return Ok(());
    }
    connection.busy_timeout(Duration::ZERO)?;
    let _busy = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
    connection.busy_timeout(BUSY)
}
