//! One skill for people: where it is, what its header says, what it brings, how it begins.

use skills::{Invocable, Placed, Run, Skill};

use super::super::found::file_of;
use super::Shown;
use crate::context::{Context, Loudness};
use crate::error::CommandError;
use crate::render::{self, Style, Table, counted, painted};
use crate::wire::skills::Standing;

/// The lines of the text that are shown.
const BODY_LINES: usize = 12;

/// The columns of a line where nobody says how wide the terminal is.
const COLUMNS: usize = 80;

/// Prints the skill.
pub(super) fn print(context: &mut Context, shown: &Shown) -> Result<(), CommandError> {
    let skill = &shown.skill;
    let columns = context.world.terminal.width.unwrap_or(COLUMNS);
    let name = painted(context.paint, Style::Strong, &render::flat(&skill.name));
    let out = &mut context.world.stdout;
    writeln!(out, "{name}  {}", skill.source.word())?;
    for line in render::wrap(&render::text(&skill.description), columns) {
        writeln!(out, "{line}")?;
    }
    writeln!(out)?;
    let table = fields(context, shown).within(Some(columns));
    table.print(&mut context.world.stdout, context.paint)?;
    body(context, skill)?;
    Ok(render::problems_on_stderr(context, &shown.problems)?)
}

fn fields(context: &Context, shown: &Shown) -> Table {
    let skill = &shown.skill;
    let mut rows = Rows::default();
    rows.says(
        "file",
        file_of(skill).map(|it| render::shown_path(context, &it)),
    );
    for shadow in &shown.shadows {
        let file = file_of(shadow).map(|it| render::shown_path(context, &it));
        rows.says("shadows", file.or(Some("the shipped one".to_owned())));
    }
    rows.says("invoked by", invoked_by(skill).map(str::to_owned));
    let label = skill.label.as_ref().map(|it| it.value.clone());
    rows.says("label", label.filter(|it| *it != skill.name));
    rows.field("when to use", &skill.when_to_use);
    rows.field("arguments", &skill.argument_hint);
    rows.list("named", &skill.arguments);
    rows.list("allowed tools", &skill.allowed_tools);
    rows.list("disallowed", &skill.disallowed_tools);
    rows.field("model", &skill.model);
    rows.field("effort", &skill.effort);
    rows.says("runs", runs(skill));
    rows.list("paths", &skill.paths);
    rows.field("license", &skill.license);
    rows.field("compatibility", &skill.compatibility);
    rows.list("unknown keys", &skill.unknown);
    brings(shown, &mut rows);
    rows.table
}

/// What it would run, and whether it may.
fn brings(shown: &Shown, rows: &mut Rows) {
    let n_hooks = shown.hooks.as_ref().map_or(0, |it| it.handlers.len());
    let hooks = (n_hooks > 0).then(|| counted(n_hooks, "hook"));
    rows.says("brings", hooks);
    for command in &shown.commands {
        let line = command.place.line;
        rows.says("command", Some(format!("line {line}: {}", command.value)));
    }
    let runs_something = n_hooks > 0 || !shown.commands.is_empty();
    let waits = runs_something && shown.standing == Standing::Untrusted;
    let text = "nothing of it runs until `trusted_folders` has the project";
    rows.says("trust", waits.then(|| text.to_owned()));
}

#[derive(Default)]
struct Rows {
    table: Table,
}

impl Rows {
    fn says(&mut self, title: &str, text: Option<String>) {
        if let Some(text) = text {
            self.table
                .row([(Style::Faint, title.to_owned()), (Style::Plain, text)]);
        }
    }

    fn field(&mut self, title: &str, field: &Option<Placed<String>>) {
        self.says(title, field.as_ref().map(|it| it.value.clone()));
    }

    fn list(&mut self, title: &str, words: &[Placed<String>]) {
        let words: Vec<_> = words.iter().map(|it| it.value.as_str()).collect();
        self.says(title, (!words.is_empty()).then(|| words.join("  ")));
    }
}

fn invoked_by(skill: &Skill) -> Option<&'static str> {
    match skill.invocable {
        Invocable::ByAnyone => None,
        Invocable::ByUser => Some("you alone"),
        Invocable::ByModel => Some("the model alone"),
        Invocable::ByNobody => Some("hooks alone"),
    }
}

fn runs(skill: &Skill) -> Option<String> {
    let agent = skill.agent.as_ref();
    match skill.run {
        Run::Inline => None,
        Run::Fork(_) => Some(match agent {
            Some(agent) => format!("as an agent of its own, `{}`", agent.value),
            None => "as an agent of its own".to_owned(),
        }),
    }
}

/// The start of the text, or all of it for who wants to know everything.
fn body(context: &mut Context, skill: &Skill) -> Result<(), CommandError> {
    let n_shown = match context.loudness {
        Loudness::Verbose => usize::MAX,
        Loudness::Quiet | Loudness::Normal => BODY_LINES,
    };
    let lines = skill.body().lines();
    let n_more = lines.clone().count().saturating_sub(n_shown);
    let out = &mut context.world.stdout;
    writeln!(out)?;
    for line in lines.take(n_shown) {
        let line = format!("  {}", render::text(line));
        writeln!(out, "{}", line.trim_end())?;
    }
    if n_more > 0 {
        let text = format!("… {} more, shown with `-v`", counted(n_more, "line"));
        writeln!(out, "  {}", painted(context.paint, Style::Faint, &text))?;
    }
    Ok(())
}
