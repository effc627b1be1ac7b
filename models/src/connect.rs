//! From a name and a key to a model that can be asked.

use std::iter::successors;
use std::sync::Arc;
use std::time::Duration;

use missions::Model;
use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use stdx::{Clock, Timer};

use crate::address::Address;
use crate::known;
use crate::secret::Secret;
use crate::server::Server;
use crate::spec::{ModelSpec, Wire};
use crate::wire_model::WireModel;

/// How long a connection may take to come about.
const CONNECTING: Duration = Duration::from_secs(30);

/// The version of Anthropic's wire that is spoken here.
const ANTHROPIC_VERSION: &str = "2023-06-01";

/// What a connection is made from.
#[derive(Clone, Debug)]
pub struct ConnectOptions {
    /// The model.
    pub spec: ModelSpec,
    /// The server's address: what `--base-url` says, else the variable
    /// [`Wire::address_variable`]. `None` is the vendor's own.
    pub base_url: Option<String>,
    /// The key, from the variable [`Wire::key_variable`].
    pub key: Option<Secret>,
    /// How many tokens a conversation may have, where the person knows better than a table of names.
    /// Ollama is told to make room for as many.
    pub context_tokens: Option<u64>,
    /// How often one request is made before it is given up; at least once.
    pub attempts: u32,
    /// How long a server may say nothing.
    pub patience: Patience,
    /// Waits between attempts, and for servers.
    pub timer: Arc<dyn Timer>,
    /// Reads the dates until which servers ask to wait.
    pub clock: Arc<dyn Clock>,
}

impl ConnectOptions {
    /// `spec` at its vendor's server, without a key, with six attempts.
    pub fn new(spec: ModelSpec, timer: Arc<dyn Timer>, clock: Arc<dyn Clock>) -> ConnectOptions {
        ConnectOptions {
            spec,
            base_url: None,
            key: None,
            context_tokens: None,
            attempts: 6,
            patience: Patience::default(),
            timer,
            clock,
        }
    }
}

/// How long a server may say nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Before the first word: a local server loads its model, others think.
    pub before_words: Duration,
    /// Between two pieces after that.
    pub between_pieces: Duration,
    /// After the last word, when only the count of tokens can follow. A server that keeps its
    /// connection open then has given its reply all the same.
    pub after_end: Duration,
}

impl Default for Patience {
    /// Ten minutes before the first word, two minutes between pieces, five seconds after the end.
    fn default() -> Patience {
        Patience {
            before_words: Duration::from_secs(600),
            between_pieces: Duration::from_secs(120),
            after_end: Duration::from_secs(5),
        }
    }
}

/// Why a model cannot be asked at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// The vendor wants a key and there is none.
    #[error("`{spec}` needs a key, and `{variable}` is empty")]
    NoKey {
        /// The model.
        spec: ModelSpec,
        /// The variable that would hold it.
        variable: &'static str,
    },
    /// The key has signs that no key has.
    #[error("the key in `{variable}` has characters that no key has")]
    BadKey {
        /// The variable that holds it.
        variable: &'static str,
    },
    /// The server's address is no address. It is not repeated here, because it may carry a key.
    #[error("the server's address cannot be used: {why}")]
    Address {
        /// What is wrong with it.
        why: String,
    },
    /// Nothing can be sent from this machine: it trusts no certificates, for example.
    #[error("no connection can be made from this machine: {why}")]
    Machine {
        /// What is missing.
        why: String,
    },
}

impl ConnectError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            ConnectError::NoKey { variable, .. } => Some(format!("set `{variable}`")),
            ConnectError::BadKey { variable } => {
                Some(format!("copy the key into `{variable}` again"))
            }
            ConnectError::Address { .. } => {
                Some("for example `--base-url http://localhost:8080/v1`".to_owned())
            }
            ConnectError::Machine { .. } => {
                Some("name a file of trusted certificates in `SSL_CERT_FILE`".to_owned())
            }
        }
    }
}

/// The model of `options`, ready to be asked. Nothing is sent before the first request, which must
/// be polled within a runtime of tokio.
pub fn connect(options: ConnectOptions) -> Result<Arc<dyn Model>, ConnectError> {
    let wire = options.spec.wire;
    let address = Address::of(wire, options.base_url.as_deref())?;
    if options.key.is_none() && address.is_vendors(wire) && wire != Wire::Ollama {
        return Err(ConnectError::NoKey {
            variable: wire.key_variable(),
            spec: options.spec,
        });
    }
    let client = client(&address, headers(wire, options.key.as_ref())?)?;
    let context = known::context_tokens(wire, &options.spec.name);
    Ok(Arc::new(WireModel {
        name: options.spec.to_string(),
        context_tokens: options.context_tokens.or(context),
        attempts: options.attempts.max(1),
        server: Server {
            spec: options.spec,
            client,
            address,
            room: options.context_tokens,
            key: options.key,
            patience: options.patience,
            timer: options.timer,
            clock: options.clock,
        },
    }))
}

fn client(address: &Address, headers: HeaderMap) -> Result<reqwest::Client, ConnectError> {
    // Somebody may have installed one before; any will do.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("tacklebox/", env!("CARGO_PKG_VERSION")))
        .default_headers(headers)
        .connect_timeout(CONNECTING)
        // The key travels in a header that a redirect would carry to anybody.
        .redirect(Policy::none());
    if address.is_here() {
        builder = builder.no_proxy();
    }
    if !address.is_https() {
        // Without redirects no certificate is ever looked at, so a machine without any will do.
        builder = builder.tls_certs_only([]);
    }
    builder.build().map_err(|it| ConnectError::Machine {
        why: innermost(&it),
    })
}

fn headers(wire: Wire, key: Option<&Secret>) -> Result<HeaderMap, ConnectError> {
    let mut headers = HeaderMap::new();
    let accepted = match wire {
        Wire::Anthropic | Wire::OpenAi | Wire::OpenAiResponses => "text/event-stream",
        Wire::Ollama => "application/x-ndjson",
    };
    headers.insert(ACCEPT, HeaderValue::from_static(accepted));
    if wire == Wire::Anthropic {
        let version = HeaderValue::from_static(ANTHROPIC_VERSION);
        headers.insert(HeaderName::from_static("anthropic-version"), version);
    }
    if let Some(key) = key {
        let (name, value) = match wire {
            Wire::Anthropic => (
                HeaderName::from_static("x-api-key"),
                key.expose().to_owned(),
            ),
            Wire::OpenAi | Wire::OpenAiResponses | Wire::Ollama => {
                (AUTHORIZATION, format!("Bearer {}", key.expose()))
            }
        };
        let variable = wire.key_variable();
        let value = HeaderValue::try_from(value);
        let mut value = value.map_err(|_| ConnectError::BadKey { variable })?;
        value.set_sensitive(true);
        headers.insert(name, value);
    }
    Ok(headers)
}

/// What `error` says was the reason of it all: those who pass it on have nothing to add.
pub(crate) fn innermost(error: &(dyn std::error::Error + 'static)) -> String {
    let causes = successors(Some(error), |it| it.source());
    causes.last().map(ToString::to_string).unwrap_or_default()
}
