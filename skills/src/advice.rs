//! What is worth knowing about a skill that is in order.

use stdx::{Place, Problem};

use crate::render::{Piece, TokenKind, pieces};
use crate::skill::Skill;

/// Notes for the author of a skill, which would be noise wherever skills are merely loaded
/// [claude-code.md 6.4].
pub fn advice(skill: &Skill) -> Vec<Problem> {
    let digit = dollar_digit(skill);
    let grant = allowed_tools(skill);
    digit.into_iter().chain(grant).collect()
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
