//! Reading hook files: one reader for all shapes, told by each dialect what it accepts.
//!
//! The smallest bad unit is skipped, listed and reported; its neighbours stay.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use stdx::Problem;

use crate::dialect::{Config, HttpLimits};
use crate::document::{Document, Member, Node};
use crate::handler::{Handler, HandlerKind};
use crate::layer::Skipped;
use crate::rules::{EventRules, Rules};

mod action;
mod entry;
mod matching;
mod switches;
mod timeout;

pub(crate) use timeout::Limits;

/// What a dialect accepts in its files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Whether events stand under a `hooks` key.
    pub(crate) wrapper: Wrapper,
    /// What stands in an event's list.
    pub(crate) entries: Entries,
    /// The kind of an entry without `type`.
    pub(crate) untyped: Option<HandlerKind>,
    /// The optional fields of a handler that are honoured here.
    pub(crate) fields: &'static [Field],
    /// Where another product's shape is recognised, the hint for its author.
    pub(crate) shape_hint: &'static str,
    /// The timeout of a handler without the field, and its ceiling.
    pub(crate) limits: fn(&Rules, HandlerKind, &EventRules) -> Limits,
}

/// Whether events stand under a `hooks` key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrapper {
    /// They must.
    Required,
    /// They stand at the root.
    Absent,
    /// Either; a file without the key is read at its root if it has event names there.
    Optional,
}

/// What stands in an event's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entries {
    /// Groups of a matcher and handlers.
    Groups,
    /// Handlers with a matcher of their own.
    Flat,
    /// Either.
    Both,
}

/// An optional field of a handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// `if`.
    If,
    /// `async` and `asyncRewake`.
    Async,
    /// `args`.
    Args,
    /// `shell`.
    Shell,
    /// `statusMessage`.
    StatusMessage,
    /// `once`.
    Once,
    /// `onFailure`.
    OnFailure,
}

impl Field {
    /// Every field with its key.
    const KEYS: [(&'static str, Field); 8] = [
        ("if", Field::If),
        ("async", Field::Async),
        ("asyncRewake", Field::Async),
        ("args", Field::Args),
        ("shell", Field::Shell),
        ("statusMessage", Field::StatusMessage),
        ("once", Field::Once),
        ("onFailure", Field::OnFailure),
    ];
}

/// Reads the hooks of a document.
pub(crate) fn read(rules: &Rules, shape: &Shape, document: &Document) -> Config {
    let mut reader = Reader {
        rules,
        shape,
        document,
        config: Config::default(),
    };
    reader.file();
    reader.config
}

/// The state of one reading.
struct Reader<'a> {
    rules: &'a Rules,
    shape: &'a Shape,
    document: &'a Document,
    config: Config,
}

/// Where in the document the reader is.
#[derive(Clone, Copy)]
struct At<'a> {
    event_word: &'a str,
    event: &'a EventRules,
    pointer: &'a str,
    start: usize,
}

impl<'a> Reader<'a> {
    fn file(&mut self) {
        let root = self.document.root();
        let Some(members) = root.members() else {
            let found = root.describe();
            self.error(
                root.start,
                "hooks/not-an-object",
                &format!("a hooks file is an object, found {found}"),
            );
            return;
        };
        self.config.http = HttpLimits {
            urls: self.limits(root, "allowedHttpHookUrls"),
            variables: self.limits(root, "httpHookAllowedEnvVars"),
        };
        self.switch(root);
        self.doubles(members);
        let wrappers: Vec<&Node> = members
            .iter()
            .filter(|it| it.key == "hooks")
            .map(|it| &it.value)
            .collect();
        match (wrappers.as_slice(), self.shape.wrapper) {
            ([], Wrapper::Required) => self.bare_by_mistake(members),
            ([], Wrapper::Optional | Wrapper::Absent) => self.root_events(root, members),
            ([.., last], Wrapper::Absent) => self.wrapped_by_mistake(last),
            (all, Wrapper::Required | Wrapper::Optional) => {
                all.iter().for_each(|it| self.events(it, "hooks"));
                self.bare_by_mistake(members);
            }
        }
    }

    /// A wrapper where the dialect has none: said, and not read.
    fn wrapped_by_mistake(&mut self, hooks: &Node) {
        let hint = self.shape.shape_hint;
        let text = "the events stand at the root of this file, not under `hooks`";
        self.push(
            Problem::error("hooks/unexpected-wrapper", text).with_hint(hint),
            hooks.start,
        );
        self.skip("hooks", text, hooks.start);
    }

    /// Events at the root where the dialect wants a wrapper.
    fn bare_by_mistake(&mut self, members: &'a [Member]) {
        let named = members
            .iter()
            .filter(|it| self.rules.event_by_word(&it.key).is_some());
        for member in named {
            let text = format!(
                "`{}` stands outside the `hooks` key, so it is not read",
                member.key
            );
            let hint = "put the events under a `hooks` key";
            self.push(
                Problem::error("hooks/key-missing", text.clone()).with_hint(hint),
                member.start,
            );
            self.skip(&member.key, &text, member.start);
        }
    }

    /// Without a wrapper, the root is read if that is the shape; where settings may stand beside
    /// events, what names an event is read, and what holds hooks under another name is reported.
    fn root_events(&mut self, root: &'a Node, members: &'a [Member]) {
        match self.shape.wrapper {
            Wrapper::Absent => self.events(root, ""),
            Wrapper::Optional => {
                let rules = self.rules;
                for member in members.iter().filter(|it| is_event(rules, it)) {
                    self.event(member, "");
                }
            }
            Wrapper::Required => {}
        }
    }

