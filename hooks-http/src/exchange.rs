//! One request and its answer, on a thread of its own.

use std::io::{self, Read};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::thread;

use hooks_core::{Ended, Fault, Output, RawReply};
use ureq::{Agent, Body, http};

use crate::address::Address;
use crate::fault::{self, Stage};
use crate::handover::{Taker, handover};
use crate::request::Request;
use crate::roots::Roots;

/// How much of a body is kept.
const MAX_KEPT: u64 = 16 * 1024 * 1024;

/// An exchange that is under way. Dropping it closes the connection, which ends the thread.
#[derive(Debug)]
pub(crate) struct Exchange {
    agent: Agent,
    address: Address,
    answer: Taker<RawReply>,
}

impl Exchange {
    /// Starts it. There is no time limit in here: whoever waits keeps one and drops this.
    pub(crate) fn start(request: Request, roots: Arc<Roots>) -> Result<Exchange, Fault> {
        let (giver, answer) = handover();
        let (agent, address) = (agent(), request.address.clone());
        let work = Work {
            agent: agent.clone(),
            roots,
            request,
        };
        thread::Builder::new()
            .name("http hook".to_owned())
            .spawn(move || giver.give(work.post().unwrap_or_else(RawReply::of)))
            .map_err(|it| fault::no_thread(&address, &it))?;
        Ok(Exchange {
            agent,
            address,
            answer,
        })
    }
}

impl Future for Exchange {
    type Output = RawReply;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<RawReply> {
        let answer = Pin::new(&mut self.answer).poll(cx);
        answer.map(|it| it.unwrap_or_else(|| RawReply::of(fault::lost(&self.address))))
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.agent.clone().shutdown();
    }
}

/// An agent for one call: no connection outlives it, and ending it ends nothing else.
fn agent() -> Agent {
    let config = Agent::config_builder()
        .user_agent(concat!("tackle/", env!("CARGO_PKG_VERSION")))
        .proxy(None)
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .max_idle_connections(0);
    config.build().new_agent()
}

/// What the thread does.
#[derive(Debug)]
struct Work {
    agent: Agent,
    roots: Arc<Roots>,
    request: Request,
}

impl Work {
    /// The error is how the run ended without an answer.
    fn post(self) -> Result<RawReply, Ended> {
        let Request {
            address,
            headers,
            body,
        } = self.request;
        let mut request = http::Request::new(&*body);
        *request.method_mut() = http::Method::POST;
        *request.uri_mut() = address.uri().clone();
        *request.headers_mut() = headers.map;
        if address.is_https() {
            let tls = self.roots.tls();
            let tls = tls.map_err(|why| fault::untrusting(&address, &why))?;
            let configured = self.agent.configure_request(request).tls_config(tls);
            request = configured.build();
        }
        let response = self.agent.run(request);
        let response = response.map_err(|it| fault::ended(&address, Stage::Answer, &it))?;
        answer(response).map_err(|it| fault::ended(&address, Stage::Body, &it.into()))
    }
}

fn answer(response: http::Response<Body>) -> io::Result<RawReply> {
    let status = response.status();
    let mut reply = RawReply::of(Ended::Status(status.as_u16()));
    reply.stdout = read(response.into_body())?;
    if reply.stdout.is_cut() {
        let note = format!("the rest of the answer, after {MAX_KEPT} bytes, was not read");
        reply.notes.push(note);
    }
    if status.is_redirection() && status != http::StatusCode::NOT_MODIFIED {
        reply.notes.push("redirects are not followed".to_owned());
    }
    Ok(reply)
}

/// Reads until more has come than is kept: such an answer is of no use, and it may have no
/// end. How long it is in all is then what the server announced, or else what came so far.
fn read(body: Body) -> io::Result<Output> {
    let announced = body.content_length().unwrap_or_default();
    let mut bytes = Vec::new();
    body.into_reader()
        .take(MAX_KEPT + 1)
        .read_to_end(&mut bytes)?;
    let mut output = Output::whole(bytes);
    if output.total > MAX_KEPT {
        output.bytes.truncate(MAX_KEPT as usize);
        output.total = output.total.max(announced);
    }
    Ok(output)
}
