//! Settles everything before a mission waits for its turn.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hooks_core::{Asking, Layer};
use mcp_tools::Servers;
use missions::{
    Agent, Goal, Grant, MissionRecord, Origin, Person, Scene, SkillShelf, Status, View, unique,
};
use stdx::{Cancel, Loaded, Problem};
use store::Store;

use super::options::{self, HowOptions};
use super::order::{Asked, Order};
use super::servers;
use super::session::{self, Opened};
use super::streams::Streams;
use super::view::{self, StatusLine};
use crate::commands::hooks::layers::{Scope, load_layers};
use crate::commands::hooks::trust;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::wire::last_texts::Use;
use crate::wire::missions::person::{AtTerminal, Nobody};
use crate::wire::missions::prompt::{self, Parts};
use crate::wire::missions::recorder::{HookRuns, Recorder};
use crate::wire::missions::skills::By;
use crate::wire::missions::workers::{remark, worker};
use crate::wire::missions::{Wired, Wish, wire};

/// What a mission is made ready on.
pub(super) struct Desk<'a> {
    pub(super) store: &'a Store,
    pub(super) streams: &'a Streams,
    pub(super) temporary: &'a Path,
}

/// Everything that was settled before the mission waits for its turn.
pub(super) struct Prepared {
    pub(super) id: String,
    pub(super) prompt: String,
    pub(super) goal: Option<Goal>,
    pub(super) opened: Opened,
    pub(super) wired: Wired,
    pub(super) system: String,
    pub(super) agent: Box<dyn Agent>,
    pub(super) cwd: PathBuf,
    pub(super) project: PathBuf,
    pub(super) live: Option<Arc<StatusLine>>,
    /// What the person should know of the agent.
    pub(super) remark: Option<&'static str>,
}

/// A session with what speaks in it.
struct Seat {
    opened: Opened,
    identity: Option<(String, String)>,
    layers: Vec<Layer>,
    servers: Option<Arc<Servers>>,
    cwd: PathBuf,
}

/// Makes a mission ready.
pub(super) async fn prepare(
    context: &mut Context,
    (order, desk): (Order<'_>, &Desk<'_>),
    problems: &mut Vec<Problem>,
) -> Result<Prepared, CommandError> {
    let (how, asked) = (order.how, order.asked.clone());
    let agent = worker(context, (&how.agent, how.model.as_deref()))?;
    let seat = seat(context, (how, &asked, desk), problems).await?;
    let (wired, live) = wired(context, (order, &seat, desk))?;
    problems.extend(wired.problems.iter().cloned());
    let system = system(context, (how, &seat.cwd, &wired, seat.identity), problems);
    let mut prepared = Prepared {
        id: unique("m-", context.world.clock.now()),
        prompt: String::new(),
        goal: how.goal.as_deref().map(Goal::parse),
        opened: seat.opened,
        wired,
        system,
        agent,
        cwd: seat.cwd,
        project: context.roots.repository.clone(),
        live,
        remark: remark(&how.agent),
    };
    prepared.ask(asked).await?;
    Ok(prepared)
}

/// What the mission stands on, and the line that moves while it works.
fn wired(
    context: &Context,
    (order, seat, desk): (Order<'_>, &Seat, &Desk<'_>),
) -> Result<(Wired, Option<Arc<StatusLine>>), CommandError> {
    let budget = options::budget(&order.how.budget)?;
    let (view, live) = watched(context, (desk, order.watcher));
    let wish = Wish {
        servers: seat.servers.clone(),
        chosen: order.chosen,
        layers: seat.layers.clone(),
        mode: order.how.mode.mode(),
        cwd: seat.cwd.clone(),
        budget,
        transcript: Arc::clone(&seat.opened.transcript),
        view,
        person: person(context, desk, live.as_ref()),
        inbox: Some(Arc::new(desk.store.clone())),
        temporary: desk.temporary.to_owned(),
        runtime: tokio::runtime::Handle::current(),
    };
    Ok((wire(context, wish), live))
}

