//! What a rendering consists of, before any command runs. Pure.

use stdx::Problem;

use crate::error::SkillError;
use crate::skill::Skill;

use super::injections::{Found, Injections, injections};
use super::quote::fill;
use super::tokens::{Piece, Token, TokenKind, pieces};
use super::values::Values;
use super::{Grants, RenderRequest};

/// The parts of a prompt, in order.
#[derive(Debug)]
pub(crate) struct Plan {
    pub parts: Vec<Part>,
    pub allowed_tools: Vec<String>,
    pub problems: Vec<Problem>,
}

/// A part of a prompt.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Text that is complete.
    Text(String),
    /// A command whose output stands here.
    Command(String),
}

impl Plan {
    pub(crate) fn new(skill: &Skill, request: &RenderRequest<'_>) -> Result<Plan, SkillError> {
        let found = injections(skill.body());
        let mut planner = Planner {
            skill,
            names: skill.arguments.iter().map(|it| it.value.as_str()).collect(),
            values: Values::new(skill, request),
            uses_arguments: false,
            parts: Vec::new(),
        };
        planner.body(&found)?;
        planner.append_arguments(request.arguments);
        let mut problems = odd_injections(skill, &found);
        let allowed_tools = planner.allowed_tools(request.grants, &mut problems);
        Ok(Plan {
            parts: planner.parts,
            allowed_tools,
            problems,
        })
    }
}

struct Planner<'a> {
    skill: &'a Skill,
    names: Vec<&'a str>,
    values: Values<'a>,
    uses_arguments: bool,
    parts: Vec<Part>,
}

impl Planner<'_> {
    fn body(&mut self, injections: &Injections) -> Result<(), SkillError> {
        let body = self.skill.body();
        let mut at = 0;
        for found in &injections.found {
            self.text(&body[at..found.whole.start]);
            self.command(&body[found.command.clone()], found)?;
            at = found.whole.end;
        }
        self.text(&body[at..]);
        Ok(())
    }

    fn text(&mut self, text: &str) {
        let mut res = String::with_capacity(text.len());
        let pieces = pieces(text, &self.names);
        self.note_use(&pieces);
        for piece in pieces {
            match piece {
                Piece::Text(text) => res.push_str(text),
                Piece::Token(token) => match self.values.of(&token) {
                    Some(value) => res.push_str(value.text()),
                    None => res.push_str(token.raw),
                },
            }
        }
        if !res.is_empty() {
            self.parts.push(Part::Text(res));
        }
    }

    fn command(&mut self, command: &str, found: &Found) -> Result<(), SkillError> {
        let pieces = pieces(command, &self.names);
        self.note_use(&pieces);
        let filled = fill(&pieces, &self.values, self.skill.shell);
        let filled = filled.map_err(|placeholder| SkillError::UnsafeArgument {
            skill: self.skill.name.clone(),
            placeholder,
            command: self.skill.body()[found.command.clone()].trim().to_owned(),
        })?;
        self.parts.push(Part::Command(filled.trim().to_owned()));
        Ok(())
    }

    fn note_use(&mut self, pieces: &[Piece<'_>]) {
        self.uses_arguments |= pieces.iter().any(|it| match it {
            Piece::Text(_) => false,
            Piece::Token(token) => self.is_used_argument(token),
        });
    }

    fn is_used_argument(&self, token: &Token<'_>) -> bool {
        match token.kind {
            TokenKind::Variable(_) => false,
            TokenKind::All | TokenKind::Position(_) | TokenKind::Named(_) => {
                self.values.of(token).is_some()
            }
        }
    }

    /// What was typed must reach the agent even if the text has no place for it.
    fn append_arguments(&mut self, arguments: &str) {
        if self.uses_arguments || arguments.trim().is_empty() {
            return;
        }
        let gap = match self.parts.last() {
            Some(Part::Text(text)) if text.ends_with("\n\n") => "",
            Some(Part::Text(text)) if text.ends_with('\n') => "\n",
            Some(_) => "\n\n",
            None => "",
        };
        let line = format!("{gap}ARGUMENTS: {arguments}");
        self.parts.push(Part::Text(line));
    }

    /// The rules with their folders filled in.
    fn allowed_tools(&self, grants: Grants, problems: &mut Vec<Problem>) -> Vec<String> {
        let tools = &self.skill.allowed_tools;
        match (grants, tools.first()) {
            (_, None) => Vec::new(),
            (Grants::HeldBack, Some(first)) => {
                let message = "`allowed-tools` grants nothing, for the skill came with a project that is not trusted";
                problems.push(
                    self.skill
                        .problem_at(Problem::note("skills/held-back", message), first.place),
                );
                Vec::new()
            }
            (Grants::Given, Some(_)) => {
                let filled = tools.iter().filter_map(|it| match self.rule(&it.value) {
                    Ok(rule) => Some(rule),
                    Err(problem) => {
                        problems.push(self.skill.problem_at(problem, it.place));
                        None
                    }
                });
                filled.collect()
            }
        }
    }

    /// A folder may hold a mark that would make the rule match more than its author wrote.
    fn rule(&self, rule: &str) -> Result<String, Problem> {
        let mut res = rule.to_owned();
        for name in ["CLAUDE_SKILL_DIR", "CLAUDE_PROJECT_DIR"] {
            let placeholder = format!("${{{name}}}");
            if !res.contains(&placeholder) {
                continue;
            }
            let folder = self.values.folder(name).unwrap_or_default();
            if folder.is_empty() || folder.contains(['*', '?', '[', '(', ')', ',']) {
                let message = format!(
                    "`{rule}` is not granted: `{placeholder}` is `{folder}`, which a rule cannot hold"
                );
                return Err(Problem::warning("skills/rule-folder", message));
            }
            res = res.replace(&placeholder, &folder);
        }
        Ok(res)
    }
}

/// More commands than this that are only shown get one note.
const MOST_SHOWN: usize = 20;

/// Commands that are only shown, and blocks that are never closed.
fn odd_injections(skill: &Skill, found: &Injections) -> Vec<Problem> {
    let shown = found.shown.iter().enumerate().take(MOST_SHOWN + 1);
    let shown = shown.map(|(index, at)| {
        let message = match found.shown.len() - index {
            n if index == MOST_SHOWN && n > 1 => {
                format!(
                    "{n} commands from here on stand inside code, so they are shown and not run"
                )
            }
            _ => "this command stands inside code, so it is shown and not run".to_owned(),
        };
        (*at, Problem::note("skills/injection-shown", message))
    });
    let unclosed = found.unclosed.iter().map(|at| {
        let message = "this block of commands is never closed, so it is shown and not run";
        (*at, Problem::warning("skills/injection-unclosed", message))
    });
    let mut all: Vec<(usize, Problem)> = shown.chain(unclosed).collect();
    all.sort_by_key(|(at, _)| *at);
    let places = skill.places_in_body(all.iter().map(|(at, _)| *at));
    all.into_iter()
        .zip(places)
        .map(|((_, problem), place)| skill.problem_at(problem, place))
        .collect()
}