    fn events(&mut self, hooks: &'a Node, pointer: &str) {
        let Some(members) = hooks.members() else {
            let found = hooks.describe();
            self.error(
                hooks.start,
                "hooks/not-an-object",
                &format!("`hooks` is an object of events, found {found}"),
            );
            return;
        };
        self.doubles(members);
        for member in members.iter().filter(|it| !is_comment(&it.key)) {
            self.event(member, pointer);
        }
    }

    fn event(&mut self, member: &'a Member, pointer: &str) {
        let pointer = join(pointer, &member.key);
        let Some(event) = self.known_event(member) else {
            return;
        };
        let at = At {
            event_word: &member.key,
            event: &event,
            pointer: &pointer,
            start: member.start,
        };
        let Some(items) = member.value.items() else {
            let found = member.value.describe();
            let text = format!("`{pointer}` is a list of hooks, found {found}");
            self.reject(at, "hooks/event-not-a-list", &text);
            return;
        };
        for (index, item) in items.iter().enumerate() {
            let pointer = indexed(&pointer, "", index);
            self.item(
                item,
                At {
                    pointer: &pointer,
                    start: item.start,
                    ..at
                },
            );
        }
    }

    /// The event's rules, or a skip and a problem.
    fn known_event(&mut self, member: &Member) -> Option<EventRules> {
        if let Some(event) = self.rules.event_by_word(&member.key) {
            return Some(event.clone());
        }
        let text = format!("{} has no event `{}`", self.rules.dialect, member.key);
        let mut problem = Problem::warning("hooks/unknown-event", text);
        if let Some(near) = self.nearest_event(&member.key) {
            problem = problem.with_hint(format!("did you mean `{near}`?"));
        }
        self.push(problem, member.start);
        self.skip(
            &member.key,
            "an event that does not exist here",
            member.start,
        );
        None
    }

    /// The event whose word differs in case and separators only, or by a letter or two.
    fn nearest_event(&self, word: &str) -> Option<&'static str> {
        let words = self.rules.events.iter().map(|it| it.word);
        stdx::text::nearest(word, words)
    }

    fn doubles(&mut self, members: &[Member]) {
        let mut seen = BTreeSet::new();
        for member in members {
            if !seen.insert(member.key.as_str()) {
                let text = format!(
                    "the key `{}` is there twice; the last one counts for single values, lists of hooks all count",
                    member.key
                );
                self.push(Problem::warning("hooks/duplicate-key", text), member.start);
            }
        }
    }

    /// Skips an entry with an error.
    fn reject(&mut self, at: At<'_>, code: &'static str, message: &str) {
        self.error(at.start, code, message);
        self.skip(at.event_word, message, at.start);
    }

    fn error(&mut self, start: usize, code: &'static str, message: &str) {
        self.push(Problem::error(code, message), start);
    }

    fn push(&mut self, problem: Problem, start: usize) {
        self.config
            .problems
            .push(self.document.problem_at(problem, start));
    }

    fn skip(&mut self, event: &str, reason: &str, start: usize) {
        let line = Some(self.document.line(start));
        self.config.skipped.push(Skipped {
            event: event.to_owned(),
            reason: reason.to_owned(),
            line,
        });
    }

    fn add(&mut self, handler: Handler) {
        self.config.handlers.push(handler);
    }
}

/// Whether a member of the root is an event, or was meant as one.
fn is_event(rules: &Rules, member: &Member) -> bool {
    let known = rules.event_by_word(&member.key).is_some();
    known || !is_comment(&member.key) && holds_hooks(&member.value)
}

/// Whether a value is a list with a hook in it, or a group of hooks.
fn holds_hooks(value: &Node) -> bool {
    let is_kind = |it: &Node| it.text().and_then(HandlerKind::from_word).is_some();
    let is_hook = |it: &Node| {
        let named = it.get("command").or_else(|| it.get("hooks"));
        named.is_some() || it.get("type").is_some_and(is_kind)
    };
    value.items().is_some_and(|it| it.iter().any(is_hook))
}

/// Keys that begin with `//` or `_` are comments, wherever they stand.
fn is_comment(key: &str) -> bool {
    key.starts_with("//") || key.starts_with('_') || key == "$schema"
}

fn join(pointer: &str, key: &str) -> String {
    if pointer.is_empty() {
        key.to_owned()
    } else {
        format!("{pointer}.{key}")
    }
}

/// The pointer of an entry of the list `key` below `pointer`. One is made for every hook of every
/// file, so it does not go through the machinery of `format!`.
fn indexed(pointer: &str, key: &str, index: usize) -> String {
    let mut digits = itoa::Buffer::new();
    [pointer, key, "[", digits.format(index), "]"].concat()
}

/// A map of text to text, or the first key whose value is something else.
fn text_map(members: &[Member]) -> Result<Vec<(String, String)>, String> {
    let entry = |it: &Member| match it.value.text() {
        Some(text) => Ok((it.key.clone(), text.to_owned())),
        None => Err(it.key.clone()),
    };
    members.iter().map(entry).collect()
}

/// The members as a JSON object.
fn value_map(node: &Node) -> Option<Map<String, Value>> {
    match node.to_value() {
        Value::Object(map) => Some(map),
        _ => None,
    }
}
