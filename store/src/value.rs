//! How values lie in columns.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use missions::{Origin, Status};
use rusqlite::types::{
    FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, Value as SqlValue, ValueRef,
};
use serde_json::Value;

/// A date as nanoseconds since 1970, which holds the years 1678 to 2261 exactly; what lies beyond becomes
/// the first or the last of these.
#[derive(Clone, Copy)]
pub(crate) struct Time(pub(crate) SystemTime);

impl ToSql for Time {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        let nanos = match self.0.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
            Err(before) => {
                let nanos = i64::try_from(before.duration().as_nanos()).unwrap_or(i64::MAX);
                -nanos
            }
        };
        Ok(nanos.into())
    }
}

impl FromSql for Time {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Time> {
        let nanos = value.as_i64()?;
        let distance = Duration::from_nanos(nanos.unsigned_abs());
        let time = match nanos < 0 {
            true => SystemTime::UNIX_EPOCH.checked_sub(distance),
            false => SystemTime::UNIX_EPOCH.checked_add(distance),
        };
        time.map(Time).ok_or(FromSqlError::OutOfRange(nanos))
    }
}

/// A path as text; as bytes where it is not Unicode.
pub(crate) struct AnyPath(pub(crate) PathBuf);

/// The path as a parameter.
pub(crate) fn path(path: &Path) -> SqlValue {
    match path.to_str() {
        Some(text) => SqlValue::Text(text.to_owned()),
        None => SqlValue::Blob(path.as_os_str().as_encoded_bytes().to_owned()),
    }
}

impl FromSql for AnyPath {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<AnyPath> {
        match value {
            ValueRef::Blob(bytes) => Ok(AnyPath(from_bytes(bytes))),
            ValueRef::Text(_) => Ok(AnyPath(value.as_str()?.into())),
            ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) => {
                Err(FromSqlError::InvalidType)
            }
        }
    }
}

#[cfg(unix)]
fn from_bytes(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(bytes).into()
}

#[cfg(not(unix))]
fn from_bytes(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// JSON as text. Text that is no JSON, or too deep to be read again, comes back as a string, so that one
/// spoiled row does not hide its neighbours.
pub(crate) struct Json(pub(crate) Value);

impl FromSql for Json {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Json> {
        let text = value.as_str()?;
        let json = serde_json::from_str(text);
        Ok(Json(
            json.unwrap_or_else(|_| Value::String(text.to_owned())),
        ))
    }
}

/// A count; beyond what a column holds it stays at that.
pub(crate) struct Count(pub(crate) u64);

impl ToSql for Count {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(i64::try_from(self.0).unwrap_or(i64::MAX).into())
    }
}

impl FromSql for Count {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Count> {
        let number = value.as_i64()?;
        let count = u64::try_from(number).map_err(|_| FromSqlError::OutOfRange(number))?;
        Ok(Count(count))
    }
}

/// A word of one of our enums.
pub(crate) struct Word<T>(pub(crate) T);

impl FromSql for Word<Origin> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Word<Origin>> {
        let word = Value::String(value.as_str()?.to_owned());
        serde_json::from_value(word)
            .map(Word)
            .map_err(FromSqlError::other)
    }
}

impl FromSql for Word<Status> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Word<Status>> {
        let status = Status::from_word(value.as_str()?);
        status.map(Word).ok_or(FromSqlError::InvalidType)
    }
}
