//! What a server gets to see.

use hooks_core::Ended;
use stdx::Cancel;

use crate::Hook;
use crate::server::{NOBODY, Server};

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

/// Runs `hook` against a server and returns the lines of the request, without those that differ
/// from run to run.
#[track_caller]
fn sent(hook: impl FnOnce(&mut Hook)) -> (Vec<String>, String) {
    let server = Server::answering(OK);
    let mut it = Hook::on(server.url());
    hook(&mut it);
    assert_eq!(it.run().ended, Ended::Status(200));
    let (head, body) = server.request();
    let host = format!("host: 127.0.0.1:{}", server.port);
    assert!(head.contains(&host), "no `{host}` in {head:?}");
    let head = head.into_iter().filter(|it| *it != host).collect();
    (head, String::from_utf8(body).unwrap())
}

#[test]
fn the_event_is_posted_as_json() {
    let (mut head, body) = sent(|it| it.body = br#"{"tool_name":"Bash"}"#.to_vec());
    assert_eq!(head.remove(0), "POST /hook HTTP/1.1");
    head.sort();
    let agent = concat!("user-agent: tackle/", env!("CARGO_PKG_VERSION"));
    assert_eq!(
        head,
        [
            "accept: */*",
            "content-length: 20",
            "content-type: application/json",
            agent
        ]
    );
    assert_eq!(body, r#"{"tool_name":"Bash"}"#);
}

#[test]
fn the_address_is_called_in_its_plain_form() {
    let server = Server::answering(OK);
    let url = format!("HTTP://127.0.0.1.:{}/a/../b/%2E%2e/c?d=../e#f", server.port);
    assert_eq!(Hook::on(url).run().ended, Ended::Status(200));
    assert_eq!(server.request().0[0], "POST /c?d=../e HTTP/1.1");
}

#[test]
fn variables_go_into_headers_and_nowhere_else() {
    let (head, body) = sent(|it| {
        it.body = b"\"$TOKEN\"".to_vec();
        it.action.url += "/$TOKEN";
        it.action.headers = vec![("Authorization".to_owned(), "Bearer ${TOKEN}".to_owned())];
        it.action.allowed_variables = vec!["TOKEN".to_owned()];
        it.variables
            .insert("TOKEN".to_owned(), "s3cret\r\nX-Injected: yes".to_owned());
    });
    assert_eq!(head[0], "POST /hook/$TOKEN HTTP/1.1");
    assert!(
        head.contains(&"authorization: Bearer s3cretX-Injected: yes".to_owned()),
        "{head:?}"
    );
    assert_eq!(body, "\"$TOKEN\"");
}

#[test]
fn notes_come_with_the_answer_and_without_one() {
    let note =
        "header `x-a` was sent without `$TOKEN`, which the hook's `allowedEnvVars` does not list";
    let server = Server::answering(OK);
    for port in [server.port, NOBODY] {
        let mut hook = Hook::on(format!("http://127.0.0.1:{port}/"));
        hook.action.headers = vec![("X-A".to_owned(), "$TOKEN".to_owned())];
        assert_eq!(hook.run().notes, [note]);
    }
}

#[test]
fn whoever_is_cancelled_before_does_not_call() {
    let server = Server::answering(OK);
    let mut hook = Hook::on(server.url());
    hook.cancel.cancel("the turn is over");
    assert_eq!(hook.run().ended, Ended::Cancelled);

    // The server, which serves one, was not touched.
    hook.cancel = Cancel::new();
    assert_eq!(hook.run().ended, Ended::Status(200));
}
