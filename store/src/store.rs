//! The open store.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use stdx::{Clock, Timer};

use crate::error::StoreError;
use crate::open;
use crate::runners::Runners;

/// The file of sessions, missions, jobs and hook runs, open in this process.
///
/// Clones share one connection, which one thread uses at a time; a call blocks for the milliseconds that
/// SQLite needs, and up to five seconds while another process writes.
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    connection: Mutex<Connection>,
    runners: Runners,
    clock: Arc<dyn Clock>,
    timer: Arc<dyn Timer>,
}

impl Store {
    /// Opens the file at `path`, or makes it and its folder, for their owner alone. Beside it, in
    /// `state/runners`, lie the locks of the processes that run jobs.
    ///
    /// # Errors
    /// The file is that of another program or a newer one, is damaged or no file, or the system refuses.
    /// It is left as it is, byte for byte.
    pub fn open(
        path: &Path,
        clock: Arc<dyn Clock>,
        timer: Arc<dyn Timer>,
    ) -> Result<Store, StoreError> {
        let runners = Runners::new(open::folder_of(path).join("state").join("runners"));
        let connection = open::open(path, &runners)?;
        let inner = Inner {
            path: path.to_owned(),
            connection: Mutex::new(connection),
            runners,
            clock,
            timer,
        };
        Ok(Store {
            inner: Arc::new(inner),
        })
    }

    /// Where the file stands.
    pub fn path(&self) -> &Path {
        &self.inner.path
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        &*self.inner.clock
    }

    pub(crate) fn timer(&self) -> &dyn Timer {
        &*self.inner.timer
    }

    pub(crate) fn runners(&self) -> &Runners {
        &self.inner.runners
    }

    /// Reads, all of one moment.
    pub(crate) fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.in_transaction(TransactionBehavior::Deferred, work)
    }

    /// Writes all or nothing. Immediate, since a reader that turns writer is refused without a wait when
    /// somebody has written in between.
    pub(crate) fn write<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.in_transaction(TransactionBehavior::Immediate, work)
    }

    fn in_transaction<T>(
        &self,
        behavior: TransactionBehavior,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let mut connection = self.lock();
        let res = Transaction::new(&mut connection, behavior).and_then(|transaction| {
            let res = work(&transaction)?;
            transaction.commit()?;
            Ok(res)
        });
        res.map_err(|it| StoreError::of(self.path(), &it))
    }

    /// A thread that panicked has rolled back on its way, so the connection is whole.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        let lock = self.inner.connection.lock();
        lock.unwrap_or_else(PoisonError::into_inner)
    }
}
