//! `tackle missions cancel`.

use clap::Args;
use missions::{JobFilter, JobRecord, JobState, MissionRecord, Queue};
use serde::Serialize;
use store::Store;

use crate::commands::kept::Kept;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::presence;

/// Which mission ends.
#[derive(Debug, Args)]
pub(crate) struct CancelOptions {
    /// Its id, or enough of its beginning.
    id: String,
}

/// What was asked of a mission, and how it stood.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct CancelReport {
    /// The mission.
    mission: String,
    /// How it stood: `waiting`, `running`, or `ended` where nothing was to be done.
    was: &'static str,
    /// How it ended, if it had.
    status: Option<&'static str>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &CancelOptions) -> Result<u8, CommandError> {
    presence::outside_missions(context, "cancel a mission")?;
    let kept = Kept::open(context)?;
    let mission = kept.mission(&options.id)?;
    let was = match kept.store() {
        Some(store) if !mission.status.is_ended() => cancel(store, &mission)?,
        _ => "ended",
    };
    let report = CancelReport {
        mission: mission.id.clone(),
        was,
        status: mission.status.is_ended().then(|| mission.status.as_str()),
    };
    match context.format {
        Format::Json => render::json_line(&mut context.world.stdout, &report)?,
        Format::Human => writeln!(context.world.stdout, "{}", words(&report))?,
    }
    Ok(match report.was {
        "ended" => exit::NO,
        _ => exit::DONE,
    })
}

/// How the mission stood when it was asked to end.
fn cancel(store: &Store, mission: &MissionRecord) -> Result<&'static str, CommandError> {
    let fault = |it: stdx::PortError| CommandError::fault(it.to_string());
    let filter = JobFilter {
        key: Some(mission.id.clone()),
        open: true,
        ..JobFilter::default()
    };
    for job in store.list(&filter).map_err(fault)? {
        let reason = "cancelled by `tackle missions cancel`";
        if store.cancel(&job.id, reason).map_err(fault)? {
            return Ok(word(&job));
        }
    }
    Ok("ended")
}

fn word(job: &JobRecord) -> &'static str {
    match job.state {
        JobState::Waiting => "waiting",
        JobState::Running => "running",
        JobState::Ended(_) => "ended",
    }
}

fn words(report: &CancelReport) -> String {
    let mission = render::flat(&report.mission);
    match (report.was, report.status) {
        ("waiting", _) => format!("{mission} waited for its turn, and is cancelled"),
        ("running", _) => format!("{mission} works, and was told to end"),
        (_, Some(status)) => format!("{mission} had ended already: {status}"),
        (_, None) => format!("{mission} had ended already"),
    }
}
