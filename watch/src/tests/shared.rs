use std::time::Duration;

use notify::event::{AccessKind, CreateKind, Flag, ModifyKind};
use notify::{Event, EventKind};

use crate::debounce::Window;
use crate::root::Root;
use crate::routes::{Reach, Route};
use crate::shared::Shared;

/// Two roots, `/r` where it is and `/file`, of which the folder is watched.
fn shared() -> Shared {
    let roots = vec![Root::folder("/r"), Root::file("/file")];
    let shared = Shared::new(roots, Window::default());
    for (owner, from, reach) in [
        ("/r", "/r", Reach::Below),
        ("/file", "/", Reach::Container),
        ("/file", "/file", Reach::Itself),
    ] {
        let (owner, from) = (owner.into(), from.into());
        let route = Route { owner, from, reach };
        shared.lock().routes.add(route, 1);
    }
    shared
}

#[track_caller]
fn check(reports: Vec<notify::Result<Event>>, expected: &[&str]) {
    let shared = shared();
    let claim = format!("what is gathered of {reports:?}");
    for report in reports {
        shared.hear(report);
    }
    let paths = shared.lock().debouncer.take(Duration::MAX);
    let paths: Vec<String> = paths
        .into_iter()
        .flatten()
        .map(|it| it.display().to_string())
        .collect();
    assert_eq!(paths, expected, "{claim}");
}

fn event(kind: EventKind, path: &str) -> notify::Result<Event> {
    Ok(Event::new(kind).add_path(path.into()))
}

#[test]
fn what_concerns_a_root_is_gathered() {
    let created = EventKind::Create(CreateKind::Any);
    let modified = EventKind::Modify(ModifyKind::Any);
    check(
        vec![event(created, "/r/a"), event(modified, "/file")],
        &["/file", "/r/a"],
    );
}

#[test]
fn reads_are_nothing() {
    check(vec![event(EventKind::Access(AccessKind::Any), "/r/a")], &[]);
}

#[test]
fn what_lies_beside_the_roots_or_in_skipped_folders_is_nothing() {
    let created = EventKind::Create(CreateKind::Any);
    check(
        vec![event(created, "/other"), event(created, "/r/target/a")],
        &[],
    );
}

#[test]
fn lost_reports_mean_a_look_at_everything() {
    let lost = Event::new(EventKind::Other).set_flag(Flag::Rescan);
    check(vec![Ok(lost)], &["/file", "/r"]);
    check(vec![Err(notify::Error::generic("?"))], &["/file", "/r"]);
}

#[test]
fn too_many_paths_are_a_look_at_everything() {
    let created = EventKind::Create(CreateKind::Any);
    let paths = (0..=20_000).map(|it| format!("/r/{it}").into());
    let many = Event {
        paths: paths.collect(),
        ..Event::new(created)
    };
    check(vec![Ok(many)], &["/file", "/r"]);
}
