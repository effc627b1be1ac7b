//! A backend whose answers are written down, and whose runs finish in an order that is given.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};
use std::time::Duration;

use serde_json::{Map, Value};
use stdx::{Pending, block_on};

use crate::{
    Action, CommandLine, DialectId, Dialects, Dispatch, DispatchCx, Ended, Engine, Event,
    EventName, HandlerKind, HookBackend, HookCall, Layer, Moment, Output, Ports, RawReply, Session,
    Source, Tool, ToolUse, TrustState, parse_document,
};

/// Answers by command line.
#[derive(Debug, Default)]
pub(super) struct Scripted {
    answers: BTreeMap<String, RawReply>,
    refuses: Option<(String, String)>,
    /// The commands in the order in which they finish; those not listed finish at once.
    finish: Vec<String>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    n_finished: usize,
    wakers: Vec<Waker>,
    seen: Vec<(String, String)>,
}

impl Scripted {
    pub(super) fn answer(mut self, command: &str, reply: RawReply) -> Scripted {
        self.answers.insert(command.to_owned(), reply);
        self
    }

    /// Exits with 2 whenever its input holds this text.
    pub(super) fn refusing(mut self, command: &str, text: &str) -> Scripted {
        self.refuses = Some((command.to_owned(), text.to_owned()));
        self
    }

    pub(super) fn finishing(mut self, order: &[&str]) -> Scripted {
        self.finish = order.iter().map(|it| (*it).to_owned()).collect();
        self
    }

    /// The commands that ran, each with what it got on standard input, in order of start.
    pub(super) fn seen(&self) -> Vec<(String, String)> {
        self.state.lock().unwrap().seen.clone()
    }

    fn poll_turn(&self, command: &str, waker: &Waker) -> Poll<()> {
        let mut state = self.state.lock().unwrap();
        let Some(turn) = self.finish.iter().position(|it| it == command) else {
            return Poll::Ready(());
        };
        if turn > state.n_finished {
            state.wakers.push(waker.clone());
            return Poll::Pending;
        }
        state.n_finished = state.n_finished.max(turn + 1);
        state.wakers.drain(..).for_each(Waker::wake);
        Poll::Ready(())
    }
}

impl HookBackend for Scripted {
    fn kind(&self) -> HandlerKind {
        HandlerKind::Command
    }

    fn run<'a>(&'a self, call: HookCall<'a>) -> Pending<'a, RawReply> {
        Box::pin(async move {
            let Action::Command(CommandLine::Shell { line, .. }) = &call.handler.action else {
                panic!("only shell lines are scripted");
            };
            let stdin = String::from_utf8_lossy(&call.stdin).into_owned();
            self.state
                .lock()
                .unwrap()
                .seen
                .push((line.clone(), stdin.clone()));
            std::future::poll_fn(|cx| self.poll_turn(line, cx.waker())).await;
            match &self.refuses {
                Some((command, text)) if command == line && stdin.contains(text) => exit(2),
                _ => self.answers.get(line).cloned().unwrap_or_else(|| exit(0)),
            }
        })
    }
}

pub(super) fn exit(code: i32) -> RawReply {
    RawReply {
        took: Duration::ZERO,
        ..RawReply::of(Ended::Exit(code))
    }
}

pub(super) fn exit_with(code: i32, stderr: &str) -> RawReply {
    RawReply {
        stderr: Output::whole(stderr),
        ..exit(code)
    }
}

pub(super) fn says(stdout: &str) -> RawReply {
    RawReply {
        stdout: Output::whole(stdout),
        ..exit(0)
    }
}

/// One layer from the text of its file.
pub(super) fn layer(dialect: DialectId, source: Source, text: &str) -> Layer {
    let file = PathBuf::from(format!("/files/{dialect}/{}.json", source.as_str()));
    let document = parse_document(&file, text.as_bytes()).unwrap();
    let row = dialect.dialect();
    let mut config = (row.read_config)(row.rules, &document);
    for handler in &mut config.handlers {
        handler.id = format!("{dialect}:{}:{}", source.as_str(), handler.pointer);
    }
    Layer {
        dialect,
        source,
        file,
        trust: TrustState::NotNeeded,
        handlers: config.handlers,
        skipped: config.skipped,
        plugin: None,
        http: config.http,
        problems: config.problems,
    }
}

pub(super) fn event(name: EventName) -> Event {
    let session = Session {
        id: "s-1".to_owned(),
        cwd: "/repo".into(),
        project: "/repo".into(),
        transcript: None,
    };
    Event::new(name, session)
}

/// A shell call in our own words.
pub(super) fn shell(command: &str) -> Event {
    let mut event = event(EventName::PreToolUse);
    let input: Map<String, Value> = [("command".to_owned(), Value::from(command))]
        .into_iter()
        .collect();
    event.tool = Some(ToolUse {
        spoken: "run_command".to_owned(),
        meanings: vec![Tool::Shell],
        input,
        call_id: None,
        output: None,
    });
    event
}

/// Fires the event at the scripted backend.
pub(super) fn fire(
    layers: Vec<Layer>,
    scripted: Scripted,
    event: &Event,
) -> (Dispatch, Arc<Scripted>) {
    fire_in(layers, scripted, event, &DispatchCx::default())
}

/// The same, in given surroundings.
pub(super) fn fire_in(
    layers: Vec<Layer>,
    scripted: Scripted,
    event: &Event,
    cx: &DispatchCx,
) -> (Dispatch, Arc<Scripted>) {
    fire_at(layers, scripted, event, (Moment::BeforeApproval, cx))
}

/// The same, at a given moment.
pub(super) fn fire_at(
    layers: Vec<Layer>,
    scripted: Scripted,
    event: &Event,
    (moment, cx): (Moment, &DispatchCx),
) -> (Dispatch, Arc<Scripted>) {
    let scripted = Arc::new(scripted);
    let ports = Ports {
        backends: vec![Arc::clone(&scripted) as _],
        ..Ports::default()
    };
    let engine = Engine::new(layers, &Dialects::default(), ports);
    let dispatch = block_on(engine.dispatch(event, moment, cx));
    (dispatch, scripted)
}
