//! What happened in missions, what waits for them, and what goes.

use std::time::SystemTime;

use missions::{
    HookRunRecord, MissionFilter, MissionReader, MissionRecord, MissionStore, Origin, SessionInbox,
    Status, StepRecord, Waiting,
};
use serde_json::json;

use super::{Home, at, filled, ids, mission, session};
use crate::MAX_HOOK_RUNS;

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
    home.clock
        .advance(at(20).duration_since(SystemTime::UNIX_EPOCH).unwrap());
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
