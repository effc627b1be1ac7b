//! The backend: the exchange against the clock and the cancel.

use std::future::poll_fn;
use std::mem;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use hooks_core::{Ended, HandlerKind, HookBackend, HookCall, RawReply};
use stdx::Pending;

use crate::HttpOptions;
use crate::exchange::Exchange;
use crate::request::Request;
use crate::roots::Roots;

/// Runs hooks of the kind `http`: posts the event, hands back status and body.
///
/// A call starts when its future is first polled and ends with it: an answer, the time limit over the
/// whole exchange, a cancel, or the drop of the future. In each case the connection is closed.
#[derive(Debug)]
pub struct HttpBackend {
    options: HttpOptions,
    roots: Arc<Roots>,
}

impl HttpBackend {
    /// A backend that has done nothing yet: certificates are read when the first https address is
    /// called.
    pub fn new(options: HttpOptions) -> HttpBackend {
        let roots = Arc::new(Roots::new(&options.variables));
        HttpBackend { options, roots }
    }

    async fn post(&self, call: &HookCall<'_>) -> RawReply {
        let mut request = match Request::of(call, &self.options) {
            Ok(request) => request,
            Err(fault) => return RawReply::of(Ended::NotStarted(fault)),
        };
        let mut notes = mem::take(&mut request.headers.notes);
        let mut reply = self.exchange(request, call).await;
        notes.append(&mut reply.notes);
        RawReply { notes, ..reply }
    }

    async fn exchange(&self, request: Request, call: &HookCall<'_>) -> RawReply {
        // Asked first, so that the limit covers the start as well.
        let mut time_is_up = self.options.timer.sleep(call.timeout);
        let mut cancelled = pin!(call.cancel.cancelled());
        let exchange = match Exchange::start(request, Arc::clone(&self.roots)) {
            Ok(exchange) => exchange,
            Err(fault) => return RawReply::of(Ended::NotStarted(fault)),
        };
        let mut exchange = pin!(exchange);
        poll_fn(|cx| {
            if let Poll::Ready(reply) = exchange.as_mut().poll(cx) {
                Poll::Ready(reply)
            } else if cancelled.as_mut().poll(cx).is_ready() {
                Poll::Ready(RawReply::of(Ended::Cancelled))
            } else {
                let time_is_up = time_is_up.as_mut().poll(cx);
                time_is_up.map(|()| RawReply::of(Ended::TimedOut))
            }
        })
        .await
    }
}

impl HookBackend for HttpBackend {
    fn kind(&self) -> HandlerKind {
        HandlerKind::Http
    }

    fn run<'a>(&'a self, call: HookCall<'a>) -> Pending<'a, RawReply> {
        Box::pin(async move {
            let started = self.options.clock.monotonic();
            let mut reply = match call.cancel.is_cancelled() {
                true => RawReply::of(Ended::Cancelled),
                false => self.post(&call).await,
            };
            reply.took = self.options.clock.monotonic().saturating_sub(started);
            reply
        })
    }
}
