//! Without an answer, the address is named and why there is none.

use hooks_core::{Ended, Fault};

use crate::Hook;
use crate::server::{Client, NOBODY, Server};

/// Checks the message, in which `ADDRESS` stands for the server's.
#[track_caller]
fn check(script: impl FnOnce(&mut Client<'_>) + Send + 'static, expected: &str) {
    let server = Server::playing(script);
    let secret = format!("http://127.0.0.1:{}/hook?key=s3cret", server.port);
    check_fault(
        &Hook::on(secret),
        &expected.replace("ADDRESS", &server.url()),
    );
}

#[track_caller]
fn check_fault(hook: &Hook, expected: &str) {
    let fault = Fault {
        message: expected.to_owned(),
        hint: None,
    };
    assert_eq!(hook.run().ended, Ended::NotStarted(fault));
}

#[test]
fn a_server_that_leaves() {
    check(
        |client| client.request(),
        "`ADDRESS` closed the connection without an answer",
    );
    check(
        |client| {
            client.request();
            client.send(b"HTTP/1.1 200 OK\r\nContent-Le");
        },
        "`ADDRESS` closed the connection without an answer",
    );
    check(
        |client| {
            client.request();
            client.send(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"decis");
        },
        "`ADDRESS` closed the connection within its answer",
    );
    check(
        |client| {
            client.request();
            client.send(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\"");
        },
        "`ADDRESS` closed the connection within its answer",
    );
}

#[test]
fn a_server_that_does_not_speak_http() {
    check(
        |client| {
            client.request();
            client.send(b"220 mail.example.com ESMTP\r\n\r\n");
        },
        "`ADDRESS` did not answer in HTTP/1.1: http parse fail: invalid HTTP version",
    );
}

#[test]
fn nobody_at_the_port() {
    let url = format!("http://127.0.0.1:{NOBODY}/hook");
    check_fault(
        &Hook::on(&url),
        &format!("cannot reach `{url}`: connection refused"),
    );
}

#[test]
fn an_address_that_the_policy_forbids() {
    let server = Server::answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    let mut hook = Hook::on(server.url());
    hook.policy.allowed = Some(vec![
        "https://*".to_owned(),
        "http://localhost:*".to_owned(),
    ]);
    let refused = Fault {
        message: format!("the address `{}` is not allowed", server.url()),
        hint: Some("`allowedHttpHookUrls` allows `https://*`, `http://localhost:*`".to_owned()),
    };
    assert_eq!(hook.run().ended, Ended::NotStarted(refused));
}
