//! Real files in temporary folders; the clock is moved by hand where anybody waits.

mod endings;
mod history;
mod opening;
mod queue;
mod records;
mod turns;
mod worker;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use missions::{MissionRecord, MissionStore, Origin, SessionRecord, Status, Usage};
use stdx::{ManualClock, SystemClock, SystemTimer};
use tempfile::TempDir;

use crate::{Store, StoreError};

/// A home with one clock for all who open its store.
struct Home {
    folder: TempDir,
    clock: ManualClock,
}

impl Home {
    fn new() -> Home {
        Home {
            folder: tempfile::tempdir().unwrap(),
            clock: ManualClock::default(),
        }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("home").join("tackle.db")
    }

    /// Opens the store as one more process would.
    fn open(&self) -> Store {
        self.try_open().unwrap()
    }

    fn try_open(&self) -> Result<Store, StoreError> {
        let timer = Arc::new(self.clock.timer());
        Store::open(&self.file(), Arc::new(self.clock.clone()), timer)
    }

    fn locks(&self) -> PathBuf {
        self.folder.path().join("home/state/runners")
    }

    /// Does to the store's lock what its sudden death would.
    fn kill(&self, store: &Store) {
        let own = store.runners().own().unwrap();
        std::fs::remove_file(self.locks().join(format!("{own}.lock"))).unwrap();
    }
}

/// Opens a store that waits in real time.
fn open_in_real_time(path: &Path) -> Store {
    Store::open(path, Arc::new(SystemClock), Arc::new(SystemTimer)).unwrap()
}

fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::new(seconds, 123_456_789)
}

fn session(id: &str, used: u64) -> SessionRecord {
    SessionRecord {
        id: id.to_owned(),
        project: "/home/eve/project".into(),
        title: "tidy \u{1b}[31mup\0".to_owned(),
        agent: None,
        transcript: format!("/home/eve/.tackle/sessions/{id}.jsonl").into(),
        created: at(1),
        used: at(used),
    }
}

fn mission(id: &str, session: &str, created: u64) -> MissionRecord {
    MissionRecord {
        id: id.to_owned(),
        session: session.to_owned(),
        project: "/home/eve/project".into(),
        origin: Origin::AgentSchedule,
        approved_by: None,
        prompt: "tidy up".to_owned(),
        agent: "builtin".to_owned(),
        model: "scripted:demo.json".to_owned(),
        status: Status::Done,
        summary: String::new(),
        goal: None,
        usage: Usage::default(),
        tool_calls: 0,
        created: at(created),
        started: None,
        ended: None,
    }
}

/// A store with two sessions of two projects, and three missions.
fn filled(home: &Home) -> Store {
    let store = home.open();
    let other = SessionRecord {
        project: "/other".into(),
        ..session("abd", 9)
    };
    store.put_session(&session("abc", 5)).unwrap();
    store.put_session(&other).unwrap();
    let open = MissionRecord {
        status: Status::Queued,
        ..mission("m3", "abc", 7)
    };
    let elsewhere = MissionRecord {
        project: "/other".into(),
        ..mission("m2", "abd", 7)
    };
    for it in [mission("m1", "abc", 8), elsewhere, open] {
        store.put_mission(&it).unwrap();
    }
    store
}

fn ids(missions: &[MissionRecord]) -> Vec<&str> {
    missions.iter().map(|it| it.id.as_str()).collect()
}
