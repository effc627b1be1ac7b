//! One item of an event's list: a group, or a handler.

use stdx::Problem;

use crate::document::{Member, Node};
use crate::handler::{Handler, HandlerKind, OnFailure, Times, Waiting};
use crate::matcher::Matcher;
use crate::rules::BadTimeout;

use super::{At, Entries, Field, Reader, indexed, is_comment};

impl<'a> Reader<'a> {
    /// An item of an event's list.
    pub(super) fn item(&mut self, item: &'a Node, at: At<'_>) {
        let Some(members) = item.members() else {
            let text = format!("`{}` is an object, found {}", at.pointer, item.describe());
            self.reject(at, "hooks/entry-not-an-object", &text);
            return;
        };
        match (item.get("hooks"), self.shape.entries) {
            (Some(hooks), Entries::Groups | Entries::Both) => self.group(item, hooks, at),
            (Some(_), Entries::Flat) => self.group_by_mistake(at),
            (None, Entries::Flat | Entries::Both) => self.flat(item, at),
            (None, Entries::Groups) => self.flat_by_mistake(members, at),
        }
    }

    fn group_by_mistake(&mut self, at: At<'_>) {
        let text = format!(
            "`{}` groups its hooks, but here each entry is a hook of its own",
            at.pointer
        );
        let hint = self.shape.shape_hint;
        self.push(
            Problem::error("hooks/unexpected-group", text.clone()).with_hint(hint),
            at.start,
        );
        self.skip(at.event_word, &text, at.start);
    }

    fn flat_by_mistake(&mut self, members: &[Member], at: At<'_>) {
        let is_handler = members
            .iter()
            .any(|it| it.key == "command" || it.key == "type");
        let text = if is_handler {
            format!("`{}` is a hook without its group", at.pointer)
        } else {
            format!("`{}` has no `hooks` list", at.pointer)
        };
        let hint = self.shape.shape_hint;
        self.push(
            Problem::error("hooks/group-without-hooks", text.clone()).with_hint(hint),
            at.start,
        );
        self.skip(at.event_word, &text, at.start);
    }

    fn group(&mut self, group: &'a Node, hooks: &'a Node, at: At<'_>) {
        let Some(matcher) = self.matcher(group.get("matcher"), at) else {
            return;
        };
        let Some(items) = hooks.items() else {
            let text = format!(
                "`{}.hooks` is a list of hooks, found {}",
                at.pointer,
                hooks.describe()
            );
            self.reject(
                At {
                    start: hooks.start,
                    ..at
                },
                "hooks/group-without-hooks",
                &text,
            );
            return;
        };
        for (index, item) in items.iter().enumerate() {
            let pointer = indexed(at.pointer, ".hooks", index);
            self.handler(
                item,
                &matcher,
                At {
                    pointer: &pointer,
                    start: item.start,
                    ..at
                },
            );
        }
    }

    fn flat(&mut self, item: &'a Node, at: At<'_>) {
        let Some(matcher) = self.matcher(item.get("matcher"), at) else {
            return;
        };
        self.handler(item, &matcher, at);
    }

    /// Reads one handler, or skips it with its reason.
    fn handler(&mut self, node: &'a Node, matcher: &Matcher, at: At<'_>) {
        let Some(members) = node.members() else {
            let text = format!("`{}` is an object, found {}", at.pointer, node.describe());
            self.reject(at, "hooks/entry-not-an-object", &text);
            return;
        };
        let Some(kind) = self.kind(node, at) else {
            return;
        };
        if !self.runs_here(kind, at) {
            return;
        }
        let Some(action) = self.action(node, kind, at) else {
            return;
        };
        let Some(timeout) = self.timeout(node, kind, at) else {
            return;
        };
        if !self.optional_fields(members, at) {
            return;
        }
        self.foreign_fields(members, at);
        let on_failure = self.on_failure(node, at);
        let handler = Handler {
            id: String::new(),
            event: at.event.event.clone(),
            event_word: at.event_word.to_owned(),
            matcher: matcher.clone(),
            condition: self.text_field(node, "if", Field::If),
            action,
            timeout,
            on_failure,
            waiting: self.waiting(node),
            times: self.times(node),
            status_message: self.text_field(node, "statusMessage", Field::StatusMessage),
            place: Some(self.document.place(node.start)),
            pointer: at.pointer.to_owned(),
        };
        self.add(handler);
    }

    /// The kind that `type` names, or that an entry without it has.
    fn kind(&mut self, node: &Node, at: At<'_>) -> Option<HandlerKind> {
        let word = match node.get("type") {
            None => return self.untyped(at),
            Some(it) => it,
        };
        let kind = word.text().and_then(HandlerKind::from_word);
        if kind.is_none() {
            let shown = word
                .text()
                .map_or_else(|| word.describe().to_owned(), |it| format!("`{it}`"));
            let text = format!("`{}.type` names a kind of hook, found {shown}", at.pointer);
            self.reject(
                At {
                    start: word.start,
                    ..at
                },
                "hooks/unknown-handler-type",
                &text,
            );
        }
        kind
    }

