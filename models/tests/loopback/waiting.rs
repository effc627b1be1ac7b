//! Servers that say nothing, and people who do not want to wait.

use std::sync::Arc;
use std::time::Duration;

use missions::{Message, Model, ModelCx, ModelError, NoWords, Reply, Words};
use stdx::{Cancel, ManualClock};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;
use tokio::task::yield_now;

use crate::server::{Answer, End, Server};
use crate::world::{Pauses, model, request, run};

const SPEC: &str = "openai:gpt-4o";
const WORD: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hel\"}}]}\n\n";

async fn ask(model: &dyn Model, cancel: &Cancel, words: &dyn Words) -> Result<Reply, ModelError> {
    let messages = [Message::User("Say hello.".to_owned())];
    let cx = ModelCx { cancel, words };
    model.reply(request(&messages), cx).await
}

/// Moves the clock to the next deadline whenever the server has been asked `n_asked` times.
async fn pass_time(clock: ManualClock, server: Server) {
    let mut n_moves = 0;
    loop {
        // A word must have the time to arrive before the next deadline is taken for the answer's.
        for _ in 0..2000 {
            yield_now().await;
        }
        if server.asked().len() > n_moves / 2 && clock.advance_to_next_sleeper() {
            n_moves += 1;
        }
    }
}

#[test]
fn a_server_that_hangs_gets_a_second_chance_and_no_third() {
    run(async {
        let silent = |end| Answer::events("").ending(end);
        let script = vec![silent(End::HangAtOnce), silent(End::Hang)];
        let server = Server::start(script).await;
        let clock = ManualClock::default();
        let model = model(SPEC, &server.address, Arc::new(clock.timer()));
        let moving = tokio::spawn(pass_time(clock, server.clone()));
        let error = ask(&*model, &Cancel::new(), &NoWords).await.unwrap_err();
        moving.abort();
        let host = server.address.trim_start_matches("http://");
        let expected = ModelError::Unavailable {
            message: format!("`{host}` said nothing for 600 s"),
            attempts: 2,
        };
        assert_eq!(error, expected);
        assert_eq!(server.asked().len(), 2);
    });
}

#[test]
fn a_server_that_falls_silent_is_waited_for_less() {
    run(async {
        let silent = Answer::events(WORD).ending(End::Hang);
        let server = Server::start(vec![silent; 5]).await;
        let clock = ManualClock::default();
        let model = model(SPEC, &server.address, Arc::new(clock.timer()));
        let moving = tokio::spawn(pass_time(clock, server.clone()));
        let error = ask(&*model, &Cancel::new(), &NoWords).await.unwrap_err();
        moving.abort();
        assert!(
            error.to_string().contains("said nothing for 120 s"),
            "{error}"
        );
    });
}

#[test]
fn a_whole_reply_does_not_wait_for_its_price() {
    run(async {
        let end = WORD.replace("}]}", ",\"finish_reason\":\"stop\"}]}");
        let server = Server::start(vec![Answer::events(&end).ending(End::Hang)]).await;
        let clock = ManualClock::default();
        let model = model(SPEC, &server.address, Arc::new(clock.timer()));
        let moving = tokio::spawn(pass_time(clock, server.clone()));
        let reply = ask(&*model, &Cancel::new(), &NoWords).await;
        moving.abort();
        assert_eq!(reply.unwrap().text, "Hel");
        assert_eq!(server.asked().len(), 1);
    });
}

/// Cancels at the first word.
#[derive(Debug)]
struct Impatient(Cancel);

impl Words for Impatient {
    fn said(&self, _piece: &str) {
        self.0.cancel("the person pressed Ctrl-C");
    }

    fn retries(&self, _reason: &str, wait: Duration) {
        assert!(wait > Duration::ZERO);
        self.0.cancel("the person does not wait");
    }
}

#[test]
fn cancelling_ends_a_stream_at_once() {
    run(async {
        let server = Server::start(vec![Answer::events(WORD).ending(End::Hang)]).await;
        let model = model(SPEC, &server.address, Arc::new(Pauses));
        let cancel = Cancel::new();
        let error = ask(&*model, &cancel, &Impatient(cancel.clone()))
            .await
            .unwrap_err();
        let reason = "the person pressed Ctrl-C".to_owned();
        assert_eq!(error, ModelError::Cancelled { reason });
    });
}

#[test]
fn cancelling_ends_a_pause_at_once() {
    run(async {
        let server = Server::start(vec![Answer::refusal(503, "")]).await;
        let clock = ManualClock::default();
        let model = model(SPEC, &server.address, Arc::new(clock.timer()));
        let cancel = Cancel::new();
        let error = ask(&*model, &cancel, &Impatient(cancel.clone()))
            .await
            .unwrap_err();
        let reason = "the person does not wait".to_owned();
        assert_eq!(error, ModelError::Cancelled { reason });
    });
}

#[test]
fn a_server_that_does_not_run_is_not_waited_for() {
    run(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        drop(listener);
        let model = model("ollama:qwen3", &host, Arc::new(Pauses));
        let error = ask(&*model, &Cancel::new(), &NoWords).await.unwrap_err();
        let expected = ModelError::Unavailable {
            message: format!("nothing listens at `{host}`; is `ollama serve` running?"),
            attempts: 1,
        };
        assert_eq!(error, expected);
    });
}

#[test]
fn a_server_that_does_not_encrypt_is_not_asked_again() {
    run(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
            }
        });
        let model = model(SPEC, &format!("https://{host}"), Arc::new(Pauses));
        let error = ask(&*model, &Cancel::new(), &NoWords).await.unwrap_err();
        let start = format!("no secure connection to `{host}`: ");
        assert!(error.to_string().starts_with(&start), "{error}");
    });
}
