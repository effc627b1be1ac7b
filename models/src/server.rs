//! One server, and one exchange with it.

use std::sync::Arc;
use std::time::Duration;

use missions::{ModelCx, Request};
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use stdx::{Clock, Timer};

use crate::address::Address;
use crate::connect::Patience;
use crate::draft::{Draft, Progress};
use crate::failure::{self, Failure};
use crate::frames::{Frames, Framing, MAX_FRAME};
use crate::refusal::Refusal;
use crate::secret::Secret;
use crate::spec::{ModelSpec, Wire};
use crate::waiting::{Interrupted, within};
use crate::wire::{self, Trouble};
use crate::{retry, unreachable};

/// How much text and arguments one reply may have, in bytes.
pub(crate) const MAX_REPLY: usize = 8 * 1024 * 1024;

/// How much a server may send for one reply, in bytes: a word comes wrapped in fifty times itself.
const MAX_SENT: usize = 64 * MAX_REPLY;

/// How much of a refusal is read, in bytes.
const MAX_REFUSAL: usize = 64 * 1024;

/// One model's server.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) spec: ModelSpec,
    pub(crate) client: reqwest::Client,
    pub(crate) address: Address,
    /// How many tokens of conversation the person wants room for.
    pub(crate) room: Option<u64>,
    pub(crate) key: Option<Secret>,
    pub(crate) patience: Patience,
    pub(crate) timer: Arc<dyn Timer>,
    pub(crate) clock: Arc<dyn Clock>,
}

impl Server {
    /// What is sent to ask for a reply.
    pub(crate) fn body(&self, request: Request<'_>) -> String {
        wire::body(self, request).to_string()
    }