    fn untyped(&mut self, at: At<'_>) -> Option<HandlerKind> {
        if self.shape.untyped.is_none() {
            let text = format!("`{}` has no `type`", at.pointer);
            self.reject(at, "hooks/unknown-handler-type", &text);
        }
        self.shape.untyped
    }

    /// Whether handlers of this kind run in this dialect; if not, the entry is listed as skipped.
    fn runs_here(&mut self, kind: HandlerKind, at: At<'_>) -> bool {
        let runs = self.rules.runs(kind);
        if !runs {
            let text = format!(
                "a hook of type `{}` does not run in {}",
                kind.as_str(),
                self.rules.dialect
            );
            self.push(Problem::note("hooks/not-run-here", text.clone()), at.start);
            self.skip(at.event_word, &text, at.start);
        }
        runs
    }

    pub(super) fn honours(&self, field: Field) -> bool {
        self.shape.fields.contains(&field)
    }

    /// The text of an optional field that is honoured here.
    pub(super) fn text_field(&self, node: &Node, key: &str, field: Field) -> Option<String> {
        let text = node.get(key).and_then(Node::text);
        text.filter(|_| self.honours(field)).map(str::to_owned)
    }

    fn on_failure(&mut self, node: &Node, at: At<'_>) -> OnFailure {
        let Some(value) = node
            .get("onFailure")
            .filter(|_| self.honours(Field::OnFailure))
        else {
            return OnFailure::Proceed;
        };
        match value.text() {
            Some("block") => OnFailure::Block,
            Some("proceed") => OnFailure::Proceed,
            _ => {
                let text = format!(
                    "`{}.onFailure` is `block` or `proceed`; it is taken as `block`",
                    at.pointer
                );
                self.error(value.start, "hooks/on-failure", &text);
                OnFailure::Block
            }
        }
    }

    fn waiting(&self, node: &Node) -> Waiting {
        let says =
            |key| self.honours(Field::Async) && node.get(key).and_then(Node::bool) == Some(true);
        match (says("asyncRewake"), says("async")) {
            (true, _) => Waiting::Rewake,
            (false, true) => Waiting::Background,
            (false, false) => Waiting::Awaited,
        }
    }

    fn times(&self, node: &Node) -> Times {
        let once = node.get("once").and_then(Node::bool) == Some(true);
        if once && self.honours(Field::Once) {
            Times::Once
        } else {
            Times::Always
        }
    }

    /// Whether the entry stays: an optional field of the wrong kind is said, and costs the entry where
    /// the dialect holds its entries against a schema, as a bad timeout does [NEO-53].
    fn optional_fields(&mut self, members: &[Member], at: At<'_>) -> bool {
        let drops = self.rules.timeout.bad == BadTimeout::SkipEntry;
        for member in members {
            let Some(wanted) = wanted(&member.key).filter(|_| self.is_odd(member)) else {
                continue;
            };
            let found = member.value.describe();
            let text = format!("`{}.{}` is {wanted}, found {found}", at.pointer, member.key);
            let at = At {
                start: member.value.start,
                ..at
            };
            if drops {
                self.reject(at, "hooks/field-kind", &text);
                return false;
            }
            let problem = Problem::error("hooks/field-kind", text);
            self.push(problem.with_hint("the field has no effect"), at.start);
        }
        true
    }

    /// Whether an optional field that counts here is of the wrong kind.
    fn is_odd(&self, member: &Member) -> bool {
        let known = Field::KEYS.iter().find(|(key, _)| *key == member.key);
        let counts = known.is_some_and(|(_, field)| self.honours(*field));
        counts
            && match wanted(&member.key) {
                Some("text") => member.value.text().is_none(),
                Some(_) => member.value.bool().is_none(),
                None => false,
            }
    }

    /// Known fields that have no effect here are noted; comments and strangers are left alone.
    fn foreign_fields(&mut self, members: &[Member], at: At<'_>) {
        for member in members.iter().filter(|it| !is_comment(&it.key)) {
            let known = Field::KEYS.iter().find(|(key, _)| *key == member.key);
            if let Some((key, field)) = known
                && !self.honours(*field)
            {
                let text = format!(
                    "`{}.{key}` has no effect in {}",
                    at.pointer, self.rules.dialect
                );
                self.push(
                    Problem::note("hooks/field-without-effect", text),
                    member.start,
                );
            }
        }
    }
}

/// What an optional field holds; nothing for those that are looked at where they are read.
fn wanted(key: &str) -> Option<&'static str> {
    match key {
        "if" | "statusMessage" => Some("text"),
        "async" | "asyncRewake" | "once" => Some("`true` or `false`"),
        _ => None,
    }
}
