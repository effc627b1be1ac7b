//! One run of one hook: started, awaited, judged. It owns all it needs, so that it can go on beside
//! the work.

use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use stdx::{Cancel, Pending};

use crate::chain::ChainLayer;
use crate::dialect::{Dialect, Environment};
use crate::event::Event;
use crate::handler::{Handler, HandlerKind, OnFailure, Times};
use crate::judge::{Case, Judged, judge};
use crate::limits::limit;
use crate::outcome::{HookRun, RunStatus};
use crate::ports::{Governance, Governed, HookBackend, HookCall, LongTexts, OnceLedger};
use crate::reply::{Decision, Ended, Fault, RawReply};
use crate::rules::{EventRules, Refused};
use crate::trail::Trail;

/// All that one run needs.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) dialect: Dialect,
    pub(crate) event_rules: EventRules,
    pub(crate) event: Arc<Event>,
    pub(crate) handler: Arc<Handler>,
    pub(crate) layer: Arc<ChainLayer>,
    pub(crate) backend: Arc<dyn HookBackend>,
    pub(crate) governance: Option<Arc<dyn Governance>>,
    pub(crate) once: Option<Arc<dyn OnceLedger>>,
    pub(crate) long_texts: Option<Arc<dyn LongTexts>>,
    pub(crate) stdin: Arc<[u8]>,
    pub(crate) environment: Environment,
    pub(crate) cwd: PathBuf,
    pub(crate) cancel: Cancel,
    pub(crate) trail: Trail,
    pub(crate) on_failure: OnFailure,
    pub(crate) pass: u8,
}

/// A finished run: the line for lists, and what it says.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) line: HookRun,
    pub(crate) judged: Judged,
}

impl Run {
    /// Runs to the end. Nothing gets out of here but a [`Ran`].
    pub(crate) async fn run(self) -> Ran {
        if let Some(judged) = self.refused().await {
            return self.without_run(judged);
        }
        if let Some(judged) = self.spent() {
            return self.without_run(judged);
        }
        let call = HookCall {
            handler: &self.handler,
            stdin: Arc::clone(&self.stdin),
            environment: self.environment.clone(),
            cwd: &self.cwd,
            timeout: self.handler.timeout,
            cancel: self.cancel.child(),
            trail: self.trail.with(&self.handler.id),
        };
        let raw = Guarded(self.backend.run(call)).await;
        let mut judged = judge(self.case(), &raw);
        remark(&mut judged, &raw);
        limit(
            self.dialect.rules,
            &self.handler.id,
            &mut judged,
            self.long_texts.as_deref(),
        );
        let line = self.line(&judged, Some(&raw));
        Ran { line, judged }
    }

    fn case(&self) -> Case<'_> {
        Case {
            dialect: &self.dialect,
            event_rules: &self.event_rules,
            event: &self.event,
            handler: &self.handler,
            on_failure: self.on_failure,
        }
    }

    /// A `once` hook that had its turn in this session [NEO-54].
    fn spent(&self) -> Option<Judged> {
        let ledger = self
            .once
            .as_deref()
            .filter(|_| self.handler.times == Times::Once && self.pass == 1)?;
        let first = ledger.spend(&self.event.session.id, &self.handler.id);
        (!first).then(|| {
            let mut judged = Judged::new(RunStatus::Skipped);
            judged.why = Some("it runs once a session, and has".to_owned());
            judged
        })
    }

    /// A command that governance does not let start [NI-41..44].
    async fn refused(&self) -> Option<Judged> {
        let governance = self.governance.as_deref()?;
        if self.handler.action.kind() != HandlerKind::Command {
            return None;
        }
        match governance
            .command(&self.handler, &self.layer, &self.cwd)
            .await
        {
            Governed::Allowed => None,
            Governed::Refused { reason } => Some(self.governed(reason)),
        }
    }

    fn governed(&self, reason: String) -> Judged {
        let why = format!("the organisation does not let it start: {reason}");
        let mut judged = Judged::new(RunStatus::NotStarted);
        if self.event_rules.refused == Refused::BlocksAction {
            judged.verdict = Some(Decision::Block {
                reason: Some(format!("the hook that guards this may not start: {reason}")),
            });
        }
        judged.why = Some(why);
        judged
    }

    fn without_run(&self, judged: Judged) -> Ran {
        let line = self.line(&judged, None);
        Ran { line, judged }
    }

    fn line(&self, judged: &Judged, raw: Option<&RawReply>) -> HookRun {
        let mut line = line(&self.handler, &self.layer, judged.status);
        line.pass = self.pass;
        line.why.clone_from(&judged.why);
        if let Some(raw) = raw {
            line.took = raw.took;
            line.stderr = start_of(&raw.stderr.text());
            line.exit_code = match raw.ended {
                Ended::Exit(code) => Some(code),
                Ended::Status(status) => Some(i32::from(status)),
                _ => None,
            };
            line.signal = match raw.ended {
                Ended::Signal(signal) => Some(signal),
                _ => None,
            };
        }
        line
    }
}

/// The line of a hook before anything is known of its run.
pub(crate) fn line(handler: &Handler, layer: &ChainLayer, status: RunStatus) -> HookRun {
    HookRun {
        id: handler.id.clone(),
        dialect: layer.dialect,
        layer: layer.source,
        pass: 1,
        kind: handler.action.kind(),
        command: handler.action.summary(),
        status,
        exit_code: None,
        signal: None,
        took: std::time::Duration::ZERO,
        stderr: String::new(),
        why: None,
    }
}

/// What the backend noticed and the judgement does not say yet: a header that was left out, what may
/// help a hook that did not start.
fn remark(judged: &mut Judged, raw: &RawReply) {
    let why = judged.why.as_deref().unwrap_or_default();
    let unsaid = raw.notes.iter().filter(|it| !why.contains(it.as_str()));
    judged.notes.extend(unsaid.cloned());
    if let Ended::NotStarted(Fault {
        hint: Some(hint), ..
    }) = &raw.ended
    {
        judged.why = Some(format!("{why} ({hint})"));
    }
}

/// The first 300 characters of an error output [V-28].
fn start_of(stderr: &str) -> String {
    stdx::text::cut_chars(stderr.trim(), 300).0.to_owned()
}

/// A backend's future whose panic becomes a failure of that hook alone.
struct Guarded<'a>(Pending<'a, RawReply>);

impl Future for Guarded<'_> {
    type Output = RawReply;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<RawReply> {
        let future = self.0.as_mut();
        let polled = std::panic::catch_unwind(AssertUnwindSafe(|| future.poll(cx)));
        polled.unwrap_or_else(|_| {
            let message = "the backend that runs it panicked; this is our fault, not the hook's";
            Poll::Ready(RawReply::not_started(message, None))
        })
    }
}
