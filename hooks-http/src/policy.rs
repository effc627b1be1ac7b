//! Which addresses may be called, and which variables headers may name.

use hooks_core::Fault;
use stdx::text::printable;

use crate::address::Address;

/// What the settings allow HTTP hooks, all sources merged. The default allows everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UrlPolicy {
    /// `allowedHttpHookUrls`: patterns of which an address must match one. `None` allows every
    /// address, an empty list none.
    ///
    /// In a pattern `*` stands for any text within its part: the scheme, host and port, or path
    /// and query. A `*` at the end of a pattern without a path goes on to the end of the address
    /// (`http://localhost:*`), and a lone `*` is every address. A port that is not written is the
    /// scheme's own. Case and a trailing dot of the host do not count. A pattern without `://`
    /// matches nothing.
    pub allowed: Option<Vec<String>>,
    /// `httpHookAllowedEnvVars`: the variables that headers may name if their own hook lists them
    /// too. `None` leaves it to the hook.
    pub allowed_variables: Option<Vec<String>>,
}

impl UrlPolicy {
    /// Whether a hook may post to `url`.
    ///
    /// # Errors
    /// It is not an http or https address, or no pattern matches it; the hook does not start.
    pub fn check(&self, url: &str) -> Result<(), Fault> {
        self.check_address(&Address::parse(url)?)
    }

    pub(crate) fn check_address(&self, address: &Address) -> Result<(), Fault> {
        match &self.allowed {
            Some(patterns) if !patterns.iter().any(|it| matches(it, address)) => {
                Err(refused(address, patterns))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Whether headers may name this variable, as far as the settings rule it.
    pub(crate) fn allows_variable(&self, name: &str) -> bool {
        let listed = |names: &Vec<String>| names.iter().any(|it| it == name);
        self.allowed_variables.as_ref().is_none_or(listed)
    }
}

fn refused(address: &Address, patterns: &[String]) -> Fault {
    let listed: Vec<String> = patterns.iter().map(|it| format!("`{it}`")).collect();
    let hint = match listed.is_empty() {
        true => "`allowedHttpHookUrls` is empty, which allows no address".to_owned(),
        false => format!(
            "`allowedHttpHookUrls` allows {}",
            printable(&listed.join(", "))
        ),
    };
    Fault {
        message: format!("the address `{address}` is not allowed"),
        hint: Some(hint),
    }
}

/// Compares part by part: a `*` in the host never reaches into the path, where whoever wrote the
/// address could put any host's name.
fn matches(pattern: &str, address: &Address) -> bool {
    if pattern == "*" {
        return true;
    }
    let Some((scheme, rest)) = pattern.split_once("://") else {
        return false;
    };
    let (authority, path) = match rest.find('/') {
        Some(slash) => rest.split_at(slash),
        None if rest.ends_with('*') => (rest, "*"),
        None => (rest, "/"),
    };
    let authority = without_dot(&authority.to_ascii_lowercase());
    glob(&scheme.to_ascii_lowercase(), address.scheme())
        && address.authorities().iter().any(|it| glob(&authority, it))
        && glob(path, address.path_and_query())
}

/// Host and port without the trailing dot of the host.
fn without_dot(authority: &str) -> String {
    let port = authority
        .rfind(':')
        .filter(|it| !authority[*it..].contains(']'));
    let (host, port) = authority.split_at(port.unwrap_or(authority.len()));
    format!("{}{port}", host.strip_suffix('.').unwrap_or(host))
}

/// Whether `pattern`, in which `*` stands for any text, matches the whole of `text`.
fn glob(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts = rest.split('*');
    let last = parts.next_back().unwrap_or_default();
    for part in parts {
        // The earliest place leaves the most for the parts behind it, so nothing is tried twice.
        let Some(at) = text.find(part) else {
            return false;
        };
        text = &text[at + part.len()..];
    }
    text.ends_with(last)
}
