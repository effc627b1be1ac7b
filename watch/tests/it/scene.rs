use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use stdx::{Cancel, Problem};
use tempfile::TempDir;
use watch::{Batch, ChangeKind, Heard, Method, Options, Root, Watcher};

/// A bound for what never comes, not for how fast it comes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A folder with somebody who watches it.
pub(crate) struct Scene {
    pub(crate) watcher: Watcher,
    pub(crate) problems: Vec<Problem>,
    pub(crate) cancel: Cancel,
    pub(crate) disk: Disk,
}

pub(crate) struct Disk {
    folder: TempDir,
}

impl Disk {
    pub(crate) fn new() -> Disk {
        Disk {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    #[expect(clippy::disallowed_methods, reason = "a test writes as others do")]
    pub(crate) fn put(&self, path: &str, text: &str) {
        let file = self.path(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    pub(crate) fn rename(&self, from: &str, to: &str) {
        fs::rename(self.path(from), self.path(to)).unwrap();
    }

    pub(crate) fn remove(&self, path: &str) {
        let path = self.path(path);
        match path.is_dir() && !path.is_symlink() {
            true => fs::remove_dir_all(path).unwrap(),
            false => fs::remove_file(path).unwrap(),
        }
    }

    #[cfg(unix)]
    pub(crate) fn link(&self, target: impl AsRef<std::path::Path>, path: &str) {
        std::os::unix::fs::symlink(target, self.path(path)).unwrap();
    }
}

impl Scene {
    pub(crate) fn new(disk: Disk, root: Root) -> Scene {
        Scene::of(disk, vec![root], &Options::default())
    }

    pub(crate) fn polling(disk: Disk, root: Root) -> Scene {
        let options = Options {
            method: Method::Polling,
            poll_every: Duration::from_millis(20),
            ..Options::default()
        };
        Scene::of(disk, vec![root], &options)
    }

    pub(crate) fn of(disk: Disk, roots: Vec<Root>, options: &Options) -> Scene {
        let cancel = Cancel::new();
        let loaded = Watcher::start(roots, options, &cancel);
        Scene {
            watcher: loaded.value,
            problems: loaded.problems,
            cancel,
            disk,
        }
    }

    /// The next batch; it has to come.
    #[track_caller]
    pub(crate) fn next(&mut self) -> Batch {
        match self.watcher.next(PATIENCE) {
            Heard::Batch(batch) => batch,
            other => panic!("expected a batch, found {other:?}"),
        }
    }

    /// Waits until as much was told as is expected, and compares: `+` appeared, `~` changed, `-`
    /// vanished, then the path in the folder.
    #[track_caller]
    pub(crate) fn expect(&mut self, expected: &[&str]) {
        let mut told = Vec::new();
        while told.len() < expected.len() {
            let batch = self.next();
            told.extend(self.words(&batch));
        }
        told.sort();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(told, expected, "what was told");
    }

    fn words(&self, batch: &Batch) -> Vec<String> {
        let root = self.disk.path("");
        let word = |it: &watch::Change| {
            let sign = match it.kind {
                ChangeKind::Appeared => '+',
                ChangeKind::Changed => '~',
                ChangeKind::Vanished => '-',
            };
            let path = it.path.strip_prefix(&root).unwrap_or(&it.path);
            format!("{sign}{}", path.to_string_lossy().replace('\\', "/"))
        };
        batch.changes.iter().map(word).collect()
    }

    /// Compares all that was told since with nothing, by a file that is written after it.
    #[track_caller]
    pub(crate) fn expect_nothing_before(&mut self, marker: &str) {
        self.disk.put(marker, "now");
        self.expect(&[&format!("+{marker}")]);
    }

    /// All paths told until `done` says that these are enough, and in how many batches.
    #[track_caller]
    pub(crate) fn gather(
        &mut self,
        done: impl Fn(&BTreeSet<String>) -> bool,
    ) -> (BTreeSet<String>, usize) {
        let mut told = BTreeSet::new();
        let mut n_batches = 0;
        while !done(&told) {
            n_batches += 1;
            let batch = self.next();
            told.extend(self.words(&batch));
        }
        (told, n_batches)
    }
}
