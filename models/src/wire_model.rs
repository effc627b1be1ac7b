//! A model that is asked until it answers, or until asking makes no more sense.

use std::time::Duration;

use missions::{Model, ModelCx, ModelError, Reply, Request};
use stdx::Pending;

use crate::failure::Failure;
use crate::retry;
use crate::server::Server;
use crate::waiting::{Interrupted, within};

/// A server that says nothing costs minutes each time, so it is given one second chance.
const MAX_SILENCES: u32 = 2;

/// A model behind one of the wires.
#[derive(Debug)]
pub(crate) struct WireModel {
    pub(crate) name: String,
    pub(crate) context_tokens: Option<u64>,
    pub(crate) attempts: u32,
    pub(crate) server: Server,
}

impl Model for WireModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn context_tokens(&self) -> Option<u64> {
        self.context_tokens
    }

    fn reply<'a>(
        &'a self,
        request: Request<'a>,
        cx: ModelCx<'a>,
    ) -> Pending<'a, Result<Reply, ModelError>> {
        Box::pin(self.ask(request, cx))
    }
}

impl WireModel {
    async fn ask(&self, request: Request<'_>, cx: ModelCx<'_>) -> Result<Reply, ModelError> {
        let body = self.server.body(request);
        let mut tries = Tries::new(self.attempts);
        loop {
            let failure = match self.server.exchange(body.clone(), cx).await {
                Ok(draft) => return Ok(draft.finish(request.messages)),
                Err(failure) => failure,
            };
            let next = tries.next(failure)?;
            cx.words.retries(&next.reason, next.wait);
            let pause = self.server.timer.sleep(next.wait);
            let forever = Box::pin(std::future::pending());
            match within(pause, forever, cx.cancel).await {
                Ok(()) | Err(Interrupted::Silent) => {}
                Err(Interrupted::Cancelled(reason)) => {
                    return Err(ModelError::Cancelled { reason });
                }
            }
        }
    }
}

/// The attempts at one request.
#[derive(Debug)]
pub(crate) struct Tries {
    most: u32,
    made: u32,
    silences: u32,
}

/// Another attempt.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Next {
    /// Why the last one failed.
    pub(crate) reason: String,
    /// How long to wait before it.
    pub(crate) wait: Duration,
}

impl Tries {
    pub(crate) fn new(most: u32) -> Tries {
        Tries {
            most,
            made: 0,
            silences: 0,
        }
    }

    /// What follows on a failed attempt; the error where nothing does.
    pub(crate) fn next(&mut self, failure: Failure) -> Result<Next, ModelError> {
        self.made += 1;
        let (message, after) = match failure {
            Failure::Final(error) => return Err(error),
            Failure::Again { message, after } => (message, after),
            Failure::Silent { message } => {
                self.silences += 1;
                (message, None)
            }
        };
        if self.made >= self.most || self.silences >= MAX_SILENCES {
            return Err(ModelError::Unavailable {
                message,
                attempts: self.made,
            });
        }
        Ok(Next {
            reason: message,
            wait: retry::delay(self.made, after),
        })
    }
}
