//! `tackle sessions send`.

use clap::Args;
use missions::{MissionFilter, Origin, SessionInbox, Waiting};
use serde::Serialize;

use crate::commands::kept::Kept;
use crate::commands::run::prompt_text;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::presence;

/// What is left, and where.
#[derive(Debug, Args)]
pub(crate) struct SendOptions {
    /// The session: its id, or enough of its beginning.
    id: String,
    /// The text; `-` reads it from standard input.
    #[arg(required = true, allow_hyphen_values = true)]
    text: Vec<String>,
}

/// A text that waits.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct SendReport {
    /// The session.
    session: String,
    /// The mission that reads it, if one works there now.
    mission: Option<String>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &SendOptions) -> Result<u8, CommandError> {
    // What is left here counts as typed by a person, so no mission leaves it.
    presence::outside_missions(context, "leave a text in a session")?;
    let kept = Kept::open(context)?;
    let session = kept.session(&options.id)?;
    let waiting = Waiting {
        origin: Origin::Keyboard,
        from: None,
        text: prompt_text(context, &options.text)?,
        at: context.world.clock.now(),
    };
    if let Some(store) = kept.store() {
        let sent = store.send(&session.id, &waiting);
        sent.map_err(|it| CommandError::fault(it.to_string()))?;
    }
    let report = SendReport {
        mission: open_mission(&kept, &session.id)?,
        session: session.id,
    };
    match context.format {
        Format::Json => render::json_line(&mut context.world.stdout, &report)?,
        Format::Human => writeln!(context.world.stdout, "{}", words(&report))?,
    }
    Ok(exit::DONE)
}

fn open_mission(kept: &Kept, session: &str) -> Result<Option<String>, CommandError> {
    let filter = MissionFilter {
        session: Some(session.to_owned()),
        open: true,
        limit: Some(1),
        ..MissionFilter::default()
    };
    let found = kept.missions(&filter)?.into_iter().next();
    Ok(found.map(|it| it.id))
}

fn words(report: &SendReport) -> String {
    let session = render::flat(&report.session);
    match &report.mission {
        Some(mission) => format!("{} reads it before its next step", render::flat(mission)),
        None => format!(
            "it waits for the next mission there: `tackle run --session {session} \"what is to be done\"`"
        ),
    }
}
