//! Drives a mission: makes it ready, waits for its turn, and keeps what came of it.

use missions::{MissionEnd, MissionRecord};
use stdx::Problem;
use tokio::runtime::Runtime;

use super::order::Order;
use super::prepare::{Desk, prepare};
use super::streams::Streams;
use super::{leftovers, session, turn};
use crate::context::Context;
use crate::error::CommandError;
use crate::wire::{presence, signals};

/// How long what runs beside the work is waited for at the very end.
const LAST_WAIT: std::time::Duration = std::time::Duration::from_secs(1);

/// A mission that has ended.
#[derive(Debug)]
pub(crate) struct Driven {
    /// As it is kept.
    pub(crate) record: MissionRecord,
    /// How it ended.
    pub(crate) end: MissionEnd,
    /// What was wrong with files on the way.
    pub(crate) problems: Vec<Problem>,
}

/// Drives a mission to its end, whatever that is.
pub(crate) fn drive(context: &mut Context, order: Order<'_>) -> Result<Driven, CommandError> {
    let _charge = presence::take_charge(context);
    let runtime = runtime()?;
    let temporary = temporary()?;
    let store = session::store(context)?;
    let _signals = signals::tie_twice(context);
    let streams = Streams::take(context);
    let desk = Desk {
        store: &store,
        streams: &streams,
        temporary: temporary.path(),
    };
    let res = runtime.block_on(whole(context, order, &desk));
    runtime.shutdown_timeout(LAST_WAIT);
    streams.give_back(context);
    res
}

async fn whole(
    context: &mut Context,
    order: Order<'_>,
    desk: &Desk<'_>,
) -> Result<Driven, CommandError> {
    let mut problems = Vec::new();
    let prepared = prepare(context, (order, desk), &mut problems).await?;
    let ended = turn::in_turn(context, prepared, desk).await?;
    Ok(Driven {
        record: ended.record,
        end: ended.end,
        problems,
    })
}

/// One thread does everything that waits: programs, servers and hooks have threads or processes of
/// their own, and what happens in turn is told in turn.
fn runtime() -> Result<Runtime, CommandError> {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = builder.enable_all().build();
    runtime.map_err(|it| CommandError::fault(format!("no work can be started here: {it}")))
}

fn temporary() -> Result<tempfile::TempDir, CommandError> {
    leftovers::remove();
    let prefix = leftovers::prefix(std::process::id());
    let folder = tempfile::Builder::new().prefix(&prefix).tempdir();
    folder.map_err(|it| CommandError::fault(format!("could not make a temporary folder: {it}")))
}
