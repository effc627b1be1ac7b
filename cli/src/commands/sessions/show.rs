//! `tackle sessions show`.

use std::io::{self, Write};

use clap::Args;
use missions::{History, SessionRecord};
use serde::Serialize;
use stdx::Problem;

use super::conversation::{MessageReport, history};
use super::report::SessionReport;
use crate::commands::kept::{Kept, shown_time};
use crate::context::{Context, Format, Paint};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, Style, painted};

/// Columns of a line about a tool.
const COLUMNS: usize = 100;

/// Which session is shown.
#[derive(Debug, Args)]
pub(crate) struct ShowOptions {
    /// Its id, or enough of its beginning.
    id: String,
}

/// A session with its conversation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ShowReport {
    /// The session.
    session: SessionReport,
    /// The conversation, from the last summary on.
    messages: Vec<MessageReport>,
    /// Lines of the transcript that could not be read.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: Vec<Problem>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &ShowOptions) -> Result<u8, CommandError> {
    let kept = Kept::open(context)?;
    let session = kept.session(&options.id)?;
    let history = history(&session)?;
    let messages = history.messages.iter().map(MessageReport::of).collect();
    match context.format {
        Format::Json => {
            let report = ShowReport {
                session: SessionReport::of(&kept, &session)?,
                messages,
                problems: history.problems,
            };
            render::json_line(&mut context.world.stdout, &report)?;
        }
        Format::Human => print(context, &session, (&messages, &history))?,
    }
    Ok(exit::DONE)
}

fn print(
    context: &mut Context,
    session: &SessionRecord,
    (messages, history): (&[MessageReport], &History),
) -> Result<(), CommandError> {
    let (paint, width) = (context.paint, context.world.terminal.width);
    let columns = width.unwrap_or(COLUMNS);
    let project = render::shown_path(context, &session.project);
    let out = &mut context.world.stdout;
    let id = painted(paint, Style::Strong, &render::flat(&session.id));
    let agent = session.agent.as_deref().unwrap_or("default");
    let agent = render::flat(agent);
    writeln!(out, "{id}  {}", render::flat(&session.title))?;
    let used = shown_time(session.used);
    let facts = format!("agent {agent}, last used {used}, project {project}");
    writeln!(out, "{}", painted(paint, Style::Faint, &facts))?;
    if messages.is_empty() {
        writeln!(
            out,
            "\nnothing was said yet; `tackle run --session {} \"…\"` goes on here",
            render::flat(&session.id)
        )?;
    }
    for message in messages {
        said(out, message, (paint, columns))?;
    }
    Ok(render::problems_on_stderr(context, &history.problems)?)
}

fn said(
    out: &mut dyn Write,
    message: &MessageReport,
    (paint, columns): (Paint, usize),
) -> io::Result<()> {
    let text = message.text.trim_end();
    match message.role {
        "tool" => return result(out, message, (paint, columns)),
        "user" => {
            let mark = painted(paint, Style::Strong, "›");
            writeln!(out, "\n{mark} {}", render::text(text))?;
        }
        _ if !text.is_empty() => writeln!(out, "\n{}", render::text(text))?,
        _ => {}
    }
    for call in &message.calls {
        let line = format!("{} {}", call.tool, call.input);
        let line = render::one_line(&line, columns.saturating_sub(4));
        writeln!(out, "  {}", painted(paint, Style::Mark, &line))?;
    }
    Ok(())
}

/// A result in one line: the transcript has it whole.
fn result(
    out: &mut dyn Write,
    message: &MessageReport,
    (paint, columns): (Paint, usize),
) -> io::Result<()> {
    let (style, mark) = match message.ok {
        Some(false) => (Style::Odd, "!"),
        _ => (Style::Faint, "="),
    };
    let n_lines = message.text.lines().count();
    let first = message.text.lines().next().unwrap_or_default();
    let more = match n_lines {
        0 | 1 => String::new(),
        n => format!("  (+{})", render::counted(n - 1, "line")),
    };
    let room = columns.saturating_sub(6 + more.len());
    let line = format!("{mark} {}{more}", render::one_line(first, room));
    writeln!(out, "    {}", painted(paint, style, &line))
}
