//! Host patterns, and the host of an address.

use crate::text::plain;
use crate::wildcard::{Reach, Wildcard};

/// `domain:example.com` is that host alone, `domain:*.example.com` every host below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DomainPattern {
    host: Wildcard,
}

impl DomainPattern {
    /// Reads what stands between the brackets of a rule.
    ///
    /// # Errors
    /// Says what was expected, when it is not `domain:` and a host.
    pub(crate) fn parse(text: &str) -> Result<DomainPattern, String> {
        let host = text.strip_prefix("domain:").map(str::trim);
        match host.map(|it| it.trim_end_matches('.')) {
            Some(it) if is_host_pattern(it) => Ok(DomainPattern {
                host: Wildcard::parse(&it.to_ascii_lowercase()),
            }),
            Some(_) | None => Err("`domain:` and a host name".to_owned()),
        }
    }

    /// Whether an address is meant; one whose host cannot be told may be meant and is never surely.
    pub(crate) fn matches(&self, url: Option<&str>, reach: Reach) -> bool {
        match url.and_then(host_of) {
            Some(host) => self.host.matches(&plain(&host), reach),
            None => reach == Reach::May,
        }
    }
}

fn is_host_pattern(text: &str) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '.' | '-' | '*' | '_');
    !text.is_empty() && text.chars().all(is_part)
}

/// The host of an `http` or `https` address in lower case.
///
/// Strict on purpose: whatever two readers of addresses could read differently (blanks, `\`, an
/// encoded or bracketed host) is nothing, and the caller decides on the safe side.
fn host_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    if !matches!(scheme.to_ascii_lowercase().as_str(), "http" | "https") {
        return None;
    }
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    let host = match host.split_once(':') {
        Some((host, port)) if port.bytes().all(|it| it.is_ascii_digit()) => host,
        Some(_) => return None,
        None => host,
    };
    let is_plain = |it: u8| it.is_ascii_alphanumeric() || matches!(it, b'.' | b'-' | b'_');
    let host = host.trim_end_matches('.');
    (!host.is_empty() && host.bytes().all(is_plain) && !authority.contains('\\'))
        .then(|| host.to_ascii_lowercase())
}
