//! The address of a hook, in the one form that is both tested and called.

use std::fmt;
use std::net::Ipv6Addr;

use hooks_core::Fault;
use ureq::http::Uri;

/// An http or https address: host in lower case without a trailing dot, path without `.` and `..`,
/// no fragment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    scheme: Scheme,
    host: String,
    port: u16,
    uri: Uri,
}

/// The two schemes that can be posted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    Http,
    Https,
}

impl Address {
    /// Reads the address as a configuration file has it.
    pub(crate) fn parse(text: &str) -> Result<Address, Fault> {
        let uri: Uri = text.parse().map_err(|it| unreadable(text, it))?;
        let scheme = scheme(&uri).ok_or_else(|| not_http(text))?;
        let authority = uri.authority().ok_or_else(|| not_http(text))?;
        if authority.as_str().contains('@') {
            return Err(with_credentials(text));
        }
        let host = host(authority.host()).ok_or_else(|| unreadable(text, BAD_HOST))?;
        let port = authority.as_str().strip_prefix(authority.host());
        let port = port.and_then(|it| port_after(it, scheme));
        let port = port.ok_or_else(|| unreadable(text, BAD_PORT))?;
        let path = without_dots(uri.path());
        let query = uri.query().map(|it| format!("?{it}")).unwrap_or_default();
        let authority = shortest_authority(&host, port, scheme);
        let ordered = format!("{}://{authority}{path}{query}", scheme.as_str());
        Ok(Address {
            scheme,
            host,
            port,
            uri: ordered.parse().map_err(|it| unreadable(text, it))?,
        })
    }

    /// Whether the exchange is encrypted.
    pub(crate) fn is_https(&self) -> bool {
        self.scheme == Scheme::Https
    }

    /// `http` or `https`.
    pub(crate) fn scheme(&self) -> &'static str {
        self.scheme.as_str()
    }

    /// Host and port in each way to write them: with the port and, if it is the scheme's own,
    /// without.
    pub(crate) fn authorities(&self) -> [String; 2] {
        let full = format!("{}:{}", self.host, self.port);
        [shortest_authority(&self.host, self.port, self.scheme), full]
    }

    /// What the server is asked for.
    pub(crate) fn path_and_query(&self) -> &str {
        self.uri.path_and_query().map_or("/", |it| it.as_str())
    }

    /// The whole address, for the request itself.
    pub(crate) fn uri(&self) -> &Uri {
        &self.uri
    }
}

/// For people: without the query, which may hold a secret.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let authority = shortest_authority(&self.host, self.port, self.scheme);
        let path = stdx::text::printable(self.uri.path());
        write!(f, "{}://{authority}{path}", self.scheme())
    }
}

impl Scheme {
    fn as_str(self) -> &'static str {
        match self {
            Scheme::Http => "http",
            Scheme::Https => "https",
        }
    }

    fn port(self) -> u16 {
        match self {
            Scheme::Http => 80,
            Scheme::Https => 443,
        }
    }
}

const BAD_HOST: &str = "expected a host of ASCII letters, digits, `-`, `_` and `.`";
const BAD_PORT: &str = "expected a port between 1 and 65535";

fn scheme(uri: &Uri) -> Option<Scheme> {
    let word = uri.scheme_str()?;
    let all = [Scheme::Http, Scheme::Https];
    all.into_iter()
        .find(|it| word.eq_ignore_ascii_case(it.as_str()))
}

fn host(text: &str) -> Option<String> {
    let name = text.strip_suffix('.').unwrap_or(text);
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "-_.".contains(it);
    let bracketed = name.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let is_host = match bracketed {
        Some(number) => number.parse::<Ipv6Addr>().is_ok(),
        None => !name.is_empty() && name.chars().all(is_plain),
    };
    is_host.then(|| name.to_ascii_lowercase())
}

/// The port in what follows a host. A colon with nothing behind it is the scheme's own, as in
/// browsers.
fn port_after(text: &str, scheme: Scheme) -> Option<u16> {
    match text {
        "" | ":" => Some(scheme.port()),
        written => written.strip_prefix(':')?.parse().ok().filter(|it| *it > 0),
    }
}

fn shortest_authority(host: &str, port: u16, scheme: Scheme) -> String {
    match port == scheme.port() {
        true => host.to_owned(),
        false => format!("{host}:{port}"),
    }
}

/// The path with its `.` and `..` segments resolved, also where they are percent-encoded, as
/// browsers do it: a pattern that allows one folder must not be left by way of `..`.
fn without_dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').skip(1).peekable();
    while let Some(segment) = segments.next() {
        let plain = segment.to_ascii_lowercase().replace("%2e", ".");
        match plain.as_str() {
            "." => {}
            ".." => {
                kept.pop();
            }
            _ => {
                kept.push(segment);
                continue;
            }
        }
        // `a/.` is the folder `a/`.
        if segments.peek().is_none() {
            kept.push("");
        }
    }
    format!("/{}", kept.join("/"))
}

fn unreadable(text: &str, why: impl fmt::Display) -> Fault {
    Fault {
        message: format!("cannot read the address `{}`: {why}", without_secrets(text)),
        hint: None,
    }
}

fn not_http(text: &str) -> Fault {
    let shown = without_secrets(text);
    Fault {
        message: format!(
            "expected an address that begins with `http://` or `https://`, found `{shown}`"
        ),
        hint: None,
    }
}

fn with_credentials(text: &str) -> Fault {
    let shown = without_secrets(text);
    Fault {
        message: format!("the address `{shown}` is written with a user name or a password"),
        hint: Some(
            "send them in an `Authorization` header, from a variable that `allowedEnvVars` lists"
                .to_owned(),
        ),
    }
}

/// Any text that was meant as an address, without what may be a secret in it: the query, and what
/// stands before the last `@`, for in a malformed address nobody knows where the password ends.
fn without_secrets(text: &str) -> String {
    let (scheme, rest) = text.split_at(text.find("://").map_or(0, |it| it + 3));
    let (rest, query) = rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()));
    let shown = match query.contains('@') && !rest.contains('/') {
        true => "…",
        false => rest.rsplit('@').next().unwrap_or_default(),
    };
    stdx::text::printable(&format!("{scheme}{shown}")).replace('\n', " ")
}
