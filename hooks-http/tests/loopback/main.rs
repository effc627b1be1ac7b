//! The backend against real servers on loopback.
#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it must be"
)]

mod answers;
mod breaking_off;
mod https;
mod limits;
mod requests;
mod server;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use hooks_core::{
    Action, Environment, EnvironmentRule, EventName, Handler, HookBackend, HookCall, HttpAction,
    Matcher, OnFailure, RawReply, Times, Trail, Waiting,
};
use hooks_http::{HttpBackend, HttpOptions, UrlPolicy};
use stdx::{Cancel, ManualClock, block_on};

/// How long a hook may take, on a clock that stands still unless a test moves it.
const LIMIT: Duration = Duration::from_secs(60);

/// One hook and the world around it.
pub(crate) struct Hook {
    pub(crate) action: HttpAction,
    pub(crate) body: Vec<u8>,
    pub(crate) cancel: Cancel,
    pub(crate) clock: ManualClock,
    pub(crate) policy: UrlPolicy,
    pub(crate) variables: BTreeMap<String, String>,
}

impl Hook {
    pub(crate) fn on(url: impl Into<String>) -> Hook {
        let action = HttpAction {
            url: url.into(),
            headers: Vec::new(),
            allowed_variables: Vec::new(),
        };
        Hook {
            action,
            body: b"{}".to_vec(),
            cancel: Cancel::new(),
            clock: ManualClock::default(),
            policy: UrlPolicy::default(),
            variables: BTreeMap::new(),
        }
    }

    /// Runs it to its end.
    pub(crate) fn run(&self) -> RawReply {
        let (backend, handler) = (self.backend(), self.handler());
        block_on(backend.run(self.call(&handler)))
    }

    pub(crate) fn backend(&self) -> HttpBackend {
        HttpBackend::new(HttpOptions {
            variables: Arc::new(self.variables.clone()),
            policy: self.policy.clone(),
            clock: Arc::new(self.clock.clone()),
            timer: Arc::new(self.clock.timer()),
        })
    }

    pub(crate) fn call<'a>(&self, handler: &'a Handler) -> HookCall<'a> {
        HookCall {
            handler,
            stdin: Arc::from(self.body.as_slice()),
            environment: Environment {
                base: EnvironmentRule::Inherited,
                unset: &[],
                set: Vec::new(),
            },
            cwd: Path::new("/"),
            timeout: LIMIT,
            cancel: self.cancel.clone(),
            trail: Trail::default(),
        }
    }

    pub(crate) fn handler(&self) -> Handler {
        Handler {
            id: "project:hooks.json#1".to_owned(),
            event: EventName::PreToolUse,
            event_word: "PreToolUse".to_owned(),
            matcher: Matcher::everything(),
            condition: None,
            action: Action::Http(self.action.clone()),
            timeout: LIMIT,
            on_failure: OnFailure::Proceed,
            waiting: Waiting::Awaited,
            times: Times::Always,
            status_message: None,
            place: None,
            pointer: "hooks.PreToolUse[0]".to_owned(),
        }
    }
}
