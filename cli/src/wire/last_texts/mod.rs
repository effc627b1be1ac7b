//! What hook files said while they were in order, in a folder of our home.
//!
//! A hook is answered by a process of its own, which may start while an editor is half through
//! saving the file. So the last good text of each file lies beside our other state: one file named
//! after the path and the text, so that looking for it is reading one list of names.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};

use hooks_core::{FILE_LIMIT, LastTexts, Loss};
use stdx::Clock;
use stdx::fs::{Access, Limit, write_atomic};

/// As many texts are kept; the oldest go first.
const MOST: usize = 256;

/// The texts in a folder.
#[derive(Debug)]
pub(crate) struct LastTextFiles {
    folder: PathBuf,
    clock: Arc<dyn Clock>,
    use_of: Use,
    names: OnceLock<BTreeSet<String>>,
}

/// Whether new texts are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Use {
    /// They are only asked for.
    #[default]
    Recall,
    /// They are kept, too.
    Keep,
}

impl LastTextFiles {
    pub(crate) fn new(folder: PathBuf, clock: Arc<dyn Clock>, use_of: Use) -> LastTextFiles {
        LastTextFiles {
            folder,
            clock,
            use_of,
            names: OnceLock::new(),
        }
    }

    fn names(&self) -> &BTreeSet<String> {
        self.names.get_or_init(|| listed(&self.folder))
    }

    /// All that is kept of a file: its text first, and that it is gone.
    fn of_file<'s>(&'s self, key: &'s str) -> impl Iterator<Item = &'s String> {
        let names = self.names().range(key.to_owned()..);
        names.take_while(move |it| it.starts_with(key))
    }

    fn remove(&self, name: &str) {
        // What cannot be removed is found again the next time.
        let _ = std::fs::remove_file(self.folder.join(name));
    }

    /// Whether a file that is gone still counts: for a moment after somebody first noticed.
    fn is_fresh(&self, key: &str) -> bool {
        let marker = self.folder.join(format!("{key}{GONE}"));
        let now = millis(self.clock.now());
        let noticed = stdx::fs::read(&marker, Limit::bytes(32)).ok();
        let noticed = noticed.and_then(|it| str::from_utf8(&it).ok()?.parse::<u64>().ok());
        match noticed {
            Some(then) => now.saturating_sub(then) <= millis_of(watch::GRACE),
            None => write_atomic(&marker, now.to_string().as_bytes(), Access::OwnerOnly).is_ok(),
        }
    }
}

impl LastTexts for LastTextFiles {
    fn keep(&self, file: &Path, text: &str) {
        if self.use_of == Use::Recall {
            return;
        }
        let key = key(file);
        let name = format!("{key}{}", mark(text));
        if !self.names().contains(&name) {
            let file = self.folder.join(&name);
            if write_atomic(&file, text.as_bytes(), Access::OwnerOnly).is_err() {
                // Nothing is lost but what a half-saved file said before.
                return;
            }
            prune(&self.folder, self.names().len());
        }
        // What the file said before, also where two processes kept a text each, and that it is gone.
        let others = self.of_file(&key).filter(|it| **it != name);
        others.for_each(|it| self.remove(it));
    }

    fn recall(&self, file: &Path, loss: Loss) -> Option<String> {
        let key = key(file);
        let name = self.of_file(&key).next()?;
        if loss == Loss::Gone && !self.is_fresh(&key) {
            self.of_file(&key).for_each(|it| self.remove(it));
            return None;
        }
        let limit = Limit::bytes(FILE_LIMIT);
        let text = String::from_utf8(stdx::fs::read(&self.folder.join(name), limit).ok()?).ok()?;
        let is_whole = name[key.len()..] == mark(&text);
        is_whole.then_some(text)
    }
}

/// Tells one text of a file from the next. It is made at every start, so it is no digest: whoever
/// could forge a text with the same mark could write the file itself.
fn mark(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    format!("{:016x}", hasher.finish())
}

/// Sorts behind every mark, so that a kept text is found first.
const GONE: &str = "gone";

/// What the names of one file's texts begin with.
fn key(file: &Path) -> String {
    let digest = stdx::sha256_hex(file.as_os_str().as_encoded_bytes());
    format!("{}.", &digest[..16])
}

fn listed(folder: &Path) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .filter_map(|it| it.file_name().into_string().ok())
        .collect()
}

/// Removes the oldest texts if there were too many.
fn prune(folder: &Path, n_files: usize) {
    if n_files <= MOST {
        return;
    }
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries
        .filter_map(|it| Some((it.metadata().ok()?.modified().ok()?, it.path())))
        .collect();
    files.sort();
    let n_old = files.len().saturating_sub(MOST);
    files[..n_old].iter().for_each(|(_, file)| {
        // What cannot be removed stays.
        let _ = std::fs::remove_file(file);
    });
}

fn millis(time: SystemTime) -> u64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH);
    millis_of(since.unwrap_or_default())
}

fn millis_of(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
