//! `tackle missions list`.

use clap::Args;
use missions::{MissionFilter, MissionRecord};
use serde::Serialize;
use stdx::Problem;

use super::report::{Across, MissionReport, table};
use crate::commands::kept::Kept;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;

/// Which missions are listed.
#[derive(Debug, Args)]
pub(crate) struct ListOptions {
    /// Those of all projects.
    #[arg(long)]
    all: bool,
    /// Only those that wait or work.
    #[arg(long)]
    open: bool,
    /// The most that are listed.
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Only those of this session.
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

/// Missions, the newest first.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct ListReport {
    /// The missions.
    missions: Vec<MissionReport>,
    /// What was wrong.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: Vec<Problem>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &ListOptions) -> Result<u8, CommandError> {
    let kept = Kept::open(context)?;
    let session = options.session.as_deref();
    let session = session.map(|it| kept.session(it)).transpose()?;
    let is_of_project = !options.all && session.is_none();
    let filter = MissionFilter {
        project: is_of_project.then(|| context.roots.repository.clone()),
        session: session.map(|it| it.id),
        open: options.open,
        limit: Some(options.limit),
    };
    let found = kept.missions(&filter)?;
    if context.format == Format::Json {
        let report = ListReport {
            missions: found.iter().map(MissionReport::of).collect(),
            problems: Vec::new(),
        };
        render::json_line(&mut context.world.stdout, &report)?;
        return Ok(exit::DONE);
    }
    let across = match is_of_project {
        true => Across::One,
        false => Across::All,
    };
    print(context, (&found, across), &hint(&kept, &filter)?)?;
    Ok(exit::DONE)
}

fn print(
    context: &mut Context,
    (found, across): (&[MissionRecord], Across),
    hint: &str,
) -> Result<(), CommandError> {
    if found.is_empty() {
        writeln!(context.world.stdout, "{hint}")?;
        return Ok(());
    }
    let table = table(context, found, across);
    Ok(table.print(&mut context.world.stdout, context.paint)?)
}

/// What to do where the list is empty.
fn hint(kept: &Kept, filter: &MissionFilter) -> Result<String, CommandError> {
    let any = MissionFilter {
        limit: Some(1),
        ..MissionFilter::default()
    };
    let of_project = MissionFilter {
        project: filter.project.clone(),
        ..any.clone()
    };
    if filter.open && !kept.missions(&of_project)?.is_empty() {
        return Ok(
            "no mission waits or works; without `--open` those that ended are listed".into(),
        );
    }
    Ok(match kept.missions(&any)?.is_empty() {
        true => "no mission yet; `tackle run \"what is to be done\"` does one".to_owned(),
        false => {
            "no mission of this project yet; `tackle run \"what is to be done\"` does one, `--all` lists those of other projects"
                .to_owned()
        }
    })
}
