//! Sessions, missions, what happened in them, and what waits for them.

use missions::{
    HookRunRecord, MissionFilter, MissionReader, MissionRecord, MissionStore, Origin, SessionInbox,
    SessionRecord, Status, StepRecord, Usage, Waiting,
};
use serde_json::json;

use super::{Home, at, mission, session};
use crate::{MAX_HOOK_RUNS, Store};

fn ids(missions: &[MissionRecord]) -> Vec<&str> {
    missions.iter().map(|it| it.id.as_str()).collect()
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
    assert_eq!(home.open().sessions(None).unwrap(), [changed.clone()]);
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

fn hook_run(mission: Option<&str>, n: u32) -> HookRunRecord {
    HookRunRecord {
        mission: mission.map(str::to_owned),
        session: "abc".to_owned(),
        project: "/home/eve/project".into(),
        at: at(u64::from(n)),
        event: "PreToolUse".to_owned(),
        tool: mission.map(|_| "run_command".to_owned()),
        run: json!({"hook": "guard", "n": n}),
    }
}

fn step(mission: &str, kind: &str) -> StepRecord {
    StepRecord {
        mission: mission.to_owned(),
        at: at(3),
        kind: kind.to_owned(),
        fact: json!({"text": "ü\u{0}"}),
    }
}

#[test]
fn history_keeps_its_order() {
    let home = Home::new();
    let store = filled(&home);
    let runs = [hook_run(Some("m1"), 9), hook_run(Some("m1"), 1)];
    let steps = [step("m1", "tool"), step("m1", "approval")];
    store.append(&runs[..1], &steps[..1]).unwrap();
    store.append(&runs[1..], &steps[1..]).unwrap();
    store
        .append(&[hook_run(None, 2)], &[step("m2", "note")])
        .unwrap();
    assert_eq!(
        store.history("m1").unwrap(),
        (steps.to_vec(), runs.to_vec())
    );
    assert_eq!(store.history("nobody").unwrap(), (vec![], vec![]));
}

#[test]
fn nothing_is_kept_of_what_fails() {
    let home = Home::new();
    let store = filled(&home);
    let res = store.append(
        &[hook_run(None, 2)],
        &[step("m1", "tool"), step("no", "tool")],
    );
    assert!(res.is_err());
    assert_eq!(store.history("m1").unwrap(), (vec![], vec![]));
    assert_eq!(store.hook_runs(None, 9).unwrap(), []);
}

#[test]
fn hook_runs_of_all_missions_are_the_newest() {
    let home = Home::new();
    let store = filled(&home);
    let runs: Vec<_> = (0..MAX_HOOK_RUNS + 5)
        .map(|it| hook_run(None, it))
        .collect();
    store.append(&runs, &[]).unwrap();
    let kept = store.hook_runs(None, usize::MAX).unwrap();
    let expected: Vec<_> = runs[5..].iter().rev().cloned().collect();
    assert!(kept == expected, "{} were kept", kept.len());
    let some = store.hook_runs(Some("/home/eve/project".as_ref()), 2);
    assert_eq!(some.unwrap(), kept[..2]);
    assert_eq!(store.hook_runs(Some("/other".as_ref()), 2).unwrap(), []);
}

#[test]
fn a_deep_run_spoils_nothing() {
    let home = Home::new();
    let store = home.open();
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    let run = HookRunRecord {
        run: deep.clone(),
        ..hook_run(None, 1)
    };
    store.append(&[run], &[]).unwrap();
    let found = store.hook_runs(None, 1).unwrap();
    assert_eq!(found[0].run, json!(deep.to_string()));
}

fn text(text: &str) -> Waiting {
    Waiting {
        origin: Origin::Agent,
        from: Some("abd".to_owned()),
        text: text.to_owned(),
        at: at(4),
    }
}

#[test]
fn a_text_is_handed_out_once() {
    let home = Home::new();
    let (store, other) = (filled(&home), home.open());
    store.send("abc", &text("one")).unwrap();
    other.send("abc", &text("two")).unwrap();
    assert_eq!((store.has_any("abc"), store.has_any("abd")), (true, false));
    assert_eq!(store.take("abd").unwrap(), []);
    assert_eq!(store.take("abc").unwrap(), [text("one"), text("two")]);
    assert_eq!(other.take("abc").unwrap(), []);
    assert!(store.send("nobody", &text("three")).is_err());
}

#[test]
fn a_session_goes_with_all_that_is_its() {
    let home = Home::new();
    let store = filled(&home);
    store
        .append(&[hook_run(Some("m1"), 1)], &[step("m1", "tool")])
        .unwrap();
    store.send("abc", &text("one")).unwrap();

    let refused = store.delete_session("abc").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "mission `m3` of session `abc` has not ended"
    );
    let unknown = store.delete_session("ab").unwrap_err();
    assert_eq!(unknown.to_string(), "no session is called `ab`");

    store.put_mission(&mission("m3", "abc", 7)).unwrap();
    assert_eq!(store.delete_session("abc").unwrap(), session("abc", 5));
    assert_eq!(
        ids(&store.missions(&MissionFilter::default()).unwrap()),
        ["m2"]
    );
    assert_eq!(store.history("m1").unwrap(), (vec![], vec![]));
    assert_eq!(store.hook_runs(None, 9).unwrap(), []);
    store.put_session(&session("abc", 5)).unwrap();
    assert_eq!(store.take("abc").unwrap(), []);
}

#[test]
fn a_mission_whose_process_died_is_interrupted() {
    let home = Home::new();
    let (store, dying) = (filled(&home), home.open());
    let running = MissionRecord {
        status: Status::Running,
        ..mission("m4", "abc", 9)
    };
    dying.put_mission(&running).unwrap();
    assert_eq!(store.mark_interrupted().unwrap(), Vec::<String>::new());
    home.kill(&dying);
    home.clock.advance(
        at(20)
            .duration_since(std::time::SystemTime::UNIX_EPOCH)
            .unwrap(),
    );
    assert_eq!(store.mark_interrupted().unwrap(), ["m4"]);
    assert_eq!(store.mark_interrupted().unwrap(), Vec::<String>::new());
    let filter = MissionFilter {
        limit: Some(1),
        ..MissionFilter::default()
    };
    let expected = MissionRecord {
        status: Status::Interrupted,
        summary: "its process ended without a word".to_owned(),
        ended: Some(at(20)),
        ..running
    };
    assert_eq!(store.missions(&filter).unwrap(), [expected]);
}
