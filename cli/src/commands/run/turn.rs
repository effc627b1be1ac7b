//! A mission's turn in its project, and the work itself.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use missions::{
    JobEnd, JobFilter, JobHandler, JobLife, JobRecord, JobSpec, MissionEnd, MissionKind,
    MissionRecord, MissionSpec, MissionStore, Queue, Shown, Status, run_mission,
};
use serde_json::json;
use stdx::{Cancel, Pending, PortError};
use store::Store;

use super::prepare::{Desk, Prepared};
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::render;
use crate::wire::missions::person::Output;

/// A mission that has ended.
pub(super) struct Ended {
    pub(super) record: MissionRecord,
    pub(super) end: MissionEnd,
}

/// Waits for the mission's turn and does it.
pub(super) async fn in_turn(
    context: &Context,
    prepared: Prepared,
    desk: &Desk<'_>,
) -> Result<Ended, CommandError> {
    tell_limits(&prepared);
    let (store, live) = (desk.store, prepared.live.clone());
    enqueue(context, store, &prepared).map_err(fault)?;
    let filter = JobFilter {
        key: Some(prepared.id.clone()),
        ..JobFilter::default()
    };
    let handler = Handler::new(context, prepared, desk);
    let cancel = &context.world.cancel;
    let ran = store.run(&handler, &filter, cancel).await;
    if let Some(live) = live {
        live.end();
    }
    ran.map_err(fault)?;
    let ended = lock(&handler.ended).take();
    let ended = ended.unwrap_or_else(|| handler.never_began(cancel));
    store.put_mission(&ended.record).map_err(fault)?;
    Ok(ended)
}

fn fault(error: PortError) -> CommandError {
    CommandError::fault(error.to_string())
}

/// Where our rules end is said before the work begins.
fn tell_limits(prepared: &Prepared) {
    let unconfined = prepared.wired.unconfined.as_ref();
    let unconfined = unconfined.map(|it| format!("the agent's shell is not confined: {it}"));
    let note = match prepared.remark {
        Some(remark) => Some(remark.to_owned()),
        None => unconfined,
    };
    if let Some(note) = note {
        let scene = prepared.scene(Cancel::new());
        prepared.wired.deps.view.show(Shown::Note(&note), &scene);
    }
}

fn enqueue(context: &Context, store: &Store, prepared: &Prepared) -> Result<(), PortError> {
    store.put_session(&prepared.opened.record)?;
    store.put_mission(&prepared.record(context, Status::Queued))?;
    let job = JobSpec {
        kind: "mission".to_owned(),
        lane: prepared.project.to_string_lossy().into_owned(),
        key: prepared.id.clone(),
        run_at: None,
        payload: json!({ "mission": prepared.id, "session": prepared.opened.record.id }),
        life: JobLife::WithProcess,
    };
    store.enqueue(&job).map(drop)
}

/// Does the mission when it is its turn.
struct Handler {
    prepared: tokio::sync::Mutex<Option<Prepared>>,
    ended: Mutex<Option<Ended>>,
    store: Store,
    record: MissionRecord,
    clock: Arc<dyn stdx::Clock>,
    stderr: Output,
    quiet: bool,
}

impl std::fmt::Debug for Handler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Handler")
            .field("mission", &self.record.id)
            .finish_non_exhaustive()
    }
}

impl JobHandler for Handler {
    fn handle<'a>(&'a self, _job: &'a JobRecord, cancel: Cancel) -> Pending<'a, JobEnd> {
        Box::pin(async move {
            let Some(prepared) = self.prepared.lock().await.take() else {
                return JobEnd::Done;
            };
            let mut record = self.record.clone();
            record.started = Some(self.clock.now());
            // An unwritable store ends the mission where its end is kept.
            let _ = self.store.put_mission(&record);
            let end = work(prepared, cancel).await;
            let was_cancelled = end.status == Status::Cancelled;
            let ended = finished(record, end, self.clock.now());
            // Before the turn passes on: the next mission finds the end of this one.
            let _ = self.store.put_mission(&ended.record);
            *lock(&self.ended) = Some(ended);
            match was_cancelled {
                true => JobEnd::Cancelled,
                false => JobEnd::Done,
            }
        })
    }

    fn waits(&self, _job: &JobRecord, before: usize) {
        if self.quiet {
            return;
        }
        let mut out = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let before = render::counted(before, "mission");
        // Who does not read this waits all the same.
        let _ = writeln!(
            out,
            "waiting for its turn: {before} of this project before it"
        );
    }
}

impl Handler {
    fn new(context: &Context, prepared: Prepared, desk: &Desk<'_>) -> Handler {
        Handler {
            record: prepared.record(context, Status::Running),
            prepared: tokio::sync::Mutex::new(Some(prepared)),
            ended: Mutex::default(),
            store: desk.store.clone(),
            clock: Arc::clone(&context.world.clock),
            stderr: Arc::clone(&desk.streams.stderr),
            quiet: context.format == Format::Json,
        }
    }

    fn never_began(&self, cancel: &Cancel) -> Ended {
        let reason = cancel.reason();
        let end = MissionEnd {
            status: Status::Cancelled,
            summary: reason.unwrap_or_else(|| "cancelled before its turn".to_owned()),
            goal: None,
            usage: missions::Usage::default(),
            tool_calls: 0,
            cost: None,
        };
        finished(self.record.clone(), end, self.clock.now())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn finished(mut record: MissionRecord, end: MissionEnd, now: SystemTime) -> Ended {
    record.status = end.status;
    record.summary.clone_from(&end.summary);
    record.goal = end.goal.as_ref().map(missions::GoalEnd::to_json);
    record.usage = end.usage;
    record.tool_calls = end.tool_calls;
    record.ended = Some(now);
    Ended { record, end }
}

/// The mission itself, within its time.
async fn work(mut prepared: Prepared, cancel: Cancel) -> MissionEnd {
    if let Some(live) = &prepared.live {
        live.begin();
    }
    prepared.wired.open(prepared.scene(cancel.clone()));
    let deps = prepared.wired.deps.clone();
    let spec = MissionSpec {
        id: prepared.id,
        session: prepared.opened.record.id,
        project: prepared.project,
        cwd: prepared.cwd,
        kind: match prepared.prompt.as_str() {
            "/compact" => MissionKind::Compact,
            _ => MissionKind::Work,
        },
        prompt: prepared.prompt,
        goal: prepared.goal,
        start: Some(prepared.opened.start),
        system: prepared.system,
        history: prepared.opened.history,
        cancel: cancel.clone(),
    };
    let end = run_mission(deps, spec, prepared.agent.as_mut()).await;
    prepared.wired.close();
    end
}
