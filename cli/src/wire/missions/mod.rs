//! Everything around one mission, wired: hooks, rules, tools, skills, agents, models.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use hooks_core::{
    AgentBackend, AgentBackendDeps, HookBackend, Layer, PromptBackend, PromptBackendDeps,
    SkillBackend, SkillBackendDeps,
};
use mcp_tools::Servers;
use missions::{
    Account, Budget, Deps, Limits, Person, Price, Scene, SessionInbox, Transcript, View,
};
use permissions::Mode;
use stdx::Problem;
use tokio::runtime::Handle;

use self::agents::MissionAgents;
use self::background::Background;
use self::governance::AskingGovernance;
use self::hooks::SessionHooks;
use self::mcp::McpBackend;
use self::models::Chosen;
use self::rules::{MissionRules, RulesGround};
use self::skills::MissionSkills;
use self::sub_runs::{AgentRuns, Ground, SessionLogFile, SubRuns};
use crate::commands::hooks::run::permission::rules_of_project;
use crate::context::Context;
use crate::wire::agents::AgentSet;
use crate::wire::engine;
use crate::wire::governance::ManagedGovernance;
use crate::wire::rules::ProjectRules;
use crate::wire::run_log::RunLog;

pub(crate) mod agents;
mod background;
mod facts;
mod fetch;
mod governance;
mod grants;
pub(crate) mod hooks;
mod mcp;
pub(crate) mod models;
pub(crate) mod person;
pub(crate) mod prompt;
pub(crate) mod recorder;
mod rules;
mod save_agent;
pub(crate) mod skills;
mod sub_runs;
pub(crate) mod tools;
pub(crate) mod workers;

/// What a mission is wired from, besides the context.
#[derive(Debug)]
pub(crate) struct Wish {
    /// The models.
    pub(crate) chosen: Chosen,
    /// The hook files.
    pub(crate) layers: Vec<Layer>,
    /// The mode.
    pub(crate) mode: Mode,
    /// The folder to work in.
    pub(crate) cwd: PathBuf,
    /// What may be used.
    pub(crate) budget: Budget,
    /// The transcript.
    pub(crate) transcript: Arc<Transcript>,
    /// Shows.
    pub(crate) view: Arc<dyn View>,
    /// Is asked.
    pub(crate) person: Arc<dyn Person>,
    /// Follow-ups.
    pub(crate) inbox: Option<Arc<dyn SessionInbox>>,
    /// The mission's own folder for temporary files.
    pub(crate) temporary: PathBuf,
    /// The MCP servers that were started for it.
    pub(crate) servers: Option<Arc<Servers>>,
    /// Runs what runs beside the work.
    pub(crate) runtime: Handle,
}

/// A mission, wired.
#[derive(Debug)]
pub(crate) struct Wired {
    /// All that it stands on.
    pub(crate) deps: Deps,
    /// Its skills.
    pub(crate) skills: Arc<MissionSkills>,
    /// Why the shell is not confined, if it is not.
    pub(crate) unconfined: Option<String>,
    /// What was wrong with files.
    pub(crate) problems: Vec<Problem>,
    sub_runs: Arc<SubRuns>,
}

impl Wired {
    /// Opens the session for what hooks start.
    pub(crate) fn open(&self, scene: Scene) {
        self.sub_runs.fill(Ground {
            deps: self.deps.clone(),
            scene,
            skills: Arc::clone(&self.skills),
        });
    }

    /// Lets go of the session.
    pub(crate) fn close(&self) {
        self.sub_runs.empty();
    }
}

