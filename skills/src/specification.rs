//! Holds a skill against the open specification of Agent Skills, to the letter.
//!
//! [`read`](crate::read) takes what people write; this says what other programs may refuse.

use std::path::Path;

use frontmatter::{Field, HeaderState};
use stdx::{Place, Problem};

use crate::skill::Skill;

const FIELDS: [&str; 6] = [
    "name",
    "description",
    "license",
    "compatibility",
    "metadata",
    "allowed-tools",
];

const MAX_NAME: usize = 64;
const MAX_DESCRIPTION: usize = 1_024;
const MAX_COMPATIBILITY: usize = 500;
const MAX_LINES: usize = 500;

/// Everything in which a skill departs from the specification [claude-code.md 2.5]; nothing if it
/// keeps it.
///
/// Names are compared as they are written; the reference validator brings compatibility characters
/// into one form first.
pub fn check_specification(skill: &Skill) -> Vec<Problem> {
    let mut checker = Checker {
        skill,
        problems: Vec::new(),
    };
    checker.file();
    checker.header();
    checker.name();
    checker.description();
    checker.fields();
    checker.body();
    checker.problems
}

struct Checker<'s> {
    skill: &'s Skill,
    problems: Vec<Problem>,
}

impl Checker<'_> {
    fn error(&mut self, (code, message): (&'static str, String), place: Option<Place>) {
        let place = place.unwrap_or(Place { line: 1, column: 1 });
        let problem = Problem::error(code, message);
        self.problems.push(self.skill.problem_at(problem, place));
    }

    fn file(&mut self) {
        let name = self.skill.file.file_name().unwrap_or_default();
        if name != "SKILL.md" && name != "skill.md" {
            let message = format!(
                "a skill is a file `SKILL.md`, found `{}`",
                name.to_string_lossy()
            );
            self.error(("skills/spec-file", message), None);
        }
    }

    fn header(&mut self) {
        let message = match self.skill.header().state {
            HeaderState::Read => return,
            HeaderState::Rescued => "the header must be YAML as it stands",
            HeaderState::Absent | HeaderState::Empty => "a header must stand first",
            HeaderState::Unclosed | HeaderState::Unreadable => "the header must be readable",
        };
        self.error(("skills/spec-file", message.to_owned()), None);
    }

    fn name(&mut self) {
        let Some(label) = &self.skill.label else {
            return self.error(("skills/spec-name", "`name` is required".to_owned()), None);
        };
        let folder = self.skill.file.parent().and_then(Path::file_name);
        let mut faults = Vec::new();
        faults.extend(name_fault(&label.value));
        if folder.is_some_and(|it| it != label.value.as_str()) {
            let folder = folder.unwrap_or_default().to_string_lossy();
            faults.push(format!("must be the folder's name `{folder}`"));
        }
        for fault in faults {
            let message = format!("`name` {fault}, found `{}`", label.value);
            self.error(("skills/spec-name", message), Some(label.place));
        }
    }

    fn description(&mut self) {
        let field = self.skill.header().get("description");
        let place = field.map(|it| it.value.place);
        let text = field.and_then(|it| it.value.text()).unwrap_or_default();
        let n_chars = text.trim().chars().count();
        let message = match n_chars {
            0 => "`description` is required".to_owned(),
            1..=MAX_DESCRIPTION => return,
            _ => format!(
                "`description` must have at most {MAX_DESCRIPTION} characters, found {n_chars}"
            ),
        };
        self.error(("skills/spec-description", message), place);
    }

    fn fields(&mut self) {
        for field in self.skill.header().fields() {
            if let Some(message) = field_fault(field) {
                self.error(("skills/spec-field", message), Some(field.place));
            }
        }
    }

    fn body(&mut self) {
        let n_lines = self.skill.body().lines().count();
        if n_lines > MAX_LINES {
            let message =
                format!("the text should have at most {MAX_LINES} lines, found {n_lines}");
            let problem = Problem::warning("skills/spec-length", message)
                .with_hint("move details to files under `references/`");
            let place = Place {
                line: self.skill.body_line(),
                column: 1,
            };
            self.problems.push(self.skill.problem_at(problem, place));
        }
    }
}

pub(crate) fn name_fault(name: &str) -> Option<String> {
    let is_allowed = |it: char| it == '-' || (it.is_alphanumeric() && !it.is_uppercase());
    if name.chars().count() > MAX_NAME {
        Some(format!("must have at most {MAX_NAME} characters"))
    } else if !name.chars().all(is_allowed) {
        Some("must hold lower-case letters, digits and hyphens only".to_owned())
    } else if name.starts_with('-') || name.ends_with('-') || name.contains("--") {
        Some("must have a letter or digit around each hyphen".to_owned())
    } else {
        None
    }
}

fn field_fault(field: &Field) -> Option<String> {
    let found = || field.value.describe();
    let is_text = field.value.items().is_none() && field.value.fields().is_none();
    match field.key.as_str() {
        it if !FIELDS.contains(&it) => Some(format!("`{it}` is no field of the specification")),
        "compatibility" => {
            let n_chars = field.value.text().map_or(0, |it| it.chars().count());
            let fits = is_text && (1..=MAX_COMPATIBILITY).contains(&n_chars);
            (!fits).then(|| {
                format!("`compatibility` must be a text of 1 to {MAX_COMPATIBILITY} characters")
            })
        }
        "metadata" => {
            let fields = field.value.fields();
            let is_flat = fields.is_some_and(|it| it.iter().all(|it| it.value.text().is_some()));
            (!is_flat).then(|| format!("`metadata` must be a map of texts, found {}", found()))
        }
        "allowed-tools" | "license" | "name" | "description" if !is_text => {
            Some(format!("`{}` must be a text, found {}", field.key, found()))
        }
        _ => None,
    }
}
