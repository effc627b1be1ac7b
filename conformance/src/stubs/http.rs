//! The http backend of cases in process: no sockets, answers from the script.

use std::sync::{Arc, Mutex};

use hooks_core::{Action, Ended, HandlerKind, HookBackend, HookCall, HttpAction, Output, RawReply};
use serde_json::{Map, json};
use stdx::Pending;

use super::scripted::{Shared, lock};
use super::{Call, Ending};
use crate::case::StubKind;

/// Answers in place of servers.
#[derive(Debug)]
pub(crate) struct ScriptedHttp(pub(crate) Arc<Mutex<Shared>>);

impl ScriptedHttp {
    fn answer(&self, action: &HttpAction, call: &HookCall<'_>) -> RawReply {
        let mut shared = lock(&self.0);
        let Some(name) = shared.script.named_in(&action.url, StubKind::Http) else {
            shared.book.unscripted.push(action.url.clone());
            return RawReply::not_started(format!("no stub answers for `{}`", action.url), None);
        };
        let answer = shared.next(&name);
        shared.book.note(&name, noted(action, call));
        match answer {
            None => RawReply::not_started("it was called too often", None),
            Some(answer) if answer.ending == Ending::Killed => RawReply::of(Ended::TimedOut),
            Some(answer) => match &answer.stub.fails {
                Some(why) => RawReply::not_started(why.clone(), None),
                None => RawReply {
                    stdout: Output::whole(answer.stdout),
                    ..RawReply::of(Ended::Status(answer.stub.status.unwrap_or(200)))
                },
            },
        }
    }
}

impl HookBackend for ScriptedHttp {
    fn kind(&self) -> HandlerKind {
        HandlerKind::Http
    }

    fn run<'a>(&'a self, call: HookCall<'a>) -> Pending<'a, RawReply> {
        Box::pin(async move {
            match &call.handler.action {
                Action::Http(action) => self.answer(action, &call),
                _ => RawReply::not_started("this is not an http hook", None),
            }
        })
    }
}

fn noted(action: &HttpAction, call: &HookCall<'_>) -> Call {
    let mut asked = Map::new();
    asked.insert("url".to_owned(), json!(action.url));
    Call {
        stdin: call.stdin.to_vec(),
        asked,
        ..Call::default()
    }
}
