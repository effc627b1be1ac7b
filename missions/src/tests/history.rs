//! A transcript is read back as it was written, wherever a crash tore it.

use std::fs::File;
use std::io::Write;
use std::time::SystemTime;

use serde_json::json;

use super::fakes::scene;
use crate::{Begun, Line, Message, OpenCall, Success, ToolCall, Transcript};

fn call(id: &str) -> ToolCall {
    ToolCall {
        id: id.to_owned(),
        name: "act".to_owned(),
        input: json!({ "n": 1 }),
    }
}

fn result(id: &str) -> Message {
    Message::Result {
        call_id: id.to_owned(),
        tool: "act".to_owned(),
        text: "done ü".to_owned(),
        success: Success::Yes,
    }
}

fn asks(ids: &[&str]) -> Message {
    Message::Assistant {
        text: "I act".to_owned(),
        calls: ids.iter().map(|it| call(it)).collect(),
    }
}

fn line(message: &Message) -> Line<'_> {
    Line::Message {
        message,
        usage: None,
        model: None,
    }
}

/// A folder with a transcript of these lines.
fn written(lines: &[Line<'_>]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is a folder for temporary files");
    let path = folder.path().join("t.jsonl");
    let (transcript, _) = Transcript::open(&path).expect("the folder was just made");
    for line in lines {
        let appended = transcript.append(*line, &scene(folder.path()), SystemTime::UNIX_EPOCH);
        appended.expect("the disk has room");
    }
    folder
}

fn read(folder: &tempfile::TempDir) -> crate::History {
    let path = folder.path().join("t.jsonl");
    Transcript::open(&path).expect("it is there").1
}

#[test]
fn what_was_written_is_read_back() {
    let messages = [
        Message::User("do it".to_owned()),
        asks(&["1", "2"]),
        result("1"),
        result("2"),
    ];
    let lines: Vec<_> = messages.iter().map(line).collect();
    let history = read(&written(&lines));
    assert_eq!(history.messages, messages);
    assert_eq!(history.n_results, 2);
    assert_eq!(history.open, []);
}

#[test]
fn calls_without_a_result_say_whether_they_had_begun() {
    let asks = asks(&["1", "2", "3"]);
    let result = result("1");
    let begins = Line::Started {
        call_id: "2",
        tool: "act",
    };
    let history = read(&written(&[line(&asks), line(&result), begins]));
    let open = |id: &str, begun| OpenCall {
        call: call(id),
        begun,
    };
    assert_eq!(history.open, [open("2", Begun::Yes), open("3", Begun::No)]);
    let told: Vec<bool> = history.broken_off().iter().map(says_not_again).collect();
    assert_eq!(told, [true, false]);
}

fn says_not_again(message: &Message) -> bool {
    matches!(message, Message::Result { text, success: Success::No, .. } if text.contains("NOT run again"))
}

#[test]
fn a_summary_stands_for_what_was_before_it() {
    let first = Message::User("one".to_owned());
    let second = Message::User("two".to_owned());
    for (kept, rest) in [
        (0, vec![]),
        (1, vec![second.clone()]),
        (9, vec![first.clone(), second.clone()]),
    ] {
        let compacted = Line::Compacted {
            summary: "short",
            kept,
        };
        let history = read(&written(&[line(&first), line(&second), compacted]));
        let mut expected = vec![Message::User("short".to_owned())];
        expected.extend(rest);
        assert_eq!(history.messages, expected, "{kept} kept");
    }
}

/// Cut at every byte: what is whole is read, the torn end is told and cut off, and whoever goes on
/// writes a line of its own.
#[test]
fn a_torn_line_costs_that_line_alone() {
    let messages = [Message::User("über".to_owned()), asks(&["1"]), result("1")];
    let lines: Vec<_> = messages.iter().map(line).collect();
    let folder = written(&lines);
    let path = folder.path().join("t.jsonl");
    let whole = stdx::fs::read(&path, stdx::fs::Limit::mebibytes(1)).expect("it is there");
    for end in 0..=whole.len() {
        let cut = &whole[..end];
        let mut file = File::create(&path).expect("the folder is there");
        file.write_all(cut).expect("the disk has room");
        let n_lines = cut.iter().filter(|it| **it == b'\n').count();
        let (transcript, history) = Transcript::open(&path).expect("it is there");
        assert_eq!(history.messages, messages[..n_lines], "cut at {end}");
        let n_torn = cut.iter().rev().take_while(|it| **it != b'\n').count();
        assert_eq!(history.torn_bytes, n_torn, "cut at {end}");
        let next = Message::User("go on".to_owned());
        let appended =
            transcript.append(line(&next), &scene(folder.path()), SystemTime::UNIX_EPOCH);
        appended.expect("the disk has room");
        let again = read(&folder);
        assert_eq!(again.messages.last(), Some(&next), "cut at {end}");
        assert!(
            again.problems.is_empty(),
            "cut at {end}: {:?}",
            again.problems
        );
    }
}

#[test]
fn a_line_that_is_no_json_is_a_problem_and_no_more() {
    let folder = written(&[line(&Message::User("one".to_owned()))]);
    let path = folder.path().join("t.jsonl");
    let access = stdx::fs::Access::OwnerOnly;
    stdx::fs::append_line(&path, b"{ broken", access).expect("the disk has room");
    let history = read(&folder);
    assert_eq!(history.messages.len(), 1);
    assert_eq!(history.problems.len(), 1);
}
