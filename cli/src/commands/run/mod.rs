//! `tackle run`: a mission, from what was typed to its result.

use std::io::Read;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use hooks_core::Asking;
use missions::{
    Agent, Builtin, Goal, JobEnd, JobFilter, JobHandler, JobLife, JobRecord, JobSpec, MissionEnd,
    MissionRecord, MissionSpec, MissionStore, Origin, Queue, Scene, SessionRecord, Status, View,
    run_mission, unique,
};
use serde_json::json;
use stdx::{Cancel, Pending, Problem};
use store::Store;

use self::options::RunOptions;
use self::session::Opened;
use crate::commands::hooks::layers::{Scope, load_layers};
use crate::commands::hooks::trust;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::last_texts::Use;
use crate::wire::missions::models::{Chosen, choose};
use crate::wire::missions::person::{AtTerminal, Input, Nobody, Output};
use crate::wire::missions::prompt::{self, Parts};
use crate::wire::missions::recorder::Recorder;
use crate::wire::missions::{Wired, Wish, wire};
use crate::wire::signals;

pub(crate) mod options;
pub(crate) mod report;
mod session;
mod view;

use report::ResultReport;

/// Everything that was settled before the mission waits for its turn.
struct Prepared {
    id: String,
    prompt: String,
    goal: Option<Goal>,
    opened: Opened,
    wired: Wired,
    system: String,
    agent: Box<dyn Agent>,
    cwd: PathBuf,
    project: PathBuf,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &RunOptions) -> Result<u8, CommandError> {
    let prompt = prompt_text(context, options)?;
    let chosen = choose(
        context,
        (options.model.as_deref(), options.base_url.as_deref()),
    )?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|it| CommandError::fault(format!("no work can be started here: {it}")))?;
    let _signals = signals::tie_twice(context);
    let streams = Streams::take(context);
    let temporary = temporary()?;
    let res = runtime.block_on(async {
        let store = session::store(context)?;
        let mut problems = Vec::new();
        let prepared = prepare(
            context,
            (options, prompt, chosen),
            (&store, &streams, temporary.path()),
            &mut problems,
        )?;
        Ok::<_, CommandError>((whole(context, prepared, (&store, &streams)).await, problems))
    });
    streams.give_back(context);
    let (end, problems) = res?;
    finish(context, end?, problems)
}

/// The words as one text.
fn prompt_text(context: &mut Context, options: &RunOptions) -> Result<String, CommandError> {
    let text = match options.prompt.as_slice() {
        [dash] if dash == "-" => {
            let mut text = String::new();
            let stdin = &mut context.world.stdin;
            let read = stdin.take(64 << 20).read_to_string(&mut text);
            read.map_err(|it| CommandError::fault(format!("reading standard input failed: {it}")))?;
            text
        }
        words => words.join(" "),
    };
    match text.trim().is_empty() {
        true => Err(CommandError::usage("the prompt is empty")),
        false => Ok(text.trim().to_owned()),
    }
}

fn temporary() -> Result<tempfile::TempDir, CommandError> {
    let folder = tempfile::Builder::new().prefix("tackle-run-").tempdir();
    folder.map_err(|it| CommandError::fault(format!("could not make a temporary folder: {it}")))
}

/// The streams of a context, lent to whoever shows and asks.
struct Streams {
    stdin: Input,
    stdout: Output,
    stderr: Output,
}

impl Streams {
    fn take(context: &mut Context) -> Streams {
        let world = &mut context.world;
        let stdin = std::mem::replace(&mut world.stdin, Box::new(std::io::empty()));
        let stdout = std::mem::replace(&mut world.stdout, Box::new(std::io::sink()));
        let stderr = std::mem::replace(&mut world.stderr, Box::new(std::io::sink()));
        Streams {
            stdin: Arc::new(Mutex::new(stdin)),
            stdout: Arc::new(Mutex::new(stdout)),
            stderr: Arc::new(Mutex::new(stderr)),
        }
    }

    /// Whoever still holds a stream, such as a hook that does not end, writes to nobody from here on:
    /// the result is the last line. A keyboard that somebody still waits for stays with them.
    fn give_back(self, context: &mut Context) {
        fn taken(stream: &Output) -> Box<dyn std::io::Write + Send> {
            let mut stream = stream.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *stream, Box::new(std::io::sink()))
        }
        let world = &mut context.world;
        if let Ok(mut stdin) = self.stdin.try_lock() {
            world.stdin = std::mem::replace(&mut *stdin, Box::new(std::io::empty()));
        }
        world.stdout = taken(&self.stdout);
        world.stderr = taken(&self.stderr);
    }
}

