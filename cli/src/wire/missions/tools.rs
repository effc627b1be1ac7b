//! The tools of the built-in agent, over `tools`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hooks_cmd::BaseEnvironment;
use hooks_core::DialectId;
use missions::{Effect, Tool, ToolCx, ToolResult, ToolSpec};
use serde_json::{Map, Value, json};
use stdx::Pending;
use tools::sandbox::{self, SandboxPlaces, SandboxRules};
use tools::{Confinement, Guard, GuardOptions, Launcher, ShellOptions, ToolOptions};

use super::save_agent::SaveAgent;
use crate::context::Context;

/// The hidden word with which our own program enters a sandbox.
pub(crate) const CONFINED: &str = "confined";

/// The tools of an agent, those that only look, and what a person should know of the shell.
#[derive(Debug)]
pub(crate) struct ToolSet {
    /// All.
    pub(crate) all: Vec<Arc<dyn Tool>>,
    /// Those of helpers [N-AGENT-09].
    pub(crate) looking: Vec<Arc<dyn Tool>>,
    /// Why the shell is not confined, if it is not.
    pub(crate) unconfined: Option<String>,
}

/// The tools for this project. `temporary` is the mission's own folder for what it need not keep.
pub(crate) fn tools(context: &Context, temporary: &Path) -> ToolSet {
    let guard = Guard::new(&guard(context));
    let confinement = confinement(context, &guard, temporary);
    let unconfined = match &confinement {
        Confinement::None { why } => Some(why.clone()),
        Confinement::Sandbox { .. } => None,
    };
    let looking = tools::read_only(&guard);
    let mut all = tools::all(ToolOptions {
        guard,
        shell: ShellOptions {
            program: "/bin/sh".into(),
            env: environment(context, temporary),
            confinement,
        },
        fetch: Some(Arc::new(super::fetch::Fetcher::new(context))),
    });
    all.push(Arc::new(SaveAgent::new(context)));
    all.extend(later().map(|it| Arc::new(it) as Arc<dyn Tool>));
    ToolSet {
        all,
        looking,
        unconfined,
    }
}

fn guard(context: &Context) -> GuardOptions {
    GuardOptions {
        project: context.roots.repository.clone(),
        further: context.settings.writable.clone(),
        readable: readable(context),
        protected: protected(context),
    }
}

/// Skills bring files that the agent is told to read.
fn readable(context: &Context) -> Vec<PathBuf> {
    let roots = &context.roots;
    let ours = [
        roots.home.join("skills"),
        roots.home.join("plugins"),
        roots.private().join("skills"),
    ];
    let others = [
        ".claude/skills",
        ".claude/plugins",
        ".nemocode/skills",
        ".agents/skills",
    ];
    let others = others.map(|it| roots.user.join(it));
    ours.into_iter().chain(others).collect()
}

/// What decides about the agent itself is out of its reach: our home, and the hook files, settings and
/// trust of every product [N-HOOK-16, N-HOOK-17].
fn protected(context: &Context) -> Vec<PathBuf> {
    let roots = &context.roots;
    let mut res = vec![roots.home.clone(), roots.app_data.clone()];
    let dialects = DialectId::ALL.into_iter();
    let places = dialects.flat_map(|it| context.settings.places(roots, it));
    res.extend(places.map(|it| it.file));
    let claude = [
        ".claude/settings.json",
        ".claude/settings.local.json",
        ".claude.json",
    ];
    res.extend(claude.map(|it| roots.user.join(it)));
    let managed = &context.world.managed;
    res.extend([
        managed.tackle().to_owned(),
        managed.claude_code().to_owned(),
    ]);
    res
}

/// The cleaned environment, with a folder of its own for temporary files.
fn environment(context: &Context, temporary: &Path) -> Vec<(OsString, OsString)> {
    let world = &context.world;
    let variables = world
        .env
        .iter()
        .map(|(name, value)| (name.clone(), value.clone()));
    let keep = context.settings.keep_variables.iter().map(Into::into);
    let base = BaseEnvironment::new(variables).keeping(keep);
    let mut res = base.cleaned();
    for name in ["TMPDIR", "TMP", "TEMP"] {
        res.retain(|it| it.0 != name);
    }
    res.push(("TMPDIR".into(), temporary.into()));
    res
}

/// Our own program, started again, confines the shell where the system can.
fn confinement(context: &Context, guard: &Guard, temporary: &Path) -> Confinement {
    let why = match (sandbox::available(), &context.world.program) {
        (sandbox::Availability::Landlock { .. }, Some(program)) => {
            return Confinement::Sandbox {
                launcher: Launcher {
                    program: program.clone(),
                    args: vec![CONFINED.into()],
                },
                rules: SandboxRules::standard(
                    guard,
                    &SandboxPlaces {
                        temporary: Some(temporary.to_owned()),
                        hidden: vec![context.roots.home.clone()],
                    },
                ),
            };
        }
        (sandbox::Availability::Landlock { .. }, None) => {
            "this program does not know its own file".to_owned()
        }
        (sandbox::Availability::Missing { why }, _) => why,
    };
    Confinement::None { why }
}

/// A tool whose part of the product is not there yet.
#[derive(Debug)]
struct Later {
    spec: ToolSpec,
}

fn later() -> impl Iterator<Item = Later> {
    let tools = [
        ("run_workflow", "Runs a saved workflow."),
        ("schedule_task", "Schedules a task for later."),
    ];
    tools.into_iter().map(|(name, description)| Later {
        spec: ToolSpec {
            name: name.to_owned(),
            description: format!("{description} Not available here."),
            input_schema: json!({ "type": "object" }),
        },
    })
}

impl Tool for Later {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn effect(&self) -> Effect {
        Effect::Looks
    }

    fn refuses(&self, _input: &Map<String, Value>, _cx: &ToolCx<'_>) -> Option<String> {
        Some(format!("`{}` is not available here", self.spec.name))
    }

    fn run<'a>(
        &'a self,
        _input: &'a Map<String, Value>,
        _cx: ToolCx<'a>,
    ) -> Pending<'a, ToolResult> {
        let text = format!("`{}` is not available here", self.spec.name);
        Box::pin(std::future::ready(ToolResult::failed(text)))
    }
}
