use serde_json::json;

use crate::bench::{Line, read, report, table};

fn line(name: &str, ratio: f64, is_kept: bool) -> Line {
    Line {
        name: name.to_owned(),
        ratio,
        goal: 1.15,
        is_kept,
    }
}

#[track_caller]
fn check_read(input: &str, expected: Option<Line>) {
    assert_eq!(read(input), expected, "{input}");
}

#[test]
fn a_line_of_a_bench_is_read_and_talk_is_not() {
    check_read(
        r#"{"name":"spawn","ratio":1.1,"goal":1.15,"ok":true}"#,
        Some(line("spawn", 1.1, true)),
    );
    check_read("running 0 tests", None);
    check_read("{}", None);
    check_read(
        r#"{"name":"spawn","ratio":"fast","goal":1.15,"ok":true}"#,
        None,
    );
}

#[test]
fn people_read_a_table_and_programs_read_json() {
    let lines = [line("spawn", 1.1, true), line("spawn-big-host", 1.2, false)];
    assert_eq!(
        table(&lines),
        "spawn                1.100  goal    1.150  ok\n\
         spawn-big-host       1.200  goal    1.150  MISSED\n"
    );
    assert_eq!(
        report(&lines),
        json!({ "benches": [
            { "name": "spawn", "ratio": 1.1, "goal": 1.15, "ok": true },
            { "name": "spawn-big-host", "ratio": 1.2, "goal": 1.15, "ok": false },
        ]})
    );
}
