//! `tackle sessions list`.

use clap::Args;
use missions::SessionRecord;
use serde::Serialize;
use stdx::Problem;

use super::report::{SessionReport, table};
use crate::commands::kept::Kept;
use crate::commands::missions::report::Across;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;

/// Which sessions are listed.
#[derive(Debug, Args)]
pub(crate) struct ListOptions {
    /// Those of all projects.
    #[arg(long)]
    all: bool,
    /// The most that are listed.
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
}

/// Sessions, the last used first.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ListReport {
    /// The sessions.
    sessions: Vec<SessionReport>,
    /// What was wrong.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: Vec<Problem>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &ListOptions) -> Result<u8, CommandError> {
    let kept = Kept::open(context)?;
    let project = (!options.all).then_some(context.roots.repository.as_path());
    let mut sessions = kept.sessions(project)?;
    sessions.truncate(options.limit);
    match context.format {
        Format::Json => {
            let reports = sessions.iter().map(|it| SessionReport::of(&kept, it));
            let report = ListReport {
                sessions: reports.collect::<Result<_, _>>()?,
                problems: Vec::new(),
            };
            render::json_line(&mut context.world.stdout, &report)?;
        }
        Format::Human => print(context, options, (&kept, &sessions))?,
    }
    Ok(exit::DONE)
}

fn print(
    context: &mut Context,
    options: &ListOptions,
    (kept, sessions): (&Kept, &[SessionRecord]),
) -> Result<(), CommandError> {
    let across = match options.all {
        true => Across::All,
        false => Across::One,
    };
    if sessions.is_empty() {
        let elsewhere = match options.all || kept.sessions(None)?.is_empty() {
            true => "",
            false => ", `--all` lists those of other projects",
        };
        let text = format!(
            "no session yet; `tackle run \"what is to be done\"` begins one, `tackle sessions new` an empty one{elsewhere}"
        );
        writeln!(context.world.stdout, "{text}")?;
        return Ok(());
    }
    let table = table(context, (kept, sessions), across)?;
    Ok(table.print(&mut context.world.stdout, context.paint)?)
}
