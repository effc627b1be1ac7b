//! Opens the file, and refuses what is not ours without touching it.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::error::StoreError;
use crate::runners::{self, Runners};
use crate::schema::{self, APPLICATION, VERSION};

/// How long one process waits for another's write.
const BUSY: Duration = Duration::from_secs(5);

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

/// Makes the file if nothing is there, and reads its header before SQLite may write a byte; its size.
fn look(path: &Path) -> Result<u64, StoreError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            return Err(StoreError::NotAFile {
                path: path.to_owned(),
            });
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            runners::open_lock(path).map_err(StoreError::io(path, "made"))?;
        }
        Err(error) => return Err(StoreError::io(path, "opened")(error)),
    }
    let file = File::open(path).map_err(StoreError::io(path, "opened"))?;
    let mut header = Vec::new();
    let read = file.take(100).read_to_end(&mut header);
    read.map_err(StoreError::io(path, "read"))?;
    judge_header(path, &header)?;
    fs::metadata(path)
        .map(|it| it.len())
        .map_err(StoreError::io(path, "read"))
}

/// The header as the file format of SQLite has it: a magic line, and big-endian numbers.
fn judge_header(path: &Path, header: &[u8]) -> Result<(), StoreError> {
    let number = |at: usize| {
        let bytes = header.get(at..at + 4)?;
        Some(i64::from(u32::from_be_bytes(bytes.try_into().ok()?)))
    };
    let path = path.to_owned();
    match (number(60), number(68)) {
        _ if header.is_empty() => Ok(()),
        _ if !header.starts_with(b"SQLite format 3\0") => Err(StoreError::Foreign { path }),
        (Some(found), Some(APPLICATION)) if found > VERSION => Err(StoreError::Newer {
            path,
            found,
            known: VERSION,
        }),
        (Some(_), Some(0 | APPLICATION)) => Ok(()),
        (Some(_), Some(_)) => Err(StoreError::Foreign { path }),
        (None, _) | (_, None) => Err(StoreError::Damaged {
            path,
            detail: "it ends within its header".to_owned(),
        }),
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

/// The same questions again through SQLite, since the newest answers may still be in the log.
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
        let turn = path.with_extension("lock");
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
