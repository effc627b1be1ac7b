//! The session of a mission: a new one, or one that goes on.

use std::path::PathBuf;
use std::sync::Arc;

use missions::{History, MissionReader, SessionRecord, Start, Transcript, unique};
use stdx::text::cut_chars;
use store::{Store, StoreError};

use super::options::HowOptions;
use crate::context::Context;
use crate::error::CommandError;
use crate::wire::agents::AgentSet;

/// Characters of a session's title.
const TITLE: usize = 80;

/// A session, ready for a mission.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) record: SessionRecord,
    pub(super) transcript: Arc<Transcript>,
    pub(super) history: History,
    pub(super) start: Start,
}

/// The store of our home.
pub(crate) fn store(context: &Context) -> Result<Store, CommandError> {
    let clock = Arc::clone(&context.world.clock);
    // How often a queue is looked at is no time of the mission: a test that moves its own need not spin.
    let timer = Arc::new(stdx::SystemTimer);
    Store::open(&path(context), clock, timer).map_err(fault)
}

/// Where it stands.
pub(crate) fn path(context: &Context) -> PathBuf {
    context.roots.home.join("tackle.db")
}

/// What the store says, with what helps.
pub(crate) fn fault(error: StoreError) -> CommandError {
    let told = CommandError::fault(error.to_string());
    match error.hint() {
        Some(hint) => told.hint(hint),
        None => told,
    }
}

/// Opens the session of this id, or a new one.
pub(super) fn open(
    context: &Context,
    store: &Store,
    (id, prompt): (Option<&str>, &str),
) -> Result<Opened, CommandError> {
    let record = match id {
        Some(id) => known(context, store, (id, prompt))?,
        None => new(context, prompt),
    };
    let (transcript, history) =
        Transcript::open(&record.transcript).map_err(|it| CommandError::fault(it.to_string()))?;
    let is_new = history.messages.is_empty();
    Ok(Opened {
        record,
        transcript: Arc::new(transcript),
        history,
        start: match is_new {
            true => Start::Startup,
            false => Start::Resume,
        },
    })
}

fn known(
    context: &Context,
    store: &Store,
    (id, prompt): (&str, &str),
) -> Result<SessionRecord, CommandError> {
    let found = store.session(id);
    let found = found.map_err(|it| CommandError::fault(it.to_string()))?;
    let Some(mut record) = found else {
        return Err(CommandError::usage(format!("no session is called `{id}`"))
            .hint("`tackle sessions list` shows them"));
    };
    if record.project != context.roots.repository {
        return Err(CommandError::usage(format!(
            "the session `{id}` belongs to `{}`",
            record.project.display()
        ))
        .hint("go there, or name it with `--project DIR`"));
    }
    record.used = context.world.clock.now();
    if record.title.is_empty() {
        record.title = title(prompt);
    }
    Ok(record)
}

/// A new session of the project.
pub(crate) fn new(context: &Context, prompt: &str) -> SessionRecord {
    let now = context.world.clock.now();
    let id = unique("s-", now);
    let transcript = context
        .roots
        .private()
        .join("sessions")
        .join(format!("{id}.jsonl"));
    SessionRecord {
        project: context.roots.repository.clone(),
        title: title(prompt),
        agent: None,
        transcript,
        created: now,
        used: now,
        id,
    }
}

fn title(prompt: &str) -> String {
    let first_line = prompt.lines().next().unwrap_or_default();
    cut_chars(first_line, TITLE).0.to_owned()
}

/// The custom agent that has the session, and its instructions: `--agent as:NAME`, else the session's
/// own [N-AGENT-07]. `as:default` takes the session back [N-AGENT-08].
pub(super) fn identity(
    context: &Context,
    options: &HowOptions,
    opened: &Opened,
) -> Result<Option<(String, String)>, CommandError> {
    let name = match options.agent.strip_prefix("as:") {
        Some("default") => return Ok(None),
        Some(name) => name.to_owned(),
        None => match &opened.record.agent {
            Some(name) => name.clone(),
            None => return Ok(None),
        },
    };
    let agents = AgentSet::read(context).value;
    let agent = agents.get(&name).map_err(|it| {
        let error = CommandError::usage(it.to_string());
        match it.hint() {
            Some(hint) => error.hint(hint),
            None => error,
        }
    })?;
    Ok(Some((agent.id.clone(), agent.instructions.clone())))
}
