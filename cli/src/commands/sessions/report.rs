//! A session as every command prints it.

use missions::{MissionFilter, SessionRecord};
use serde::Serialize;
use stdx::rfc3339;

use crate::commands::kept::{Kept, shown_time};
use crate::commands::missions::report::Across;
use crate::context::Context;
use crate::error::CommandError;
use crate::render::{self, Style, Table};

/// One session.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct SessionReport {
    /// Its id.
    id: String,
    /// The project's root.
    project: String,
    /// What it is called: the start of its first prompt.
    title: String,
    /// The custom agent that has it; `null` for the default one.
    agent: Option<String>,
    /// When it began.
    created: String,
    /// When something last happened in it.
    used: String,
    /// How many missions it had.
    missions: usize,
    /// Where its transcript stands.
    transcript: String,
}

impl SessionReport {
    pub(crate) fn of(kept: &Kept, record: &SessionRecord) -> Result<SessionReport, CommandError> {
        Ok(SessionReport {
            id: record.id.clone(),
            project: render::path_text(&record.project),
            title: record.title.clone(),
            agent: record.agent.clone(),
            created: rfc3339(record.created),
            used: rfc3339(record.used),
            missions: n_missions(kept, record)?,
            transcript: render::path_text(&record.transcript),
        })
    }
}

fn n_missions(kept: &Kept, record: &SessionRecord) -> Result<usize, CommandError> {
    let filter = MissionFilter {
        session: Some(record.id.clone()),
        ..MissionFilter::default()
    };
    Ok(kept.missions(&filter)?.len())
}

/// Sessions as a table.
pub(crate) fn table(
    context: &Context,
    (kept, sessions): (&Kept, &[SessionRecord]),
    across: Across,
) -> Result<Table, CommandError> {
    let heads: &[&str] = match across {
        Across::One => &["session", "used", "missions", "agent", "title"],
        Across::All => &["session", "used", "missions", "agent", "project", "title"],
    };
    let mut table = Table::default().within(context.world.terminal.width);
    let heads = heads.iter();
    table.row(heads.map(|it| (Style::Faint, (*it).to_owned())));
    for record in sessions {
        let mut row = vec![
            (Style::Mark, record.id.clone()),
            (Style::Faint, shown_time(record.used)),
            (Style::Plain, n_missions(kept, record)?.to_string()),
            (Style::Plain, record.agent.clone().unwrap_or_default()),
        ];
        if across == Across::All {
            row.push((Style::Faint, render::shown_path(context, &record.project)));
        }
        row.push((Style::Plain, record.title.clone()));
        table.row(row);
    }
    Ok(table)
}
