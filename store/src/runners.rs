//! Who lives: one locked file for each process that runs jobs.
//!
//! The kernel takes the lock back at whatever death, so nobody has to send signs of life. A name is
//! never used twice, so who is dead stays dead.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::error::StoreError;

/// The folder of lock files, and our own one once it is needed.
#[derive(Debug)]
pub(crate) struct Runners {
    folder: PathBuf,
    own: Mutex<Option<Own>>,
}

#[derive(Debug)]
struct Own {
    id: String,
    path: PathBuf,
    _lock: File,
}

impl Runners {
    pub(crate) fn new(folder: PathBuf) -> Runners {
        Runners {
            folder,
            own: Mutex::default(),
        }
    }

    /// Our own id; from the first call on we are seen to live.
    pub(crate) fn own(&self) -> Result<String, StoreError> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        if own.is_none() {
            *own = Some(self.begin()?);
        }
        let id = own.as_ref().map(|it| it.id.clone());
        Ok(id.expect("it was filled in above"))
    }

    fn begin(&self) -> Result<Own, StoreError> {
        make_folder(&self.folder)?;
        let id = new_id();
        let path = self.path_of(&id);
        loop {
            let lock = open_lock(&path).map_err(StoreError::io(&path, "made"))?;
            lock.lock().map_err(StoreError::io(&path, "locked"))?;
            // Who swept between the two lines took the file for one of a dead process.
            if path.exists() {
                return Ok(Own {
                    id,
                    path,
                    _lock: lock,
                });
            }
        }
    }

    /// Whether this runner is dead. Who cannot be judged lives.
    pub(crate) fn is_dead(&self, id: &str) -> bool {
        is_dead(&self.path_of(id))
    }

    /// The files that dead processes left.
    pub(crate) fn stale(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let paths = entries.map(|it| it.path());
        paths
            .filter(|it| it.extension().is_some_and(|it| it == "lock") && is_dead(it))
            .collect()
    }

    fn path_of(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.lock"))
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        // What stays behind is swept by the next who opens the store.
        let _removed = fs::remove_file(&self.path);
    }
}

/// Removes what [`Runners::stale`] found, while nobody can take it.
pub(crate) fn sweep(stale: &[PathBuf]) {
    for path in stale {
        if let Probe::Dead(Some(_lock)) = probe(path) {
            let _removed = fs::remove_file(path);
        }
    }
}

fn is_dead(path: &Path) -> bool {
    matches!(probe(path), Probe::Dead(_))
}

/// What a look at a lock file showed.
enum Probe {
    Lives,
    /// The file is gone, or nobody locked it but we.
    Dead(Option<File>),
}

/// A shared lock, so that two who look do not take each other for the runner.
fn probe(path: &Path) -> Probe {
    match File::open(path) {
        Ok(file) => match file.try_lock_shared() {
            Ok(()) => Probe::Dead(Some(file)),
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => Probe::Lives,
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Probe::Dead(None),
        Err(_) => Probe::Lives,
    }
}

/// Makes a folder, for its owner alone.
pub(crate) fn make_folder(folder: &Path) -> Result<(), StoreError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .create(folder)
        .map_err(StoreError::io(folder, "made"))
}

/// Opens a file that holds nothing but a lock, and makes it where it is missing.
pub(crate) fn open_lock(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// The keys of a hasher come from the system's source of randomness.
fn new_id() -> String {
    let state = RandomState::new();
    format!("{:016x}{:016x}", state.hash_one(0), state.hash_one(1))
}