fn prepare(
    context: &mut Context,
    (options, prompt, chosen): (&RunOptions, String, Chosen),
    (store, streams, temporary): (&Store, &Streams, &std::path::Path),
    problems: &mut Vec<Problem>,
) -> Result<Prepared, CommandError> {
    let budget = options::budget(&options.budget)?;
    let mut opened = session::open(context, store, (options.session.as_deref(), &prompt))?;
    problems.extend(opened.history.problems.iter().cloned());
    let agent = agent(options)?;
    let identity = session::identity(context, options, &opened)?;
    opened.record.agent = identity.as_ref().map(|(name, _)| name.clone());
    let layers = layers(context, options, streams)?;
    problems.extend(layers.problems);
    let view = view(context, streams, store);
    let cwd = context
        .world
        .cwd
        .canonicalize()
        .unwrap_or_else(|_| context.world.cwd.clone());
    let cwd = match cwd.starts_with(&context.roots.repository) {
        true => cwd,
        false => context.roots.repository.clone(),
    };
    let somebody = context.world.terminal.stdin && context.world.terminal.stderr;
    let wish = Wish {
        chosen,
        layers: layers.value,
        mode: options.mode.mode(),
        cwd: cwd.clone(),
        budget,
        transcript: Arc::clone(&opened.transcript),
        view,
        person: match somebody {
            true => Arc::new(AtTerminal::new(
                Arc::clone(&streams.stdin),
                Arc::clone(&streams.stderr),
                context.world.cancel.clone(),
            )),
            false => Arc::new(Nobody),
        },
        inbox: Some(Arc::new(store.clone())),
        temporary: temporary.to_owned(),
        runtime: tokio::runtime::Handle::current(),
    };
    let wired = wire(context, wish);
    problems.extend(wired.problems.iter().cloned());
    let instructions = prompt::instructions(context, &cwd, problems);
    let system = prompt::system(&Parts {
        project: &context.roots.repository.to_string_lossy(),
        cwd: &cwd.to_string_lossy(),
        mode: options.mode.told(),
        instructions: &instructions,
        skills: &missions::SkillShelf::listing(wired.skills.as_ref()),
        agents: &wired.deps.agents.listing(),
        identity: identity
            .as_ref()
            .map(|(name, text)| (name.as_str(), text.as_str())),
    });
    let (goal, prompt) = goal(options, prompt);
    Ok(Prepared {
        id: unique("m-", context.world.clock.now()),
        prompt,
        goal,
        opened,
        wired,
        system,
        agent,
        cwd,
        project: context.roots.repository.clone(),
    })
}

/// The goal of the option, else that of the prompt, which is then the instruction too.
fn goal(options: &RunOptions, prompt: String) -> (Option<Goal>, String) {
    if let Some(text) = &options.goal {
        return (Some(Goal::parse(text)), prompt);
    }
    match Goal::of_prompt(&prompt, Origin::Keyboard) {
        Some(goal) => {
            let instruction = goal.instruction();
            (Some(goal), instruction)
        }
        None => (None, prompt),
    }
}

fn agent(options: &RunOptions) -> Result<Box<dyn Agent>, CommandError> {
    match options.agent.as_str() {
        "builtin" => Ok(Box::new(Builtin)),
        it if it.starts_with("as:") => Ok(Box::new(Builtin)),
        other => Err(CommandError::usage(format!(
            "no agent is called `{}`; there are `builtin` and `as:NAME`",
            other.escape_debug()
        ))),
    }
}

fn layers(
    context: &mut Context,
    options: &RunOptions,
    streams: &Streams,
) -> Result<stdx::Loaded<Vec<hooks_core::Layer>>, CommandError> {
    let scope = Scope {
        asking: match options.trust_all {
            true => Asking::Waived,
            false => Asking::Needed,
        },
        last: Use::Keep,
        ..Scope::default()
    };
    let layers = load_layers(context, &scope);
    let somebody = context.world.terminal.stdin && context.world.terminal.stderr;
    let is_held = layers
        .value
        .iter()
        .any(|it| !it.trust.runs() && !it.handlers.is_empty());
    if !somebody || !is_held {
        return Ok(layers);
    }
    let answer = streams.lend(context, trust::ask_for_project)?;
    match answer {
        trust::Answer::Yes => {
            context.files = stdx::fs::Files::default();
            Ok(load_layers(context, &scope))
        }
        _ => Ok(layers),
    }
}

impl Streams {
    /// Gives a command its streams back for as long as it asks.
    fn lend<T>(
        &self,
        context: &mut Context,
        ask: impl FnOnce(&mut Context) -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        self.swap(context);
        let res = ask(context);
        self.swap(context);
        res
    }

    fn swap(&self, context: &mut Context) {
        let world = &mut context.world;
        let lock = PoisonError::into_inner;
        std::mem::swap(
            &mut *self.stdin.lock().unwrap_or_else(lock),
            &mut world.stdin,
        );
        let lock = PoisonError::into_inner;
        std::mem::swap(
            &mut *self.stdout.lock().unwrap_or_else(lock),
            &mut world.stdout,
        );
        let lock = PoisonError::into_inner;
        std::mem::swap(
            &mut *self.stderr.lock().unwrap_or_else(lock),
            &mut world.stderr,
        );
    }
}

