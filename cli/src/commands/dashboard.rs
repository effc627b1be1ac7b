//! `tackle dashboard`: what works now, what ended last, which sessions are in use; of all projects.

use missions::{MissionFilter, MissionRecord, SessionRecord};
use serde::Serialize;
use stdx::Problem;

use crate::commands::kept::Kept;
use crate::commands::missions::report::{Across, MissionReport, table as missions_table};
use crate::commands::sessions::report::{SessionReport, table as sessions_table};
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, Style, Table, painted};

/// Missions that ended, and sessions, as many as are shown.
const SHOWN: usize = 8;

/// All projects at a glance.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct DashboardReport {
    /// The missions that wait or work.
    open: Vec<MissionReport>,
    /// Those that ended last.
    ended: Vec<MissionReport>,
    /// The sessions that were used last.
    sessions: Vec<SessionReport>,
    /// What was wrong.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: Vec<Problem>,
}

/// What is shown.
struct Shown {
    open: Vec<MissionRecord>,
    ended: Vec<MissionRecord>,
    sessions: Vec<SessionRecord>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context) -> Result<u8, CommandError> {
    let kept = Kept::open(context)?;
    let shown = shown(&kept)?;
    match context.format {
        Format::Json => {
            let sessions = shown.sessions.iter();
            let sessions = sessions.map(|it| SessionReport::of(&kept, it));
            let report = DashboardReport {
                open: shown.open.iter().map(MissionReport::of).collect(),
                ended: shown.ended.iter().map(MissionReport::of).collect(),
                sessions: sessions.collect::<Result<_, _>>()?,
                problems: Vec::new(),
            };
            render::json_line(&mut context.world.stdout, &report)?;
        }
        Format::Human => print(context, (&kept, &shown))?,
    }
    Ok(exit::DONE)
}

fn shown(kept: &Kept) -> Result<Shown, CommandError> {
    let open = kept.missions(&MissionFilter {
        open: true,
        ..MissionFilter::default()
    })?;
    let newest = kept.missions(&MissionFilter {
        limit: Some(SHOWN + open.len()),
        ..MissionFilter::default()
    })?;
    let ended = newest.into_iter().filter(|it| it.status.is_ended());
    let mut sessions = kept.sessions(None)?;
    sessions.truncate(SHOWN);
    Ok(Shown {
        open,
        ended: ended.take(SHOWN).collect(),
        sessions,
    })
}

fn print(context: &mut Context, (kept, shown): (&Kept, &Shown)) -> Result<(), CommandError> {
    if shown.sessions.is_empty() {
        return nothing_yet(context);
    }
    let open = missions_table(context, &shown.open, Across::All);
    section(context, "at work", (shown.open.is_empty(), &open))?;
    let ended = missions_table(context, &shown.ended, Across::All);
    section(context, "ended last", (shown.ended.is_empty(), &ended))?;
    let sessions = sessions_table(context, (kept, &shown.sessions), Across::All)?;
    section(context, "sessions", (false, &sessions))?;
    let next = "`tackle why MISSION` tells why, `tackle run --session SESSION \"…\"` goes on";
    let next = painted(context.paint, Style::Faint, next);
    writeln!(context.world.stdout, "{next}")?;
    Ok(())
}

fn section(
    context: &mut Context,
    title: &str,
    (is_empty, table): (bool, &Table),
) -> Result<(), CommandError> {
    let title = painted(context.paint, Style::Strong, title);
    let out = &mut context.world.stdout;
    match is_empty {
        true => writeln!(out, "{title}: none\n")?,
        false => {
            writeln!(out, "{title}")?;
            table.print(out, context.paint)?;
            writeln!(out)?;
        }
    }
    Ok(())
}

fn nothing_yet(context: &mut Context) -> Result<(), CommandError> {
    let out = &mut context.world.stdout;
    writeln!(out, "Nothing was done yet.\n")?;
    let mut table = Table::default().indented(2);
    for (command, about) in [
        (
            "tackle demo",
            "shows a mission inside hooks, without a model",
        ),
        (
            "tackle run \"what is to be done\"",
            "does one in this project",
        ),
    ] {
        table.row([
            (Style::Mark, command.to_owned()),
            (Style::Faint, about.to_owned()),
        ]);
    }
    Ok(table.print(out, context.paint)?)
}
