//! `tackle sessions new`.

use clap::Args;
use missions::MissionStore;
use serde::Serialize;

use super::report::SessionReport;
use crate::commands::kept::Kept;
use crate::commands::run::session;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::agents::AgentSet;

/// Whose session it becomes.
#[derive(Debug, Args)]
pub(crate) struct NewOptions {
    /// The custom agent that has it.
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,
}

/// A session that was made or changed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct SessionOnly {
    /// The session.
    pub(super) session: SessionReport,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &NewOptions) -> Result<u8, CommandError> {
    let agent = match &options.agent {
        Some(name) => Some(known(context, name)?),
        None => None,
    };
    let mut record = session::new(context, "");
    record.agent = agent;
    let store = session::store(context)?;
    let put = store.put_session(&record);
    put.map_err(|it| CommandError::fault(it.to_string()))?;
    drop(store);
    let kept = Kept::open(context)?;
    let report = SessionOnly {
        session: SessionReport::of(&kept, &record)?,
    };
    match context.format {
        Format::Json => render::json_line(&mut context.world.stdout, &report)?,
        Format::Human => writeln!(context.world.stdout, "{}", record.id)?,
    }
    Ok(exit::DONE)
}

/// The id of the agent that is called so.
fn known(context: &Context, name: &str) -> Result<String, CommandError> {
    let agents = AgentSet::read(context).value;
    let found = agents.get(name.strip_prefix("as:").unwrap_or(name));
    found.map(|it| it.id.clone()).map_err(|it| {
        let error = CommandError::usage(it.to_string());
        let error = match it.hint() {
            Some(hint) => error.hint(hint),
            None => error,
        };
        error.hint("`tackle agents list` shows them")
    })
}
