//! Sessions and missions.

use missions::{
    MissionFilter, MissionReader, MissionRecord, MissionStore, SessionRecord, Status, Usage,
};
use serde_json::json;

use super::{Home, at, filled, ids, mission, session};

#[test]
fn a_session_comes_back_whole() {
    let home = Home::new();
    let store = home.open();
    let first = session("s1", 2);
    store.put_session(&first).unwrap();
    assert_eq!(store.session("s1").unwrap(), Some(first));
    let changed = SessionRecord {
        agent: Some("reviewer".to_owned()),
        title: "another".to_owned(),
        project: odd_path(),
        ..session("s1", 3)
    };
    store.put_session(&changed).unwrap();
    assert_eq!(
        home.open().sessions(None).unwrap(),
        std::slice::from_ref(&changed)
    );
    assert_eq!(store.sessions(Some(&odd_path())).unwrap(), [changed]);
}

#[cfg(unix)]
fn odd_path() -> std::path::PathBuf {
    use std::os::unix::ffi::OsStrExt;
    std::ffi::OsStr::from_bytes(b"/odd/\xff\xfe").into()
}

#[cfg(not(unix))]
fn odd_path() -> std::path::PathBuf {
    "C:\\odd".into()
}

#[test]
fn a_mission_comes_back_whole() {
    let home = Home::new();
    let store = filled(&home);
    let changed = MissionRecord {
        approved_by: Some("eve at the keyboard".to_owned()),
        status: Status::OverBudget,
        summary: "it cost too much".to_owned(),
        goal: Some(json!({"condition": "tests pass", "met": false, "z": 1, "a": [1.5, null]})),
        usage: Usage {
            input_tokens: 1,
            output_tokens: 2,
            cached_tokens: 3,
        },
        tool_calls: 4,
        started: Some(at(8)),
        ended: Some(std::time::SystemTime::UNIX_EPOCH - std::time::Duration::from_nanos(1)),
        ..mission("m1", "abc", 8)
    };
    store.put_mission(&changed).unwrap();
    let filter = MissionFilter {
        limit: Some(1),
        ..MissionFilter::default()
    };
    assert_eq!(home.open().missions(&filter).unwrap(), [changed]);
}

#[test]
fn a_mission_needs_its_session() {
    let home = Home::new();
    let store = home.open();
    assert!(store.put_mission(&mission("m1", "nobody", 1)).is_err());
}

#[test]
fn a_session_is_found_by_the_start_of_its_id() {
    #[track_caller]
    fn check(id: &str, expected: Option<&str>) {
        let home = Home::new();
        let store = filled(&home);
        store.put_session(&session("ab", 1)).unwrap();
        let found = store.session(id).unwrap();
        assert_eq!(found.as_ref().map(|it| it.id.as_str()), expected);
    }
    check("abc", Some("abc"));
    check("abd", Some("abd"));
    check("ab", Some("ab"));
    check("a", None);
    check("", None);
    check("ABC", None);
    check("ab%", None);
}

#[test]
fn missions_are_filtered() {
    #[track_caller]
    fn check(filter: MissionFilter, expected: &[&str]) {
        let home = Home::new();
        assert_eq!(ids(&filled(&home).missions(&filter).unwrap()), expected);
    }
    let all = MissionFilter::default;
    check(all(), &["m1", "m3", "m2"]);
    check(
        MissionFilter {
            limit: Some(2),
            ..all()
        },
        &["m1", "m3"],
    );
    check(
        MissionFilter {
            open: true,
            ..all()
        },
        &["m3"],
    );
    check(
        MissionFilter {
            project: Some("/other".into()),
            ..all()
        },
        &["m2"],
    );
    check(
        MissionFilter {
            session: Some("abc".into()),
            ..all()
        },
        &["m1", "m3"],
    );
}

#[test]
fn sessions_come_last_used_first() {
    let home = Home::new();
    let found = filled(&home).sessions(None).unwrap();
    let ids: Vec<&str> = found.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["abd", "abc"]);
}
