//! A run ends when its time is up, the work is cancelled or nobody waits any more, and lets the
//! server go.

use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use hooks_core::{Ended, HookBackend, RawReply};

use crate::server::{Client, Seen, Server};
use crate::{Hook, LIMIT};

/// Runs a hook on a server that plays `script`, while `meanwhile` happens.
fn run(
    script: impl FnOnce(&mut Client<'_>) + Send + 'static,
    meanwhile: impl FnOnce(&Server, &Hook),
) -> RawReply {
    let server = Server::playing(script);
    let mut hook = Hook::on(server.url());
    hook.body = vec![b' '; 32 << 20];
    let reply = thread::scope(|scope| {
        let running = scope.spawn(|| hook.run());
        meanwhile(&server, &hook);
        running.join().unwrap()
    });
    assert_eq!(server.next(), Seen::Closed);
    reply
}

fn timed_out_after(took: Duration) -> RawReply {
    RawReply {
        took,
        ..RawReply::of(Ended::TimedOut)
    }
}

/// A server that reads the request and then says nothing.
fn silent(client: &mut Client<'_>) {
    client.request();
    client.closed();
}

#[test]
fn time_is_up_before_the_answer() {
    let reply = run(silent, |server, hook| {
        server.request();
        hook.clock.advance(LIMIT);
    });
    assert_eq!(reply, timed_out_after(LIMIT));
}

#[test]
fn time_is_up_within_the_headers() {
    let half = |client: &mut Client<'_>| {
        client.request();
        client.send(b"HTTP/1.1 200 OK\r\nX-Slow: ");
        client.say(Seen::Word("half"));
        client.closed();
    };
    let reply = run(half, |server, hook| {
        server.request();
        assert_eq!(server.next(), Seen::Word("half"));
        hook.clock.advance(LIMIT);
    });
    assert_eq!(reply, timed_out_after(LIMIT));
}

#[test]
fn a_trickle_does_not_buy_time() {
    let trickle = |client: &mut Client<'_>| {
        client.request();
        client.send(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
        for _ in 0..6 {
            client.send(b" ");
            client.say(Seen::Word("drop"));
        }
        client.closed();
    };
    let reply = run(trickle, |server, hook| {
        server.request();
        for _ in 0..6 {
            assert_eq!(server.next(), Seen::Word("drop"));
            hook.clock.advance(LIMIT / 6);
        }
    });
    assert_eq!(reply, timed_out_after(LIMIT));
}

#[test]
fn time_is_up_while_the_server_does_not_read() {
    let deaf = |client: &mut Client<'_>| {
        client.head();
        client.say(Seen::Word("head"));
        client.closed();
    };
    let reply = run(deaf, |server, hook| {
        assert_eq!(server.next(), Seen::Word("head"));
        hook.clock.advance(LIMIT);
    });
    assert_eq!(reply, timed_out_after(LIMIT));
}

#[test]
fn a_cancel_ends_it_at_once() {
    let reply = run(silent, |server, hook| {
        server.request();
        hook.cancel.cancel("the turn is over");
    });
    assert_eq!(reply, RawReply::of(Ended::Cancelled));
}

#[test]
fn dropping_the_future_ends_it() {
    let server = Server::playing(silent);
    let hook = Hook::on(server.url());
    let (backend, handler) = (hook.backend(), hook.handler());
    let mut running = backend.run(hook.call(&handler));
    let waker = Waker::from(Arc::new(Nobody));
    let polled = running.as_mut().poll(&mut Context::from_waker(&waker));
    assert_eq!(polled, Poll::Pending);
    server.request();
    drop(running);
    assert_eq!(server.next(), Seen::Closed);
}

struct Nobody;

impl Wake for Nobody {
    fn wake(self: Arc<Self>) {}
}

#[test]
fn a_future_that_is_never_polled_does_nothing() {
    let server = Server::answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    let hook = Hook::on(server.url());
    let (backend, handler) = (hook.backend(), hook.handler());
    drop(backend.run(hook.call(&handler)));
    // The server, which serves one, was not touched.
    assert_eq!(hook.run().ended, Ended::Status(200));
}
