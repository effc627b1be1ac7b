//! Reads one server.

use json_tree::{Member, Node};
use stdx::Problem;

use super::{Reader, expand};
use crate::spec::Reach;

const KNOWN: [&str; 6] = ["type", "command", "args", "env", "url", "headers"];
const TYPES: [&str; 2] = ["stdio", "http"];

/// How a server says that it is reached.
#[derive(Clone, Copy)]
enum Kind {
    Program,
    Http,
}

/// One server that is being read.
pub(crate) struct Entry<'r, 'd> {
    reader: &'r mut Reader<'d>,
    member: &'r Member,
}

impl<'r, 'd> Entry<'r, 'd> {
    pub(crate) fn new(reader: &'r mut Reader<'d>, member: &'r Member) -> Entry<'r, 'd> {
        Entry { reader, member }
    }

    /// How the server is reached; `None` where a problem was reported.
    pub(crate) fn reach(&mut self) -> Option<Reach> {
        match self.kind()? {
            Kind::Program => {
                let command = self.required("command");
                let args = self.texts("args");
                let env = self.pairs("env");
                Some(Reach::Program {
                    command: command?,
                    args: args?,
                    env: env?,
                })
            }
            Kind::Http => {
                let url = self.required("url").and_then(|it| self.address(it));
                let headers = self.pairs("headers").and_then(|it| self.headers(it));
                Some(Reach::Http {
                    url: url?,
                    headers: headers?,
                })
            }
        }
    }

    /// Reports keys that are not read here.
    pub(crate) fn unknown_keys(&mut self, keys: &[Member]) {
        for it in keys.iter().filter(|it| !KNOWN.contains(&it.key.as_str())) {
            let message = format!("{} has the key `{}`, which is not known", self, it.key);
            let mut problem = Problem::warning("mcp/unknown-key", message);
            if let Some(near) = stdx::text::nearest(&it.key, KNOWN) {
                problem = problem.with_hint(format!("did you mean `{near}`?"));
            }
            self.reader.report(problem, it.start);
        }
    }

    /// A server without a type is told by what it has.
    fn kind(&mut self) -> Option<Kind> {
        let Some(node) = self.get("type") else {
            let has_address = self.get("url").is_some() && self.get("command").is_none();
            return Some(if has_address { Kind::Http } else { Kind::Program });
        };
        match node.text() {
            Some("stdio") => Some(Kind::Program),
            Some("http" | "streamable-http") => Some(Kind::Http),
            Some(kind) => {
                let problem = self.bad_type(kind);
                self.reader.report(problem, node.start);
                None
            }
            None => {
                let what = format!("`type` of {self}");
                self.reader.wrong_type(&what, "`stdio` or `http`", node);
                None
            }
        }
    }

    fn bad_type(&self, kind: &str) -> Problem {
        if matches!(kind, "sse" | "ws") {
            let message = format!("{self} has the type `{kind}`, which is not supported");
            return Problem::error("mcp/unsupported-type", message)
                .with_hint("most servers also speak streamable HTTP: write `http`");
        }
        let message = format!("`type` of {self} must be `stdio` or `http`, found `{kind}`");
        let problem = Problem::error("mcp/unknown-type", message);
        match stdx::text::nearest(kind, TYPES) {
            Some(near) => problem.with_hint(format!("did you mean `{near}`?")),
            None => problem,
        }
    }

    fn required(&mut self, key: &str) -> Option<String> {
        let Some(node) = self.get(key) else {
            let message = format!("{self} has no `{key}`");
            let problem = Problem::error("mcp/missing-key", message);
            self.reader.report(problem, self.member.start);
            return None;
        };
        let text = self.text(&format!("`{key}`"), node)?;
        if text.is_empty() {
            let message = format!("`{key}` of {self} is empty");
            let problem = Problem::error("mcp/missing-key", message);
            self.reader.report(problem, node.start);
            return None;
        }
        Some(text)
    }

    /// A list of texts; empty where it is not there.
    fn texts(&mut self, key: &str) -> Option<Vec<String>> {
        let Some(node) = self.get(key) else {
            return Some(Vec::new());
        };
        let Some(items) = node.items() else {
            let what = format!("`{key}` of {self}");
            self.reader.wrong_type(&what, "a list of texts", node);
            return None;
        };
        let what = format!("an item of `{key}`");
        let texts = items.iter().map(|it| self.text(&what, it));
        collect(texts)
    }

    /// An object of texts; empty where it is not there.
    fn pairs(&mut self, key: &str) -> Option<Vec<(String, String)>> {
        let Some(node) = self.get(key) else {
            return Some(Vec::new());
        };
        let Some(members) = node.members() else {
            let what = format!("`{key}` of {self}");
            self.reader.wrong_type(&what, "an object of texts", node);
            return None;
        };
        let pairs = members.iter().map(|it| {
            let value = self.text(&format!("`{}` in `{key}`", it.key), &it.value)?;
            Some((it.key.clone(), value))
        });
        collect(pairs)
    }

    fn text(&mut self, what: &str, node: &Node) -> Option<String> {
        let what = format!("{what} of {self}");
        let Some(text) = node.text() else {
            self.reader.wrong_type(&what, "text", node);
            return None;
        };
        match expand::expand(text, self.reader.variables) {
            Ok(text) => Some(text),
            Err(name) => {
                let message = format!("{what} needs the variable `{name}`, which is not set");
                let problem = Problem::error("mcp/missing-variable", message)
                    .with_hint(format!("set it, or write `${{{name}:-a default}}`"));
                self.reader.report(problem, node.start);
                None
            }
        }
    }

    // Neither the address nor a header's value is shown: variables may have put secrets in.
    fn address(&mut self, text: String) -> Option<String> {
        let parsed = reqwest::Url::parse(&text).ok();
        if parsed.is_some_and(|it| matches!(it.scheme(), "http" | "https") && it.has_host()) {
            return Some(text);
        }
        let message = format!("`url` of {self} must be an address that begins with `https://`");
        self.report_at("url", Problem::error("mcp/invalid-url", message));
        None
    }

    fn headers(&mut self, pairs: Vec<(String, String)>) -> Option<Vec<(String, String)>> {
        let bad = pairs.iter().find(|(name, value)| !is_header(name, value));
        let Some((name, _)) = bad else {
            return Some(pairs);
        };
        let message = format!("`{name}` in `headers` of {self} is no header that can be sent");
        self.report_at("headers", Problem::error("mcp/invalid-header", message));
        None
    }

    fn report_at(&mut self, key: &str, problem: Problem) {
        let start = self.get(key).map_or(self.member.start, |it| it.start);
        self.reader.report(problem, start);
    }

    fn get(&self, key: &str) -> Option<&'r Node> {
        self.member.value.get(key)
    }
}

impl std::fmt::Display for Entry<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the server `{}`", self.member.key)
    }
}

/// All of them, or nothing once every problem was reported.
fn collect<T>(items: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let all: Vec<Option<T>> = items.collect();
    all.into_iter().collect()
}

/// Whether it can be sent, and does not change how the protocol itself works.
fn is_header(name: &str, value: &str) -> bool {
    const OURS: [&str; 6] = [
        "accept",
        "content-type",
        "content-length",
        "host",
        "mcp-session-id",
        "mcp-protocol-version",
    ];
    reqwest::header::HeaderName::try_from(name).is_ok_and(|it| !OURS.contains(&it.as_str()))
        && reqwest::header::HeaderValue::try_from(value).is_ok()
}
