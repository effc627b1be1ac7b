//! What is worth knowing about a skill that is in order.

use stdx::{Place, Problem};

use crate::place::{Layout, Source};
use crate::render::{Piece, TokenKind, pieces};
use crate::skill::Skill;
use crate::specification::name_fault;

/// Remarks for the author of a skill, which would be noise wherever skills are merely loaded
/// [claude-code.md 6.4].
pub fn advice(skill: &Skill) -> Vec<Problem> {
    let name = name_form(skill);
    let digit = dollar_digit(skill);
    let grant = allowed_tools(skill);
    name.into_iter().chain(digit).chain(grant).collect()
}

/// A `name` that is not the folder's, or has a form that others refuse [corpus.md 14].
fn name_form(skill: &Skill) -> Option<Problem> {
    let label = skill.label.as_ref()?;
    if skill.layout != Layout::Folders || matches!(skill.source, Source::Plugin { .. }) {
        return None;
    }
    let folder = skill.dir()?.file_name()?.to_string_lossy();
    let fault = name_fault(&label.value).or_else(|| {
        (folder != label.value).then(|| format!("should be the folder's name `{folder}`"))
    })?;
    let message = format!("`name` {fault}, found `{}`", label.value);
    let problem = Problem::warning("skills/name-form", message).with_hint(
        "here the folder's name is the skill's; other agents go by `name`, or refuse it",
    );
    Some(skill.problem_at(problem, label.place))
}

/// `$5` is an argument, also where a price or a script was meant.
fn dollar_digit(skill: &Skill) -> Option<Problem> {
    if !skill.arguments.is_empty() || skill.argument_hint.is_some() {
        return None;
    }
    let body = skill.body();
    let pieces = pieces(body, &[]);
    let raw = pieces.iter().find_map(|it| match it {
        Piece::Token(token) if matches!(token.kind, TokenKind::Position(_)) => Some(token.raw),
        Piece::Token(_) | Piece::Text(_) => None,
    })?;
    let at = raw.as_ptr() as usize - body.as_ptr() as usize;
    let inside = Place::of_offset(body, at);
    let message = format!("`{raw}` is replaced when the skill is invoked with enough arguments");
    let problem = Problem::note("skills/dollar-digit", message).with_hint(format!(
        "write `\\{raw}` if it is meant as text, or declare `arguments`"
    ));
    let place = Place {
        line: inside.line + skill.body_line() - 1,
        ..inside
    };
    Some(skill.problem_at(problem, place))
}

fn allowed_tools(skill: &Skill) -> Option<Problem> {
    let first = skill.allowed_tools.first()?;
    let message = "`allowed-tools` grants these tools without a question and forbids no other";
    let problem = Problem::note("skills/allowed-tools-grant", message)
        .with_hint("use `disallowed-tools` to take tools away");
    Some(skill.problem_at(problem, first.place))
}
