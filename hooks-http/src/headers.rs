//! The headers of a request: variables put in, nothing that would break the message.

use std::collections::BTreeMap;

use hooks_core::{Fault, HttpAction};
use ureq::http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};

use crate::UrlPolicy;

/// Headers which say how the message is framed and where it goes; only the client knows them.
const OURS: [&str; 11] = [
    "connection",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Where variables come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variables<'a> {
    /// The environment.
    pub(crate) values: &'a BTreeMap<String, String>,
    /// What the settings allow.
    pub(crate) policy: &'a UrlPolicy,
}

/// The headers of one request.
#[derive(Debug, Default)]
pub(crate) struct Headers {
    /// What is sent.
    pub(crate) map: HeaderMap,
    /// What was left out or became empty, for people; never a value.
    pub(crate) notes: Vec<String>,
}

impl Headers {
    /// The headers that the hook asks for, and the type of the body unless the hook names one.
    pub(crate) fn of(action: &HttpAction, variables: Variables<'_>) -> Result<Headers, Fault> {
        let mut headers = Headers::default();
        headers
            .map
            .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        for (name, template) in &action.headers {
            let key = HeaderName::from_bytes(name.as_bytes()).map_err(|_| bad_name(name))?;
            if OURS.contains(&key.as_str()) {
                headers.notes.push(format!(
                    "header `{key}` cannot be set by a hook and was left out"
                ));
                continue;
            }
            let text = interpolate(template, |variable| {
                match variables.look_up(action, variable) {
                    Ok(value) => value,
                    Err(why) => {
                        headers.notes.push(format!(
                            "header `{key}` was sent without `${variable}`, {why}"
                        ));
                        ""
                    }
                }
            });
            let value = headers.value(&key, &text)?;
            headers.map.insert(key, value);
        }
        Ok(headers)
    }

    /// The value without line breaks, which would begin another header, and other control
    /// characters, which no header can carry.
    fn value(&mut self, name: &HeaderName, text: &str) -> Result<HeaderValue, Fault> {
        let kept: String = text
            .chars()
            .filter(|it| !it.is_control() || *it == '\t')
            .collect();
        let kept = kept.trim();
        if text.trim().len() != kept.len() {
            self.notes.push(format!(
                "header `{name}` was sent without its line breaks and control characters"
            ));
        }
        let mut value = HeaderValue::from_bytes(kept.as_bytes()).map_err(|_| bad_value(name))?;
        value.set_sensitive(true);
        Ok(value)
    }
}

impl<'a> Variables<'a> {
    fn look_up(self, action: &HttpAction, name: &str) -> Result<&'a str, &'static str> {
        if !action.allowed_variables.iter().any(|it| it == name) {
            Err("which the hook's `allowedEnvVars` does not list")
        } else if !self.policy.allows_variable(name) {
            Err("which `httpHookAllowedEnvVars` does not list")
        } else {
            self.values
                .get(name)
                .map(String::as_str)
                .ok_or("which is not set")
        }
    }
}

/// `template` with each `$NAME` and `${NAME}` replaced. What is put in is not read again, and a `$`
/// before anything else stays.
pub(crate) fn interpolate<'v>(template: &str, mut value: impl FnMut(&str) -> &'v str) -> String {
    let mut res = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(dollar) = rest.find('$') {
        res.push_str(&rest[..dollar]);
        rest = &rest[dollar..];
        match variable(rest) {
            Some((name, len)) => {
                res.push_str(value(name));
                rest = &rest[len..];
            }
            None => {
                res.push('$');
                rest = &rest[1..];
            }
        }
    }
    res + rest
}

/// The name of the variable at the start of `text`, and how long its mention is.
fn variable(text: &str) -> Option<(&str, usize)> {
    let text = text.strip_prefix('$')?;
    let (text, braces) = match text.strip_prefix('{') {
        Some(inner) => (inner, 2),
        None => (text, 0),
    };
    let is_inside = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let end = text.find(|it| !is_inside(it)).unwrap_or(text.len());
    let (name, after) = text.split_at(end);
    let is_name = name.starts_with(|it: char| !it.is_ascii_digit());
    let is_closed = braces == 0 || after.starts_with('}');
    (is_name && is_closed).then_some((name, 1 + braces + end))
}

fn bad_name(name: &str) -> Fault {
    let name = stdx::text::printable(name).replace('\n', " ");
    Fault {
        message: format!(
            "`{name}` cannot be the name of a header, expected letters, digits and `-`"
        ),
        hint: None,
    }
}

fn bad_value(name: &HeaderName) -> Fault {
    Fault {
        message: format!("the value of header `{name}` cannot be sent, expected text in one line"),
        hint: None,
    }
}