/// Wires a mission.
pub(crate) fn wire(context: &Context, wish: Wish) -> Wired {
    let mut problems = Vec::new();
    let sub_runs = Arc::new(SubRuns::default());
    let hooks = Arc::new(session_hooks(context, &wish, &sub_runs));
    let rules = mission_rules(context, &wish);
    problems.extend(rules.1);
    let mut tools = tools::tools(context, &wish.temporary);
    tools
        .all
        .extend(wish.servers.iter().flat_map(|it| it.tools()));
    let skill_rules = || rules_of_project(context);
    let skills = MissionSkills::new(context, Arc::clone(&hooks), (skill_rules(), skill_rules()));
    let skills = Arc::new(skills);
    let agents = AgentSet::read(context).drain_into(&mut problems);
    let shelf = MissionAgents::new(
        (agents, skills::trust(trust(context))),
        wish.chosen.roles,
        (Arc::clone(&hooks), context.world.dialects.clone()),
    );
    let price = price(context, wish.chosen.models.main.name());
    let clock = Arc::clone(&context.world.clock);
    let deps = Deps {
        account: Account::new(wish.budget, price, clock.now()),
        models: wish.chosen.models,
        tools: tools.all,
        looking: tools.looking,
        hooks,
        rules: Arc::new(rules.0),
        person: wish.person,
        view: wish.view,
        skills: Arc::clone(&skills) as _,
        agents: Arc::new(shelf),
        inbox: wish.inbox,
        transcript: wish.transcript,
        timer: Arc::clone(&context.world.timer),
        clock,
        limits: Limits::default(),
    };
    Wired {
        deps,
        skills,
        unconfined: tools.unconfined,
        problems,
        sub_runs,
    }
}

fn trust(context: &Context) -> crate::wire::skills::Standing {
    use crate::wire::skills::Standing;
    let trust = crate::wire::trust_store::TrustStore::read(
        &context.roots,
        &context.settings.trusted_folders,
    );
    match hooks_core::Trust::trusts_folder(&trust, &context.roots.repository) {
        true => Standing::Trusted,
        false => Standing::Untrusted,
    }
}

fn price(context: &Context, model: &str) -> Option<Price> {
    let [input, cached, output] = *context.settings.prices.get(model)?;
    Some(Price {
        input,
        cached,
        output,
    })
}

fn session_hooks(context: &Context, wish: &Wish, sub_runs: &Arc<SubRuns>) -> SessionHooks {
    let managed = ProjectRules::managed(context);
    let mut ports = engine::ports(context, &wish.layers, (&managed, BTreeSet::new()));
    let roots = &context.roots;
    ports.governance = Some(Arc::new(AskingGovernance {
        managed: ManagedGovernance::new(managed.governance.clone(), &roots.repository, &roots.user),
        person: Arc::clone(&wish.person),
        answers: Mutex::default(),
    }));
    // Backends that were given stand in for ours of their kind alone.
    let given: Vec<_> = ports.backends.iter().map(|it| it.kind()).collect();
    let ours = asking_backends(context, wish, sub_runs).into_iter();
    ports
        .backends
        .extend(ours.filter(|it| !given.contains(&it.kind())));
    if let Some(servers) = &wish.servers {
        ports.backends.push(Arc::new(McpBackend {
            servers: Arc::clone(servers),
            timer: Arc::clone(&context.world.timer),
        }));
    }
    let background = Background::new(wish.runtime.clone(), Arc::clone(&context.world.timer));
    let dialects = context.world.dialects.clone();
    let log = RunLog::of(context);
    SessionHooks::new(wish.layers.clone(), (ports, dialects), (background, log))
}

/// The backends that ask somebody: each is a run within the session.
fn asking_backends(
    context: &Context,
    wish: &Wish,
    sub_runs: &Arc<SubRuns>,
) -> [Arc<dyn HookBackend>; 3] {
    let timer = || Arc::clone(&context.world.timer);
    let log = log(context, wish.transcript.path());
    [
        Arc::new(SkillBackend::new(SkillBackendDeps {
            registry: Arc::clone(sub_runs) as _,
            invoke: Arc::clone(sub_runs) as _,
            log: Arc::new(log),
            timer: timer(),
        })),
        Arc::new(PromptBackend::new(PromptBackendDeps {
            judge: Arc::clone(sub_runs) as _,
            timer: timer(),
        })),
        Arc::new(AgentBackend::new(AgentBackendDeps {
            judge: Arc::new(AgentRuns(Arc::clone(sub_runs))),
            timer: timer(),
        })),
    ]
}

fn log(context: &Context, transcript: &Path) -> SessionLogFile {
    SessionLogFile::beside(transcript, Arc::clone(&context.world.clock))
}

fn mission_rules(context: &Context, wish: &Wish) -> (MissionRules, Vec<Problem>) {
    let rules = rules_of_project(context);
    let problems = rules.problems.clone();
    let rules = MissionRules::new(RulesGround {
        rules,
        mode: wish.mode,
        cwd: wish.cwd.clone(),
        project: context.roots.repository.clone(),
        home: context.roots.user.clone(),
        settings: context.roots.private().join("settings.json"),
    });
    (rules, problems)
}
