use super::*;

fn record(number: usize) -> String {
    let record = RunRecord {
        time: "2026-01-02T03:04:05.678Z".to_owned(),
        project: "/repo".to_owned(),
        session: "s".to_owned(),
        event: "PreToolUse".to_owned(),
        id: format!("id-{number}"),
        dialect: "tackle".to_owned(),
        command: "x".repeat(200),
        status: "ok".to_owned(),
        exit_code: Some(0),
        signal: None,
        duration_ms: 3,
        stderr: String::new(),
        why: None,
    };
    serde_json::to_string(&record).expect("a record is JSON")
}

fn roots(home: &Path) -> Roots {
    let home = home.to_owned();
    Roots {
        user: home.clone(),
        repository: home.clone(),
        app_data: home.clone(),
        home,
    }
}

fn ids(loaded: &Loaded<Vec<RunRecord>>) -> Vec<&str> {
    loaded.value.iter().map(|it| it.id.as_str()).collect()
}

#[test]
fn the_newest_run_is_first_and_a_broken_line_hurts_nobody() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = format!("{}\n{{\"id\":\n{}\n", record(1), record(2));
    write_atomic(
        &folder.path().join("hook-runs.jsonl"),
        text.as_bytes(),
        Access::Keep,
    )
    .expect("a file in it");
    let loaded = newest(&roots(folder.path()));
    assert_eq!(ids(&loaded), ["id-2", "id-1"]);
    assert_eq!(loaded.problems.len(), 1, "{:?}", loaded.problems);
    assert_eq!(loaded.problems[0].code, "hooks/run-log");
}

#[test]
fn no_log_is_no_problem() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    assert_eq!(newest(&roots(folder.path())), Loaded::default());
}

#[test]
fn a_log_that_grew_too_long_keeps_its_newer_half_in_whole_lines() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("hook-runs.jsonl");
    let n_lines = 4_000;
    let text: String = (0..n_lines).map(|it| record(it) + "\n").collect();
    assert!(text.len() as u64 > MOST_BYTES);
    write_atomic(&file, text.as_bytes(), Access::Keep).expect("a file in it");
    keep_short(&file);
    let loaded = newest(&roots(folder.path()));
    assert_eq!(loaded.problems, []);
    assert_eq!(ids(&loaded)[0], format!("id-{}", n_lines - 1));
    let left = file.metadata().expect("it is there").len();
    assert!(
        left <= MOST_BYTES / 2 && left > MOST_BYTES / 2 - 1_000,
        "{left}"
    );
}

#[test]
fn a_log_that_is_short_is_left_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("hook-runs.jsonl");
    write_atomic(&file, record(1).as_bytes(), Access::Keep).expect("a file in it");
    keep_short(&file);
    assert_eq!(ids(&newest(&roots(folder.path()))), ["id-1"]);
    assert!(!file.with_added_extension("lock").exists());
}
