//! Makes a skill of the bytes of a file.

use std::path::Path;

use frontmatter::{Document, HeaderState};
use stdx::{Loaded, Place, Problem, Severity};

use crate::fields::Fields;
use crate::names::name_fault;
use crate::place::{Layout, Product, Source};
use crate::skill::Skill;

/// The longest target of a link, in bytes; what systems allow.
const MAX_TARGET: usize = 4096;

/// What is known of a file before it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkillFile<'a> {
    /// The file, as it is named in problems.
    pub file: &'a Path,
    /// The name by its place: of the folder, or of the command with its folders before it; without
    /// a plugin's namespace.
    pub name: &'a str,
    /// Who brought it.
    pub source: &'a Source,
    /// Whose folder it stands in.
    pub product: Product,
    /// The form it is written in.
    pub layout: Layout,
}

/// Reads a skill.
///
/// Lenient: whatever can be understood counts, and each doubt is a problem. `None`, with an error
/// among the problems, for an empty file, for one whose header has an error and not only a doubt,
/// and for a link that was checked out as its target's path.
pub fn read(known: &SkillFile<'_>, bytes: &[u8]) -> Loaded<Option<Skill>> {
    let in_file = |it: Problem| it.in_file(known.file);
    if let Some(fault) = fault_of_bytes(known.file, bytes) {
        return Loaded::from(None).with(in_file(fault));
    }
    let mut problems = Vec::new();
    let document = frontmatter::read(known.file, bytes).drain_into(&mut problems);
    // Half a header may lack the very field that forbids something.
    let is_broken = problems.iter().any(|it| it.severity == Severity::Error);
    if is_broken {
        problems.push(broken(&document, known));
        return Loaded {
            value: None,
            problems,
        };
    }
    let value = Some(skill(known, document, &mut problems));
    Loaded { value, problems }
}

fn fault_of_bytes(file: &Path, bytes: &[u8]) -> Option<Problem> {
    // Somebody who has only written the first fence has not begun.
    let is_nothing = |it: &u8| it.is_ascii_whitespace() || *it == b'-';
    if bytes.iter().all(is_nothing) {
        return Some(Problem::error("skills/empty", "the file is empty"));
    }
    let is_short = bytes.len() <= MAX_TARGET;
    let text = is_short.then_some(bytes)?;
    let target = std::str::from_utf8(text).ok()?;
    is_link_text(file, target).then(|| {
        let message = format!("the file is a link that was checked out as text: `{target}`");
        Problem::error("skills/link-as-text", message)
            .with_hint("set `core.symlinks` in git and check the file out again")
    })
}

/// git writes the target of a link as one line without an end, where the system has no links.
fn is_link_text(file: &Path, text: &str) -> bool {
    let is_path = text.contains('/') && !text.contains(['\n', ' ', '\t']);
    is_path && Path::new(text).file_name() == file.file_name()
}

/// The header's own problems say what is wrong; this one, what follows for the skill.
fn broken(document: &Document, known: &SkillFile<'_>) -> Problem {
    let why = match document.header.state {
        HeaderState::Unclosed => "its header never ends",
        HeaderState::Absent
        | HeaderState::Empty
        | HeaderState::Read
        | HeaderState::Rescued
        | HeaderState::Unreadable => "its header cannot be read for sure",
    };
    let message = format!("skill `{}` is not loaded: {why}", known.name);
    let place = Place { line: 1, column: 1 };
    Problem::error("skills/header", message)
        .in_file(known.file)
        .at(place)
}

fn skill(known: &SkillFile<'_>, document: Document, problems: &mut Vec<Problem>) -> Skill {
    let mut fields = Fields::new(&document, known.layout);
    let description = fields.description();
    let mut res = from_fields(known, &mut fields);
    let found = fields.problems.into_iter();
    problems.extend(found.map(|it| it.in_file(known.file)));
    res.document = document;
    res.description = match description {
        Some(it) => it.value,
        None => first_paragraph(res.body()),
    };
    res.name = name(known, &res, problems);
    check_text(&res, problems);
    res
}

/// All but the name, the description and the text.
fn from_fields(known: &SkillFile<'_>, fields: &mut Fields<'_>) -> Skill {
    Skill {
        name: String::new(),
        source: known.source.clone(),
        product: known.product,
        layout: known.layout,
        file: known.file.to_owned(),
        label: fields.label(),
        description: String::new(),
        when_to_use: fields.text("when_to_use"),
        argument_hint: fields.text("argument-hint"),
        arguments: fields.arguments(),
        invocable: fields.invocable(),
        allowed_tools: fields.words("allowed-tools"),
        disallowed_tools: fields.words("disallowed-tools"),
        model: fields.text("model"),
        effort: fields.effort(),
        run: fields.run(),
        agent: fields.text("agent"),
        paths: fields.words("paths"),
        shell: fields.shell(),
        license: fields.text("license"),
        compatibility: fields.text("compatibility"),
        unknown: fields.unknown(),
        document: Document::default(),
    }
}

/// In a plugin `name` is the last part of the name, elsewhere a label [claude-code.md 2.1].
fn name(known: &SkillFile<'_>, skill: &Skill, problems: &mut Vec<Problem>) -> String {
    let Some(plugin) = known.source.plugin() else {
        return known.name.to_owned();
    };
    let own = match &skill.label {
        None => known.name,
        Some(label) => match name_fault(&label.value) {
            None => &label.value,
            Some(fault) => {
                let message = format!(
                    "`name` {fault}, so the folder's name `{}` counts",
                    known.name
                );
                let problem = Problem::warning("skills/name", message);
                problems.push(skill.problem_at(problem, label.place));
                known.name
            }
        },
    };
    format!("{plugin}:{own}")
}

fn check_text(skill: &Skill, problems: &mut Vec<Problem>) {
    if skill.body().is_empty() {
        let message = format!("skill `{}` has no text below its header", skill.name);
        problems.push(Problem::warning("skills/no-text", message).in_file(&skill.file));
    }
}

/// The first paragraph that is no heading, rule, comment or fence, as one line.
fn first_paragraph(body: &str) -> String {
    let is_prose = |it: &str| {
        !it.is_empty()
            && !["#", "---", "***", "<!--", "```", "~~~"]
                .iter()
                .any(|mark| it.starts_with(mark))
    };
    let lines = body.lines().map(str::trim);
    let paragraph = lines
        .skip_while(|it| !is_prose(it))
        .take_while(|it| is_prose(it));
    let lines: Vec<&str> = paragraph.collect();
    lines.join(" ")
}
