//! Rows of sessions and missions, both ways.

use missions::{HookRunRecord, MissionRecord, SessionRecord, Status, StepRecord, Usage, Waiting};
use rusqlite::{Connection, Row, named_params, params};

use crate::value::{AnyPath, Count, Json, Time, Word, path};

pub(crate) fn put_session(to: &Connection, session: &SessionRecord) -> rusqlite::Result<()> {
    let mut statement = to.prepare_cached(
        "INSERT INTO session (id, project, title, agent, transcript, created, used)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (id) DO UPDATE SET project = excluded.project, title = excluded.title,
             agent = excluded.agent, transcript = excluded.transcript,
             created = excluded.created, used = excluded.used",
    )?;
    statement.execute(params![
        session.id,
        path(&session.project),
        session.title,
        session.agent,
        path(&session.transcript),
        Time(session.created),
        Time(session.used),
    ])?;
    Ok(())
}

pub(crate) fn session(row: &Row<'_>) -> rusqlite::Result<SessionRecord> {
    Ok(SessionRecord {
        id: row.get("id")?,
        project: row.get::<_, AnyPath>("project")?.0,
        title: row.get("title")?,
        agent: row.get("agent")?,
        transcript: row.get::<_, AnyPath>("transcript")?.0,
        created: row.get::<_, Time>("created")?.0,
        used: row.get::<_, Time>("used")?.0,
    })
}

/// `writer` is the runner that writes, for a mission that has not ended.
pub(crate) fn put_mission(
    to: &Connection,
    mission: &MissionRecord,
    writer: Option<&str>,
) -> rusqlite::Result<()> {
    let mut statement = to.prepare_cached(
        "INSERT INTO mission (id, session, project, origin, approved_by, prompt, agent, model, status,
             summary, goal, input_tokens, output_tokens, cached_tokens, tool_calls, created, started,
             ended, runner)
         VALUES (:id, :session, :project, :origin, :approved_by, :prompt, :agent, :model, :status,
             :summary, :goal, :input_tokens, :output_tokens, :cached_tokens, :tool_calls, :created,
             :started, :ended, :runner)
         ON CONFLICT (id) DO UPDATE SET session = excluded.session, project = excluded.project,
             origin = excluded.origin, approved_by = excluded.approved_by, prompt = excluded.prompt,
             agent = excluded.agent, model = excluded.model, status = excluded.status,
             summary = excluded.summary, goal = excluded.goal, input_tokens = excluded.input_tokens,
             output_tokens = excluded.output_tokens, cached_tokens = excluded.cached_tokens,
             tool_calls = excluded.tool_calls, created = excluded.created,
             started = excluded.started, ended = excluded.ended, runner = excluded.runner",
    )?;
    statement.execute(named_params! {
        ":id": mission.id,
        ":session": mission.session,
        ":project": path(&mission.project),
        ":origin": mission.origin.as_str(),
        ":approved_by": mission.approved_by,
        ":prompt": mission.prompt,
        ":agent": mission.agent,
        ":model": mission.model,
        ":status": mission.status.as_str(),
        ":summary": mission.summary,
        ":goal": mission.goal.as_ref().map(ToString::to_string),
        ":input_tokens": Count(mission.usage.input_tokens),
        ":output_tokens": Count(mission.usage.output_tokens),
        ":cached_tokens": Count(mission.usage.cached_tokens),
        ":tool_calls": Count(mission.tool_calls),
        ":created": Time(mission.created),
        ":started": mission.started.map(Time),
        ":ended": mission.ended.map(Time),
        ":runner": writer,
    })?;
    Ok(())
}

pub(crate) fn mission(row: &Row<'_>) -> rusqlite::Result<MissionRecord> {
    Ok(MissionRecord {
        id: row.get("id")?,
        session: row.get("session")?,
        project: row.get::<_, AnyPath>("project")?.0,
        origin: row.get::<_, Word<_>>("origin")?.0,
        approved_by: row.get("approved_by")?,
        prompt: row.get("prompt")?,
        agent: row.get("agent")?,
        model: row.get("model")?,
        status: row.get::<_, Word<Status>>("status")?.0,
        summary: row.get("summary")?,
        goal: row.get::<_, Option<Json>>("goal")?.map(|it| it.0),
        usage: usage(row)?,
        tool_calls: row.get::<_, Count>("tool_calls")?.0,
        created: row.get::<_, Time>("created")?.0,
        started: row.get::<_, Option<Time>>("started")?.map(|it| it.0),
        ended: row.get::<_, Option<Time>>("ended")?.map(|it| it.0),
    })
}

fn usage(row: &Row<'_>) -> rusqlite::Result<Usage> {
    Ok(Usage {
        input_tokens: row.get::<_, Count>("input_tokens")?.0,
        output_tokens: row.get::<_, Count>("output_tokens")?.0,
        cached_tokens: row.get::<_, Count>("cached_tokens")?.0,
    })
}

pub(crate) fn add_step(to: &Connection, step: &StepRecord) -> rusqlite::Result<()> {
    let mut statement =
        to.prepare_cached("INSERT INTO step (mission, at, kind, fact) VALUES (?1, ?2, ?3, ?4)")?;
    statement.execute(params![
        step.mission,
        Time(step.at),
        step.kind,
        step.fact.to_string(),
    ])?;
    Ok(())
}

pub(crate) fn step(row: &Row<'_>) -> rusqlite::Result<StepRecord> {
    Ok(StepRecord {
        mission: row.get("mission")?,
        at: row.get::<_, Time>("at")?.0,
        kind: row.get("kind")?,
        fact: row.get::<_, Json>("fact")?.0,
    })
}

pub(crate) fn add_hook_run(to: &Connection, run: &HookRunRecord) -> rusqlite::Result<()> {
    let mut statement = to.prepare_cached(
        "INSERT INTO hook_run (mission, session, project, at, event, tool, run)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    statement.execute(params![
        run.mission,
        run.session,
        path(&run.project),
        Time(run.at),
        run.event,
        run.tool,
        run.run.to_string(),
    ])?;
    Ok(())
}

pub(crate) fn hook_run(row: &Row<'_>) -> rusqlite::Result<HookRunRecord> {
    Ok(HookRunRecord {
        mission: row.get("mission")?,
        session: row.get("session")?,
        project: row.get::<_, AnyPath>("project")?.0,
        at: row.get::<_, Time>("at")?.0,
        event: row.get("event")?,
        tool: row.get("tool")?,
        run: row.get::<_, Json>("run")?.0,
    })
}

pub(crate) fn waiting(row: &Row<'_>) -> rusqlite::Result<Waiting> {
    Ok(Waiting {
        origin: row.get::<_, Word<_>>("origin")?.0,
        from: row.get("sender")?,
        text: row.get("text")?,
        at: row.get::<_, Time>("at")?.0,
    })
}
