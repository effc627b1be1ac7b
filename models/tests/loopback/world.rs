//! A model in front of a scripted server, with ears and a timer that remember.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails as a test does")]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use missions::{
    Message, Model, ModelCx, ModelError, Reply, Request, Success, ToolCall, ToolSpec, Words,
};
use models::{ConnectOptions, ModelSpec, Patience, Secret, connect};
use serde_json::{Value, json};
use stdx::{Cancel, ManualClock, Pending, Timer};

use crate::server::{Answer, Asked, Server};

/// A key as vendors make them; it must be found nowhere.
pub(crate) const KEY: &str = "sk-very-secret-0123456789";

/// Is up at once when a pause was wanted, and never when a server is waited for.
#[derive(Debug)]
pub(crate) struct Pauses;

impl Timer for Pauses {
    fn sleep(&self, how_long: Duration) -> Pending<'static, ()> {
        match how_long <= Duration::from_secs(60) {
            true => Box::pin(std::future::ready(())),
            false => Box::pin(std::future::pending()),
        }
    }
}

/// Everything that was heard, in order.
#[derive(Debug, Default)]
pub(crate) struct Ears {
    pub(crate) heard: Mutex<Vec<String>>,
}

impl Ears {
    fn hear(&self, it: String) {
        self.heard.lock().unwrap().push(it);
    }
}

impl Words for Ears {
    fn said(&self, piece: &str) {
        self.hear(format!("said {piece}"));
    }

    fn retries(&self, reason: &str, wait: Duration) {
        // The port of the server is another each time.
        let reason = reason.replace(|it: char| it.is_ascii_digit(), "");
        self.hear(format!("again in {wait:?}: {reason}"));
    }
}

/// What came of one request.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) reply: Result<Reply, ModelError>,
    pub(crate) heard: Vec<String>,
    pub(crate) asked: Vec<Asked>,
}

impl Outcome {
    /// The words for a person, with the server's port left out.
    pub(crate) fn error(&self) -> String {
        let error = self.reply.as_ref().unwrap_err();
        let start = "127.0.0.1:";
        let text = error.to_string();
        match text.split_once(start) {
            Some((before, after)) => {
                format!(
                    "{before}HOST{}",
                    after.trim_start_matches(|it: char| it.is_ascii_digit())
                )
            }
            None => text,
        }
    }
}

pub(crate) fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(work)
}

/// The model `spec` at this address.
pub(crate) fn model(spec: &str, address: &str, timer: Arc<dyn Timer>) -> Arc<dyn Model> {
    let options = ConnectOptions::new(
        ModelSpec::parse(spec).unwrap(),
        timer,
        Arc::new(ManualClock::default()),
    );
    connect(ConnectOptions {
        base_url: Some(address.to_owned()),
        key: Secret::new(KEY),
        patience: Patience {
            after_end: Duration::from_secs(90),
            ..Patience::default()
        },
        ..options
    })
    .unwrap()
}

/// Asks `spec` once, in front of a server with this script.
pub(crate) fn ask(spec: &str, request: Request<'_>, script: Vec<Answer>) -> Outcome {
    run(async {
        let server = Server::start(script).await;
        let ears = Ears::default();
        let model = model(spec, &server.address, Arc::new(Pauses));
        let cx = ModelCx {
            cancel: &Cancel::new(),
            words: &ears,
        };
        let reply = model.reply(request, cx).await;
        let shown = format!("{reply:?} {:?} {model:?}", ears.heard);
        assert!(!shown.contains(KEY), "the key shows in {shown}");
        Outcome {
            reply,
            heard: ears.heard.into_inner().unwrap(),
            asked: server.asked(),
        }
    })
}

/// Asks with a single short instruction.
pub(crate) fn ask_hello(spec: &str, script: Vec<Answer>) -> Outcome {
    let messages = [Message::User("Say hello.".to_owned())];
    ask(spec, request(&messages), script)
}

pub(crate) fn request(messages: &[Message]) -> Request<'_> {
    Request {
        system: "Be brief.",
        messages,
        tools: &[],
        n_results: 0,
        max_output_tokens: None,
    }
}

pub(crate) fn call(id: &str, name: &str, input: Value) -> ToolCall {
    ToolCall {
        id: id.to_owned(),
        name: name.to_owned(),
        input,
    }
}

/// A tool without arguments, as lax servers of tools describe it.
pub(crate) fn bare_tool() -> ToolSpec {
    ToolSpec {
        name: "now".to_owned(),
        description: String::new(),
        input_schema: json!({ "oneOf": [{}] }),
    }
}

pub(crate) fn read_tool() -> ToolSpec {
    ToolSpec {
        name: "read".to_owned(),
        description: "Reads a file.".to_owned(),
        input_schema: json!({ "type": "object", "properties": { "path": { "type": "string" } } }),
    }
}

/// A conversation with everything in it: two calls at once, one of which failed, and a word of the
/// user after their results.
pub(crate) fn long_conversation() -> Vec<Message> {
    let result = |id: &str, text: &str, success| Message::Result {
        call_id: id.to_owned(),
        tool: "read".to_owned(),
        text: text.to_owned(),
        success,
    };
    vec![
        Message::User("Read both.".to_owned()),
        Message::Assistant {
            text: "I read them.".to_owned(),
            calls: vec![
                call("call_1", "read", json!({ "path": "a" })),
                call("call_2", "read", Value::String("{\"path".to_owned())),
            ],
        },
        result("call_1", "A", Success::Yes),
        result("call_2", "the input is no JSON", Success::No),
        Message::User("A hook says: be careful.".to_owned()),
    ]
}
