//! What a server answered is reported as it is.

use hooks_core::{Ended, Output, RawReply};

use crate::Hook;
use crate::server::Server;

/// The most of a body that is kept.
const KEPT: usize = 16 << 20;

#[track_caller]
fn check(answer: &str, expected: (u16, &str)) {
    check_with_notes(answer, expected, &[]);
}

#[track_caller]
fn check_with_notes(answer: &str, (status, body): (u16, &str), notes: &[&str]) {
    let server = Server::answering(answer);
    let mut expected = RawReply::of(Ended::Status(status));
    expected.stdout = Output::whole(body);
    expected.notes = notes.iter().map(|&it| it.to_owned()).collect();
    assert_eq!(Hook::on(server.url()).run(), expected);
}

#[test]
fn any_status_with_its_body() {
    check("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", (200, ""));
    check(
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
        (200, "{}"),
    );
    check(
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nfine",
        (200, "fine"),
    );
    check("HTTP/1.1 204 No Content\r\n\r\n", (204, ""));
    check("HTTP/1.1 304 Not Modified\r\n\r\n", (304, ""));
    check(
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n",
        (401, ""),
    );
    check(
        "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nwhat",
        (404, "what"),
    );
    check(
        "HTTP/1.1 500 Oh\r\nContent-Length: 4\r\n\r\noops",
        (500, "oops"),
    );
    check("HTTP/1.1 299 \r\nContent-Length: 0\r\n\r\n", (299, ""));
}

#[test]
fn any_way_to_end_a_body() {
    check(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n",
        (200, "{}"),
    );
    check("HTTP/1.1 200 OK\r\n\r\n{}", (200, "{}"));
    check("HTTP/1.0 200 OK\r\n\r\n{}", (200, "{}"));
    check(
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}and more",
        (200, "{}"),
    );
}

#[test]
fn what_comes_before_the_answer_is_passed_over() {
    check(
        "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
        (200, "{}"),
    );
}

#[test]
fn a_redirect_is_an_answer() {
    for status in [301, 302, 303, 307, 308] {
        let elsewhere = Server::answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        let answer = format!(
            "HTTP/1.1 {status} Moved\r\nLocation: {}\r\nContent-Length: 4\r\n\r\ngone",
            elsewhere.url()
        );
        check_with_notes(&answer, (status, "gone"), &["redirects are not followed"]);
    }
}

#[test]
fn bytes_stay_bytes() {
    let server = Server::answering(*b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\xff\x00\n");
    assert_eq!(
        Hook::on(server.url()).run().stdout,
        Output::whole(*b"\xff\x00\n")
    );
}

#[test]
fn a_body_of_just_the_limit_is_whole() {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {KEPT}\r\n\r\n");
    let body = vec![b'x'; KEPT];
    let server = Server::answering([head.into_bytes(), body.clone()].concat());
    let reply = Hook::on(server.url()).run();
    assert_eq!(
        (reply.stdout == Output::whole(body), reply.notes.len()),
        (true, 0)
    );
}

#[track_caller]
fn check_cut(head: &str, body: Vec<u8>) -> u64 {
    let server = Server::answering([head.as_bytes(), &body].concat());
    let reply = Hook::on(server.url()).run();
    assert_eq!(reply.ended, Ended::Status(200));
    assert_eq!(
        (reply.stdout.bytes.len(), reply.stdout.is_cut()),
        (KEPT, true)
    );
    assert_eq!(
        reply.notes,
        ["the rest of the answer, after 16777216 bytes, was not read"]
    );
    reply.stdout.total
}

#[test]
fn a_huge_body_is_cut_and_its_length_told() {
    let huge = 20 << 20;
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {huge}\r\n\r\n");
    assert_eq!(check_cut(&head, vec![b'x'; huge]), huge as u64);
}

#[test]
fn a_body_without_end_is_cut() {
    let server = Server::playing(|client| {
        client.request();
        client.send(b"HTTP/1.1 200 OK\r\n\r\n");
        while client.send(&[b'x'; 1 << 16]) {}
    });
    let reply = Hook::on(server.url()).run();
    assert_eq!(
        (reply.stdout.bytes.len(), reply.stdout.is_cut()),
        (KEPT, true)
    );
}