    /// Makes the request once. A draft that comes back is whole.
    pub(crate) async fn exchange<'a>(
        &self,
        body: String,
        cx: ModelCx<'a>,
    ) -> Result<Draft<'a>, Failure> {
        let request = self.client.post(self.address.url.clone());
        let request = request.header(CONTENT_TYPE, "application/json").body(body);
        let answer = self
            .wait(request.send(), self.patience.before_words, cx)
            .await?;
        let answer = answer.map_err(|it| unreachable::failure(self, it))?;
        match answer.status().is_success() {
            true => self.listen(answer, cx).await,
            false => Err(self.refused(answer, cx).await),
        }
    }

    async fn listen<'a>(
        &self,
        mut answer: reqwest::Response,
        cx: ModelCx<'a>,
    ) -> Result<Draft<'a>, Failure> {
        let mut frames = Frames::new(framing(self.spec.wire, answer.headers()));
        let mut draft = Draft::new(cx.words);
        let mut n_sent = 0;
        while draft.progress != Progress::Closed {
            let piece = self.wait(answer.chunk(), self.limit(&draft), cx).await;
            let piece = match piece {
                Ok(Ok(Some(piece))) => piece,
                Ok(Ok(None)) => break,
                // Only what it cost is missing.
                Ok(Err(_)) | Err(Failure::Silent { .. }) if draft.is_whole() => break,
                Ok(Err(_)) => return Err(self.broke_off()),
                Err(failure) => return Err(failure),
            };
            n_sent += piece.len();
            let events = frames
                .push(&piece)
                .map_err(|_| self.too_much(MAX_FRAME, "line"))?;
            for event in events {
                self.hear(&event, &mut draft)?;
            }
            if n_sent > MAX_SENT {
                return Err(self.too_much(MAX_SENT, "answer"));
            }
        }
        self.close(frames, draft)
    }

    /// What is left when the server has ended its answer.
    fn close<'a>(&self, frames: Frames, mut draft: Draft<'a>) -> Result<Draft<'a>, Failure> {
        let framing = frames.framing();
        if let Some(rest) = frames.end() {
            match framing {
                // It is no event stream at all, so the reader must be told what it is.
                Framing::Document => self.hear_document(&rest, &mut draft)?,
                Framing::Events | Framing::Lines if wire::is_whole(&rest) => {
                    self.hear(&rest, &mut draft)?;
                }
                Framing::Events | Framing::Lines => {}
            }
        }
        match draft.is_whole() {
            true => Ok(draft),
            false => Err(self.broke_off()),
        }
    }

    fn hear_document(&self, text: &str, draft: &mut Draft<'_>) -> Result<(), Failure> {
        match text.trim() {
            "" => Err(self.broke_off()),
            text if wire::is_whole(text) => self.hear(text, draft),
            text if text.starts_with('{') => Err(self.broke_off()),
            text => Err(failure::nonsense(self, text)),
        }
    }

    fn hear(&self, event: &str, draft: &mut Draft<'_>) -> Result<(), Failure> {
        match wire::hear(self.spec.wire, event, draft) {
            Ok(()) if draft.n_bytes() > MAX_REPLY => Err(self.too_much(MAX_REPLY, "reply")),
            Ok(()) => Ok(()),
            Err(Trouble::Refused(refusal)) => Err(failure::judge(self, &refusal)),
            Err(Trouble::NotJson) => Err(failure::nonsense(self, event)),
        }
    }

    /// What a status other than success means.
    async fn refused(&self, mut answer: reqwest::Response, cx: ModelCx<'_>) -> Failure {
        let status = answer.status().as_u16();
        let after = retry::wanted_wait(answer.headers(), self.clock.now());
        let mut body = Vec::new();
        while body.len() < MAX_REFUSAL {
            match self
                .wait(answer.chunk(), self.patience.between_pieces, cx)
                .await
            {
                Ok(Ok(Some(piece))) => body.extend_from_slice(&piece),
                // The status has said enough.
                Ok(Ok(None) | Err(_)) | Err(Failure::Silent { .. }) => break,
                Err(cancelled) => return cancelled,
            }
        }
        body.truncate(MAX_REFUSAL);
        let refusal = Refusal::of_answer(status, &String::from_utf8_lossy(&body));
        failure::judge(self, &Refusal { after, ..refusal })
    }

    fn limit(&self, draft: &Draft<'_>) -> Duration {
        match draft.n_bytes() {
            _ if draft.is_whole() => self.patience.after_end,
            0 => self.patience.before_words,
            _ => self.patience.between_pieces,
        }
    }

    async fn wait<T>(
        &self,
        work: impl Future<Output = T>,
        limit: Duration,
        cx: ModelCx<'_>,
    ) -> Result<T, Failure> {
        let sleep = self.timer.sleep(limit);
        within(work, sleep, cx.cancel).await.map_err(|it| match it {
            Interrupted::Cancelled(reason) => failure::cancelled(reason),
            Interrupted::Silent => Failure::Silent {
                message: format!(
                    "`{}` said nothing for {} s",
                    self.address.shown,
                    limit.as_secs()
                ),
            },
        })
    }

    fn broke_off(&self) -> Failure {
        Failure::again(format!("`{}` broke off its answer", self.address.shown))
    }

    fn too_much(&self, limit: usize, what: &str) -> Failure {
        failure::answer(format!(
            "`{}` sent a {what} of more than {} MiB, which was broken off",
            self.address.shown,
            limit / 1024 / 1024
        ))
    }
}

/// How the answer is cut into events. What says that it is no stream is taken as one document: a
/// page of a proxy, or the whole reply of a server that does not stream.
fn framing(wire: Wire, headers: &HeaderMap) -> Framing {
    let kind = headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok());
    let kind = kind.unwrap_or_default().to_ascii_lowercase();
    let is_document = kind.contains("html") || kind.contains("application/json");
    match wire {
        Wire::Ollama if kind.contains("html") => Framing::Document,
        Wire::Ollama => Framing::Lines,
        _ if is_document => Framing::Document,
        Wire::Anthropic | Wire::OpenAi | Wire::OpenAiResponses => Framing::Events,
    }
}
