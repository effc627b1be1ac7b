//! `tackle agents check`: finds mistakes in files of agents.

use std::path::{Path, PathBuf};

use agents_md::{
    AgentPlace, AgentRegistry, AgentSource, Bounds, CustomAgent, Editing, Product, read_agent,
};
use clap::Args;
use serde::Serialize;
use stdx::fs::Limit;
use stdx::{Loaded, Problem};

use crate::commands::check::sorted;
use crate::commands::hooks::remarks::of_header;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, counted};
use crate::wire::agents::AgentSet;
use crate::wire::header_hooks::HeaderPlace;

/// The largest file that is read.
const LIMIT: Limit = Limit::mebibytes(1);

/// What is checked.
#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    /// Files and folders; without one, every agent that is known here.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
}

/// What was found.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct Checked {
    /// What is wrong.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: Vec<Problem>,
    /// How many agents can be loaded.
    agents: usize,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &CheckOptions) -> Result<u8, CommandError> {
    let mut checked = Checked::default();
    let project = context.roots.repository.clone();
    if options.paths.is_empty() {
        let found = AgentSet::read(context).drain_into(&mut checked.problems);
        for entry in found.entries() {
            checked.add(&entry.agent, &project);
        }
    }
    for path in &options.paths {
        let path = context.world.cwd.join(path);
        checked.path(&path, &project)?;
    }
    checked.problems = sorted(checked.problems);
    print(context, &checked)?;
    Ok(exit::of_check(&checked.problems))
}

impl Checked {
    fn add(&mut self, agent: &CustomAgent, project: &Path) {
        self.agents += 1;
        self.problems.extend(of_hooks(agent, project));
    }

    fn path(&mut self, path: &Path, project: &Path) -> Result<(), CommandError> {
        if path.is_dir() {
            let n_before = self.problems.len();
            let place = place_of(path, path);
            let agents = AgentRegistry::load(&[place]).drain_into(&mut self.problems);
            if agents.entries().is_empty() && self.problems.len() == n_before {
                self.problems.push(nothing_here(path));
            }
            agents
                .entries()
                .iter()
                .for_each(|it| self.add(&it.agent, project));
            return Ok(());
        }
        if !path.exists() {
            let message = format!("there is no file or folder `{}`", path.display());
            return Err(CommandError::fault(message));
        }
        let folder = path.parent().unwrap_or(path);
        let agent =
            check_file(path, &place_of(path, folder), project).drain_into(&mut self.problems);
        self.agents += usize::from(agent.is_some());
        Ok(())
    }
}

fn nothing_here(dir: &Path) -> Problem {
    let message = format!("no agent stands in `{}`", dir.display());
    Problem::warning("agents/nothing-here", message)
        .in_file(dir)
        .with_hint("name a file of an agent, or a folder of such files")
}

/// Reads one file, its hooks too.
pub(crate) fn check_file(
    file: &Path,
    place: &AgentPlace,
    project: &Path,
) -> Loaded<Option<CustomAgent>> {
    let bytes = match stdx::fs::read(file, LIMIT) {
        Ok(bytes) => bytes,
        Err(error) => {
            let problem = Problem::error("agents/file-unreadable", error.with_cause());
            return Loaded::from(None).with(problem.in_file(file));
        }
    };
    let mut loaded = read_agent(file, place, &bytes);
    let of_hooks = loaded.value.as_ref().map(|it| of_hooks(it, project));
    loaded.problems.extend(of_hooks.unwrap_or_default());
    loaded
}

/// What is wrong with the hooks of an agent.
fn of_hooks(agent: &CustomAgent, project: &Path) -> Vec<Problem> {
    let hooks = agent.settings.hooks.as_ref();
    let found = hooks.map(|it| {
        of_header(
            it,
            HeaderPlace::unasked(&agent.file, hooks_core::Source::Agent),
            project,
        )
    });
    found.unwrap_or_default()
}

/// The place that `path` speaks of: its product by the folders above, Claude Code's format where
/// they say nothing. Names are counted from `dir`.
pub(crate) fn place_of(path: &Path, dir: &Path) -> AgentPlace {
    let has = |name: &str| path.components().any(|it| it.as_os_str() == name);
    let product = match (has(".nemocode"), has(".tackle")) {
        (true, _) => Product::Nemocode,
        (false, true) => Product::Ours,
        (false, false) => Product::ClaudeCode,
    };
    AgentPlace {
        dir: dir.to_owned(),
        source: AgentSource::Repository,
        product,
        bounds: Bounds::Anywhere,
        editing: Editing::Allowed,
    }
}

fn print(context: &mut Context, checked: &Checked) -> Result<(), CommandError> {
    let Checked { problems, agents } = checked;
    if context.format == Format::Json {
        return Ok(render::json_line(&mut context.world.stdout, checked)?);
    }
    let what = counted(*agents, "agent");
    Ok(render::checked(context, problems, &what)?)
}