fn view(context: &Context, streams: &Streams, store: &Store) -> Arc<dyn View> {
    let inner = view::view(context, &streams.stdout, &streams.stderr);
    Arc::new(Recorder {
        inner,
        store: Arc::new(store.clone()),
        clock: Arc::clone(&context.world.clock),
        project: context.roots.repository.clone(),
    })
}

/// Waits for the mission's turn and does it.
async fn whole(
    context: &Context,
    prepared: Prepared,
    (store, streams): (&Store, &Streams),
) -> Result<Ended, CommandError> {
    if let Some(why) = &prepared.wired.unconfined {
        let note = format!("the agent's shell is not confined: {why}");
        let scene = prepared.scene(Cancel::new());
        prepared
            .wired
            .deps
            .view
            .show(missions::Shown::Note(&note), &scene);
    }
    let job = JobSpec {
        kind: "mission".to_owned(),
        lane: prepared.project.to_string_lossy().into_owned(),
        key: prepared.id.clone(),
        run_at: None,
        payload: json!({ "mission": prepared.id, "session": prepared.opened.record.id }),
        life: JobLife::WithProcess,
    };
    let fault = |it: stdx::PortError| CommandError::fault(it.to_string());
    store.put_session(&prepared.opened.record).map_err(fault)?;
    store
        .put_mission(&prepared.record(context, Status::Queued))
        .map_err(fault)?;
    store.enqueue(&job).map_err(fault)?;
    let filter = JobFilter {
        key: Some(prepared.id.clone()),
        ..JobFilter::default()
    };
    let record = prepared.record(context, Status::Running);
    let handler = Handler {
        prepared: tokio::sync::Mutex::new(Some(prepared)),
        ended: Mutex::default(),
        store: store.clone(),
        record,
        clock: Arc::clone(&context.world.clock),
        stderr: Arc::clone(&streams.stderr),
        quiet: context.format == Format::Json,
    };
    store
        .run(&handler, &filter, &context.world.cancel)
        .await
        .map_err(fault)?;
    let ended = handler
        .ended
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    let ended = ended.unwrap_or_else(|| handler.never_began(&context.world.cancel));
    store.put_mission(&ended.record).map_err(fault)?;
    Ok(ended)
}

/// A mission that has ended.
struct Ended {
    record: MissionRecord,
    end: MissionEnd,
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
            *self.ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(ended);
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
    fn never_began(&self, cancel: &Cancel) -> Ended {
        let end = MissionEnd {
            status: Status::Cancelled,
            summary: cancel
                .reason()
                .unwrap_or_else(|| "cancelled before its turn".to_owned()),
            goal: None,
            usage: missions::Usage::default(),
            tool_calls: 0,
            cost: None,
        };
        finished(self.record.clone(), end, self.clock.now())
    }
}

fn finished(mut record: MissionRecord, end: MissionEnd, now: std::time::SystemTime) -> Ended {
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
    prepared.wired.open(prepared.scene(cancel.clone()));
    let deps = prepared.wired.deps.clone();
    let spec = MissionSpec {
        id: prepared.id,
        session: prepared.opened.record.id,
        project: prepared.project,
        cwd: prepared.cwd,
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

impl Prepared {
    fn scene(&self, cancel: Cancel) -> Scene {
        Scene {
            session: self.opened.record.id.clone(),
            mission: self.id.clone(),
            transcript: self.opened.record.transcript.clone(),
            cwd: self.cwd.clone(),
            project: self.project.clone(),
            helper: None,
            trail: String::new(),
            granted: Vec::new(),
            cancel,
        }
    }

    fn record(&self, context: &Context, status: Status) -> MissionRecord {
        let session: &SessionRecord = &self.opened.record;
        MissionRecord {
            id: self.id.clone(),
            session: session.id.clone(),
            project: self.project.clone(),
            origin: Origin::Keyboard,
            approved_by: None,
            prompt: self.prompt.clone(),
            agent: self.agent.name().to_owned(),
            model: self.wired.deps.models.main.name().to_owned(),
            status,
            summary: String::new(),
            goal: None,
            usage: missions::Usage::default(),
            tool_calls: 0,
            created: context.world.clock.now(),
            started: None,
            ended: None,
        }
    }
}

fn finish(context: &mut Context, ended: Ended, problems: Vec<Problem>) -> Result<u8, CommandError> {
    let report = ResultReport::of(&ended.record, &ended.end, problems);
    match context.format {
        Format::Json => render::json_line(&mut context.world.stdout, &report)?,
        Format::Human => report::print(context, &report)?,
    }
    Ok(match ended.end.status {
        Status::Done if ended.end.goal.as_ref().is_none_or(|it| it.met) => exit::DONE,
        _ => exit::NO,
    })
}
