use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use hooks_core::{LastTexts, Loss};
use stdx::ManualClock;
use stdx::fs::{Access, write_atomic};

use super::{LastTextFiles, MOST, Use, listed};

/// A folder and a clock, seen by one process after another.
struct Ground {
    folder: tempfile::TempDir,
    clock: ManualClock,
}

impl Ground {
    fn new() -> Ground {
        Ground {
            folder: tempfile::tempdir().unwrap(),
            clock: ManualClock::default(),
        }
    }

    /// What the next process has.
    fn process(&self, use_of: Use) -> LastTextFiles {
        let folder = self.folder.path().join("last-good");
        LastTextFiles::new(folder, Arc::new(self.clock.clone()), use_of)
    }

    fn keep(&self, file: &str, text: &str) {
        self.process(Use::Keep).keep(Path::new(file), text);
    }

    fn recall(&self, file: &str, loss: Loss) -> Option<String> {
        self.process(Use::Recall).recall(Path::new(file), loss)
    }

    fn n_files(&self) -> usize {
        listed(&self.folder.path().join("last-good")).len()
    }
}

#[test]
fn the_last_text_of_each_file_is_found_again() {
    let ground = Ground::new();
    ground.keep("/a", "one");
    ground.keep("/a", "two");
    ground.keep("/b", "other");
    assert_eq!(ground.recall("/a", Loss::Broken).as_deref(), Some("two"));
    assert_eq!(ground.recall("/b", Loss::Broken).as_deref(), Some("other"));
    assert_eq!(ground.recall("/c", Loss::Broken), None);
    assert_eq!(ground.n_files(), 2);
}

#[test]
fn a_file_that_is_gone_counts_for_a_moment() {
    let ground = Ground::new();
    ground.keep("/a", "guard");
    assert!(ground.recall("/a", Loss::Gone).is_some());
    ground.clock.advance(watch::GRACE);
    assert!(ground.recall("/a", Loss::Gone).is_some());
    ground.clock.advance(Duration::from_millis(1));
    assert_eq!(ground.recall("/a", Loss::Gone), None);
    assert_eq!(ground.n_files(), 0);
}

#[test]
fn a_file_that_came_back_has_its_whole_moment_again() {
    let ground = Ground::new();
    ground.keep("/a", "guard");
    assert!(ground.recall("/a", Loss::Gone).is_some());
    ground.keep("/a", "guard");
    ground.clock.advance(watch::GRACE * 10);
    assert!(ground.recall("/a", Loss::Gone).is_some());
}

#[test]
fn a_look_keeps_nothing_and_a_spoiled_text_is_not_believed() {
    let ground = Ground::new();
    ground.process(Use::Recall).keep(Path::new("/a"), "one");
    assert_eq!(ground.n_files(), 0);
    ground.keep("/a", "one");
    let folder = ground.folder.path().join("last-good");
    let name = listed(&folder).pop_first().unwrap();
    write_atomic(&folder.join(name), b"two", Access::Keep).unwrap();
    assert_eq!(ground.recall("/a", Loss::Broken), None);
}

#[test]
fn of_two_texts_that_two_processes_kept_the_file_s_own_stays() {
    let ground = Ground::new();
    // Both look before either writes.
    let both = [ground.process(Use::Keep), ground.process(Use::Keep)];
    both.iter().for_each(|it| assert!(it.names().is_empty()));
    both[0].keep(Path::new("/a"), "one");
    both[1].keep(Path::new("/a"), "two");
    assert_eq!(ground.n_files(), 2);
    for text in ["one", "two"] {
        ground.keep("/a", text);
        assert_eq!(ground.recall("/a", Loss::Broken).as_deref(), Some(text));
    }
    assert_eq!(ground.n_files(), 1);
}

#[test]
fn the_oldest_texts_go_first() {
    let ground = Ground::new();
    for it in 0..MOST + 20 {
        ground.keep(&format!("/{it}"), "text");
    }
    assert!(ground.n_files() <= MOST + 1);
}