async fn seat(
    context: &mut Context,
    (how, asked, desk): (&HowOptions, &Asked, &Desk<'_>),
    problems: &mut Vec<Problem>,
) -> Result<Seat, CommandError> {
    let title = asked.title();
    let mut opened = session::open(context, desk.store, (how.session.as_deref(), &title))?;
    problems.extend(opened.history.problems.iter().cloned());
    let identity = session::identity(context, how, &opened)?;
    // The agent keeps the session until it is taken back [N-AGENT-07, N-AGENT-08].
    opened.record.agent = identity.as_ref().map(|it| it.0.clone());
    let layers = layers(context, how, desk.streams)?;
    Ok(Seat {
        opened,
        identity,
        layers: layers.drain_into(problems),
        servers: servers::started(context, desk.streams, problems).await?,
        cwd: folder(context),
    })
}

/// The current folder where it lies in the project, else the project's root.
fn folder(context: &Context) -> PathBuf {
    let cwd = &context.world.cwd;
    let cwd = cwd.canonicalize().unwrap_or_else(|_| cwd.clone());
    match cwd.starts_with(&context.roots.repository) {
        true => cwd,
        false => context.roots.repository.clone(),
    }
}

fn watched(
    context: &Context,
    (desk, watcher): (&Desk<'_>, Option<Arc<dyn View>>),
) -> (Arc<dyn View>, Option<Arc<StatusLine>>) {
    let (inner, live) = match watcher {
        Some(watcher) => (watcher, None),
        None => view::view(context, &desk.streams.stdout, &desk.streams.stderr),
    };
    let view = Recorder {
        inner,
        store: Arc::new(desk.store.clone()),
        clock: Arc::clone(&context.world.clock),
        project: context.roots.repository.clone(),
        hook_runs: match context.format {
            Format::Json => HookRuns::Shown,
            Format::Human => HookRuns::Hidden,
        },
    };
    (Arc::new(view), live)
}

fn person(context: &Context, desk: &Desk<'_>, live: Option<&Arc<StatusLine>>) -> Arc<dyn Person> {
    if !somebody_is_there(context) {
        return Arc::new(Nobody);
    }
    let stderr = Arc::clone(&desk.streams.stderr);
    Arc::new(AtTerminal::new(
        Arc::clone(&desk.streams.stdin),
        live.map_or(stderr, view::asking),
        context.world.cancel.clone(),
    ))
}

fn somebody_is_there(context: &Context) -> bool {
    context.world.terminal.stdin && context.world.terminal.stderr
}

fn system(
    context: &Context,
    (how, cwd, wired, identity): (&HowOptions, &Path, &Wired, Option<(String, String)>),
    problems: &mut Vec<Problem>,
) -> String {
    let instructions = prompt::instructions(context, cwd, problems);
    let identity = identity.as_ref();
    prompt::system(&Parts {
        project: &context.roots.repository.to_string_lossy(),
        cwd: &cwd.to_string_lossy(),
        mode: how.mode.told(),
        instructions: &instructions,
        skills: &SkillShelf::listing(wired.skills.as_ref()),
        agents: &wired.deps.agents.listing(),
        identity: identity.map(|(name, text)| (name.as_str(), text.as_str())),
    })
}

/// The hook files. A person who is there is asked about those that nobody has decided on.
fn layers(
    context: &mut Context,
    how: &HowOptions,
    streams: &Streams,
) -> Result<Loaded<Vec<Layer>>, CommandError> {
    let scope = Scope {
        asking: match how.trust_all {
            true => Asking::Waived,
            false => Asking::Needed,
        },
        last: Use::Keep,
        ..Scope::default()
    };
    let layers = load_layers(context, &scope);
    let mut found = layers.value.iter();
    let is_held = found.any(|it| !it.trust.runs() && !it.handlers.is_empty());
    if !is_held || !somebody_is_there(context) {
        return Ok(layers);
    }
    match streams.lend(context, trust::ask_for_project)? {
        trust::Answer::Yes => {
            context.files = stdx::fs::Files::default();
            Ok(load_layers(context, &scope))
        }
        _ => Ok(layers),
    }
}

impl Prepared {
    /// The goal of the option stands; else that of the prompt, which is then the instruction too.
    async fn ask(&mut self, asked: Asked) -> Result<(), CommandError> {
        self.prompt = match asked {
            Asked::Text(text) => text,
            Asked::Skill { name, args } => return self.ask_skill((&name, &args)).await,
        };
        if self.goal.is_none() {
            self.goal = Goal::of_prompt(&self.prompt, Origin::Keyboard);
            if let Some(goal) = &self.goal {
                self.prompt = goal.instruction();
            }
        }
        Ok(())
    }

    /// The skill speaks with the person's rights: what it may do without a question holds for the
    /// mission, and its hooks join [NEO-32].
    async fn ask_skill(&mut self, (name, args): (&str, &str)) -> Result<(), CommandError> {
        let scene = self.scene(Cancel::new());
        let skills = Arc::clone(&self.wired.skills);
        let opened = skills.opened((name, By::Anyone), args, &scene).await;
        let skill = opened.map_err(|it| CommandError::fault(it.to_string()))?;
        for rule in &skill.granted {
            // A rule that cannot be kept means one more question.
            let _ = self.wired.deps.rules.grant(Grant::Mission, rule);
        }
        self.prompt = skill.prompt;
        Ok(())
    }

    pub(super) fn scene(&self, cancel: Cancel) -> Scene {
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

    pub(super) fn record(&self, context: &Context, status: Status) -> MissionRecord {
        MissionRecord {
            id: self.id.clone(),
            session: self.opened.record.id.clone(),
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
