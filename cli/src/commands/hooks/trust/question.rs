//! The question that a person answers at the terminal: the commands first, then what a yes covers.

use hooks_core::{DialectId, Handler, TrustState};

use super::found::Found;
use crate::commands::hooks::run::ask;
use crate::context::{Context, Loudness, Paint};
use crate::error::CommandError;
use crate::render::{self, Style, Table, counted, painted};

/// How many commands of one file are shown.
const SHOWN_COMMANDS: usize = 8;

/// What a person said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Let them run.
    Yes,
    /// Not now; nothing is remembered.
    No,
}

/// Whether somebody can see the question and answer it.
fn can_ask(context: &Context) -> bool {
    context.world.terminal.stdin && context.world.terminal.stderr
}

/// Shows the files and asks once for all of them.
///
/// # Errors
/// Nobody can be asked: only a person at the keyboard approves.
pub(super) fn ask(context: &mut Context, files: &[Found]) -> Result<Answer, CommandError> {
    if !can_ask(context) {
        return Err(nobody_to_ask(context));
    }
    let paint = render::paint_of_stderr(context);
    for file in files {
        show(context, file, paint)?;
    }
    let n_hooks = files.iter().map(|it| it.config.handlers.len()).sum();
    write!(
        context.world.stderr,
        "Allow {} to run in this project? [y/N] ",
        counted(n_hooks, "hook")
    )?;
    context.world.stderr.flush()?;
    Ok(if ask::answer(context)? {
        Answer::Yes
    } else {
        Answer::No
    })
}

fn nobody_to_ask(context: &Context) -> CommandError {
    let settings = context.roots.home.join("settings.json");
    let settings = settings.display();
    CommandError::usage("only a person at a terminal can allow hooks, and there is none here")
        .hint("`tackle hooks list` shows them; run this command in a terminal")
        .hint(format!(
            "where nobody can be asked, list the folder under `trusted_folders` in `{settings}`"
        ))
}

fn show(context: &mut Context, file: &Found, paint: Paint) -> Result<(), CommandError> {
    let shown = render::shown_path(context, &file.place.file);
    let head = painted(paint, Style::Strong, &shown);
    let trust = painted(paint, Style::of_trust(file.trust), file.trust.as_str());
    writeln!(
        context.world.stderr,
        "{head}  {} {}  {trust}",
        file.place.dialect,
        file.place.source.as_str()
    )?;
    if file.trust == TrustState::Changed && !file.changed.is_empty() {
        let names = file
            .changed
            .iter()
            .map(|it| render::shown_path(context, it));
        let names = names.collect::<Vec<_>>().join(", ");
        writeln!(context.world.stderr, "  changed since you decided: {names}")?;
    }
    let most = if context.loudness == Loudness::Verbose {
        usize::MAX
    } else {
        SHOWN_COMMANDS
    };
    let handlers = &file.config.handlers;
    commands(handlers, most).print(&mut context.world.stderr, paint)?;
    if let Some(more) = handlers.len().checked_sub(most).filter(|it| *it > 0) {
        writeln!(
            context.world.stderr,
            "  and {more} more: `-v` shows them all"
        )?;
    }
    for line in render::wrap(&covered(context, file), 78) {
        writeln!(
            context.world.stderr,
            "  {}",
            painted(paint, Style::Faint, &line)
        )?;
    }
    writeln!(context.world.stderr)?;
    Ok(())
}

/// One line a command: event, matcher, then the command to its last character [V-12].
fn commands(handlers: &[Handler], most: usize) -> Table {
    let mut table = Table::default().indented(2);
    for handler in handlers.iter().take(most) {
        let matcher = handler
            .matcher
            .text()
            .map(|it| format!("[{it}]"))
            .unwrap_or_default();
        table.row([
            (Style::Faint, handler.event_word.clone()),
            (Style::Faint, matcher),
            (Style::Plain, handler.action.summary()),
        ]);
    }
    table
}

/// What a yes covers, and what it does not.
fn covered(context: &Context, file: &Found) -> String {
    if file.place.dialect == DialectId::AgentV {
        return "A yes covers this file alone: the scripts that it calls may change without a question.".to_owned();
    }
    let scripts = file
        .fingerprint
        .scripts
        .iter()
        .map(|it| render::shown_path(context, &it.0));
    let scripts = scripts.collect::<Vec<_>>().join(", ");
    let rest = "whatever else the commands call may change without a question.";
    match scripts.is_empty() {
        true => format!("A yes covers what this file says of hooks; {rest}"),
        false => {
            format!("A yes covers what this file says of hooks, and {scripts} as of now; {rest}")
        }
    }
}
