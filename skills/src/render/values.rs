//! What the placeholders of one rendering stand for.

use std::borrow::Cow;

use super::RenderRequest;
use super::tokens::{Token, TokenKind};
use super::words::words;
use crate::Skill;

/// The values of one rendering.
#[derive(Debug)]
pub(crate) struct Values<'a> {
    arguments: &'a str,
    words: Vec<String>,
    skill: &'a Skill,
    request: &'a RenderRequest<'a>,
}

/// The value of one placeholder.
#[derive(Debug)]
pub(crate) enum Value<'v> {
    /// The whole of the arguments, and their words.
    All {
        /// As typed.
        text: &'v str,
        /// As a shell splits them.
        words: &'v [String],
    },
    /// One text.
    One(Cow<'v, str>),
}

impl Value<'_> {
    pub(crate) fn text(&self) -> &str {
        match self {
            Value::All { text, .. } => text,
            Value::One(text) => text,
        }
    }
}

impl<'a> Values<'a> {
    pub(crate) fn new(skill: &'a Skill, request: &'a RenderRequest<'a>) -> Values<'a> {
        Values {
            arguments: request.arguments,
            words: words(request.arguments),
            skill,
            request,
        }
    }

    /// The value of a placeholder; `None` where it has none and so stays as it is written.
    pub(crate) fn of(&self, token: &Token<'_>) -> Option<Value<'_>> {
        let one = |it| Value::One(Cow::Borrowed(it));
        match token.kind {
            TokenKind::All => Some(Value::All {
                text: self.arguments,
                words: &self.words,
            }),
            TokenKind::Position(index) => self.words.get(index).map(|it| one(it.as_str())),
            // A declared argument that was not given is empty.
            TokenKind::Named(index) => Some(one(self.words.get(index).map_or("", String::as_str))),
            TokenKind::Variable(name) => self.variable(name).map(Value::One),
        }
    }

    fn variable(&self, name: &str) -> Option<Cow<'_, str>> {
        match name {
            "CLAUDE_SESSION_ID" => self.request.session_id.map(Cow::Borrowed),
            "CLAUDE_EFFORT" => self.request.effort.map(Cow::Borrowed),
            _ => self.folder(name).or_else(|| self.option(name)),
        }
    }

    /// The variables that are folders; those of a plugin mean nothing in another skill.
    pub(crate) fn folder(&self, name: &str) -> Option<Cow<'_, str>> {
        let plugin = self.plugin();
        let folder = match name {
            "CLAUDE_SKILL_DIR" => self.skill.dir(),
            "CLAUDE_PROJECT_DIR" => self.request.project_dir,
            "CLAUDE_PLUGIN_ROOT" => plugin.map(|it| it.root),
            "CLAUDE_PLUGIN_DATA" => plugin.map(|it| it.data),
            _ => None,
        };
        folder.map(|it| it.to_string_lossy())
    }

    fn option(&self, name: &str) -> Option<Cow<'_, str>> {
        let key = name.strip_prefix("user_config.")?;
        let value = self.plugin()?.user_config.get(key)?;
        Some(Cow::Borrowed(value))
    }

    fn plugin(&self) -> Option<&super::PluginValues<'a>> {
        self.skill.source.plugin()?;
        self.request.plugin.as_ref()
    }
}
