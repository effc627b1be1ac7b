//! Where requests go.

use std::net::IpAddr;

use reqwest::Url;

use crate::connect::ConnectError;
use crate::spec::Wire;

/// The address of one server's endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// Where requests go. It may carry a key in its query, so it is never shown.
    pub(crate) url: Url,
    /// What people are told of it: host, and port where it is not the usual one.
    pub(crate) shown: String,
}

impl Address {
    /// The endpoint of `wire` below `base`, or at its vendor's.
    pub(crate) fn of(wire: Wire, base: Option<&str>) -> Result<Address, ConnectError> {
        let base = base.map(str::trim).filter(|it| !it.is_empty());
        let written = match (wire, base) {
            (Wire::Ollama, Some(base)) => ollama_host(base),
            (_, Some(base)) => base.to_owned(),
            (Wire::Anthropic, None) => "https://api.anthropic.com".to_owned(),
            (Wire::OpenAi | Wire::OpenAiResponses, None) => "https://api.openai.com/v1".to_owned(),
            (Wire::Ollama, None) => ollama_host("localhost"),
        };
        let mut url = parse(&written)?;
        url.set_path(&path(wire, url.path()));
        let host = url.host_str().unwrap_or_default();
        let shown = match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        };
        Ok(Address { url, shown })
    }

    /// Whether this is the vendor's own server.
    pub(crate) fn is_vendors(&self, wire: Wire) -> bool {
        let host = match wire {
            Wire::Anthropic => "api.anthropic.com",
            Wire::OpenAi | Wire::OpenAiResponses => "api.openai.com",
            Wire::Ollama => "ollama.com",
        };
        self.shown == host
    }

    /// Whether the server is this machine: no proxy stands between.
    pub(crate) fn is_here(&self) -> bool {
        let host = self.url.host_str().unwrap_or_default();
        let number = host.trim_matches(['[', ']']).parse::<IpAddr>();
        host == "localhost" || number.is_ok_and(|it| it.is_loopback())
    }

    /// Whether the exchange is encrypted.
    pub(crate) fn is_https(&self) -> bool {
        self.url.scheme() == "https"
    }
}

fn parse(text: &str) -> Result<Url, ConnectError> {
    let url = Url::parse(text).map_err(|it| ConnectError::Address {
        why: format!("it cannot be read: {it}"),
    })?;
    if !matches!(url.scheme(), "http" | "https") {
        let why = format!(
            "it must begin with `http://` or `https://`, found `{}:`",
            url.scheme()
        );
        return Err(ConnectError::Address { why });
    }
    if !url.username().is_empty() || url.password().is_some() {
        let why = "it must not carry a user name or a password".to_owned();
        return Err(ConnectError::Address { why });
    }
    Ok(url)
}

/// The path of the endpoint. A base is written with its version or without, and both are meant.
fn path(wire: Wire, base: &str) -> String {
    let base = base.trim_end_matches('/');
    match wire {
        Wire::Anthropic => format!("{}/v1/messages", base.trim_end_matches("/v1")),
        Wire::OpenAi => format!("{}/chat/completions", or_version(base)),
        Wire::OpenAiResponses => format!("{}/responses", or_version(base)),
        Wire::Ollama => {
            let base = base.trim_end_matches("/v1").trim_end_matches("/api");
            format!("{base}/api/chat")
        }
    }
}

/// OpenAI's base has its version in it; only an address without any path leaves it out.
fn or_version(base: &str) -> &str {
    match base {
        "" => "/v1",
        base => base,
    }
}

/// Ollama's own variable may be a mere host, and the address that a server listens at: every
/// interface is then this machine.
fn ollama_host(text: &str) -> String {
    let (scheme, rest) = text.split_once("://").unwrap_or(("", text));
    let (host, path) = match rest.find('/') {
        Some(slash) => rest.split_at(slash),
        None => (rest, ""),
    };
    let host = match host.strip_prefix("0.0.0.0") {
        Some(port) => format!("127.0.0.1{port}"),
        None if host.starts_with(':') => format!("127.0.0.1{host}"),
        None => host.to_owned(),
    };
    let has_port = host.rsplit(']').next().is_some_and(|it| it.contains(':'));
    match (scheme, has_port) {
        ("", true) => format!("http://{host}{path}"),
        ("", false) => format!("http://{host}:11434{path}"),
        (scheme, _) => format!("{scheme}://{host}{path}"),
    }
}
