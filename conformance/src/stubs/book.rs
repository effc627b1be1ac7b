//! What the stubs were asked.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

/// Everything that was asked since the last look, in the order of its stub's calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Book {
    pub(crate) calls: BTreeMap<String, Vec<Call>>,
    /// What nobody was prepared for.
    pub(crate) unscripted: Vec<String>,
}

/// One call of a stub, as the stub sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Call {
    pub(crate) stdin: Vec<u8>,
    pub(crate) args: Vec<String>,
    pub(crate) cwd: PathBuf,
    /// What the environment holds beyond what surrounded the whole.
    pub(crate) env: BTreeMap<String, String>,
    /// What surrounded the whole and was kept from it.
    pub(crate) removed: BTreeSet<String>,
    /// What a server, a model or a skill is asked besides.
    pub(crate) asked: Map<String, Value>,
}

impl Book {
    /// Notes a call.
    pub(crate) fn note(&mut self, stub: &str, call: Call) {
        self.calls.entry(stub.to_owned()).or_default().push(call);
    }

    /// Adds what another one holds.
    pub(crate) fn merge(&mut self, other: Book) {
        for (stub, calls) in other.calls {
            self.calls.entry(stub).or_default().extend(calls);
        }
        self.unscripted.extend(other.unscripted);
    }

    /// What transcripts show. A stub that was not called is not there.
    pub(crate) fn show(&self, usual_cwd: &Path) -> Map<String, Value> {
        let show = |calls: &Vec<Call>| calls.iter().map(|it| it.show(usual_cwd)).collect();
        self.calls
            .iter()
            .map(|(stub, calls)| (stub.clone(), show(calls)))
            .collect()
    }
}

impl Call {
    fn show(&self, usual_cwd: &Path) -> Value {
        let mut res = self.asked.clone();
        if !self.stdin.is_empty() {
            self.show_stdin(&mut res);
        }
        let parts = [
            ("args", json!(self.args)),
            ("env", json!(self.env)),
            ("removed", json!(self.removed)),
        ];
        let is_empty = |it: &Value| {
            it.as_array().is_some_and(Vec::is_empty) || it.as_object().is_some_and(Map::is_empty)
        };
        for (key, value) in parts.into_iter().filter(|(_, it)| !is_empty(it)) {
            res.insert(key.to_owned(), value);
        }
        if !self.cwd.as_os_str().is_empty() && self.cwd != usual_cwd {
            res.insert("cwd".to_owned(), json!(self.cwd));
        }
        Value::Object(res)
    }

    fn show_stdin(&self, res: &mut Map<String, Value>) {
        let text = String::from_utf8_lossy(&self.stdin);
        let value = serde_json::from_str(&text).unwrap_or_else(|_| json!(text));
        res.insert("stdin".to_owned(), value);
        if text.ends_with('\n') {
            res.insert("stdin_end".to_owned(), json!("newline"));
        }
    }
}
