//! `tackle demo`: a mission in a throw-away project, inside hooks of three products.
//!
//! Only the model is scripted: the mission is driven by the code of `tackle run`, the files are read
//! by the same loaders, and the hooks are real scripts.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use hooks_core::{HookBackend, Roots};
use hooks_http::UrlPolicy;
use missions::{Model, Models, ScriptedModel, Status, View};
use stdx::fs::Files;
use tempfile::TempDir;

use self::stage::Stage;
use self::watcher::{Scene, Watcher};
use self::witness::Witness;
use crate::commands::run::drive::{Driven, drive};
use crate::commands::run::options::{HowOptions, ModeWord};
use crate::commands::run::order::{Asked, Order};
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::wire::engine;
use crate::wire::missions::agents::RoleModels;
use crate::wire::missions::models::Chosen;
use crate::wire::settings::OurSettings;
use crate::world::Backends;

mod human;
pub(crate) mod report;
mod stage;
mod watcher;
mod witness;

/// What happens to the project.
#[derive(Debug, Default, Args)]
pub(crate) struct DemoOptions {
    /// Leaves the project where it is, to play with.
    #[arg(long)]
    pub(crate) keep: bool,
}

/// The mission as it was played.
struct Played {
    scenes: Vec<Scene>,
    driven: Driven,
    logbook: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &DemoOptions) -> Result<u8, CommandError> {
    if cfg!(windows) {
        return Err(CommandError::usage(
            "the hooks of the demo are shell scripts, which Windows does not run",
        ));
    }
    let folder = tempfile::Builder::new().prefix("tackle-demo-").tempdir();
    let folder = folder
        .map_err(|it| CommandError::fault(format!("could not make a temporary folder: {it}")))?;
    let stage = Stage::build(&folder)?;
    let played = play(context, &stage)?;
    let kept = options.keep.then(|| keep(folder));
    let is_met = played.driven.end.goal.as_ref().is_some_and(|it| it.met);
    let is_done = played.driven.end.status == Status::Done && is_met;
    match context.format {
        Format::Json => report::print(context, played, kept)?,
        Format::Human => human::print(context, &played, kept)?,
    }
    Ok(match is_done {
        true => exit::DONE,
        false => exit::NO,
    })
}

/// The folder without the wish to remove it.
fn keep(folder: TempDir) -> PathBuf {
    let path = folder.keep();
    path.canonicalize().unwrap_or(path)
}

/// Plays the mission on the stage. The person's own folders have no part in it.
fn play(context: &mut Context, stage: &Stage) -> Result<Played, CommandError> {
    let backends = engine::backends(context, UrlPolicy::default());
    let witnesses: Vec<_> = backends
        .into_iter()
        .map(|it| Arc::new(Witness::of(it)))
        .collect();
    let given = witnesses
        .iter()
        .map(|it| Arc::clone(it) as Arc<dyn HookBackend>)
        .collect();
    let watcher = Arc::new(Watcher::new(witnesses));
    let own = Own {
        roots: std::mem::replace(&mut context.roots, stage.roots()),
        settings: std::mem::take(&mut context.settings),
        backends: std::mem::replace(&mut context.world.backends, Backends::Given(given)),
        files: std::mem::take(&mut context.files),
    };
    let driven = mission(context, Arc::clone(&watcher) as _);
    own.give_back(context);
    Ok(Played {
        driven: driven?,
        scenes: watcher.take(),
        logbook: stage.logbook(),
    })
}

fn mission(context: &mut Context, watcher: Arc<dyn View>) -> Result<Driven, CommandError> {
    let how = HowOptions {
        mode: ModeWord::Auto,
        goal: Some(stage::GOAL.to_owned()),
        trust_all: true,
        ..HowOptions::default()
    };
    let order = Order {
        asked: Asked::Text(stage::PROMPT.to_owned()),
        how: &how,
        chosen: scripted()?,
        watcher: Some(watcher),
    };
    drive(context, order)
}

/// The script plays the agent and its helper.
fn scripted() -> Result<Chosen, CommandError> {
    let model = ScriptedModel::read("scripted:demo", stage::SCRIPT.as_bytes());
    let model = model.map_err(|it| CommandError::fault(format!("the demo has no script: {it}")))?;
    let model: Arc<dyn Model> = Arc::new(model);
    Ok(Chosen {
        models: Models {
            main: Arc::clone(&model),
            explore: Arc::clone(&model),
            judge: model,
        },
        roles: RoleModels::default(),
    })
}

/// What a context has of its own while it lends itself to the demo.
struct Own {
    roots: Roots,
    settings: OurSettings,
    backends: Backends,
    files: Files,
}

impl Own {
    fn give_back(self, context: &mut Context) {
        context.roots = self.roots;
        context.settings = self.settings;
        context.world.backends = self.backends;
        context.files = self.files;
    }
}
