//! `tackle demo`: hooks of three products at work in a throw-away project.
//!
//! Nothing is played: the files are read by the same loader, the events go through the same engine,
//! and the hooks are real scripts.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use hooks_core::{HookBackend, Roots};
use hooks_http::UrlPolicy;
use tempfile::TempDir;

use self::scenes::{SCENES, Scene};
use self::stage::Stage;
use self::witness::{Seen, Witness};
use crate::commands::hooks::run::{self, Fired};
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::wire::engine;
use crate::wire::settings::OurSettings;
use crate::world::Backends;

mod human;
pub(crate) mod report;
mod scenes;
mod stage;
mod witness;

/// What happens to the project.
#[derive(Debug, Default, Args)]
pub(crate) struct DemoOptions {
    /// Leaves the project where it is, to play with.
    #[arg(long)]
    pub(crate) keep: bool,
}

/// One scene as it was played.
struct Played {
    scene: &'static Scene,
    fired: Fired,
    seen: Vec<Seen>,
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
    let kept = if options.keep {
        Some(keep(folder))
    } else {
        None
    };
    match context.format {
        Format::Json => report::print(context, &played, kept)?,
        Format::Human => human::print(context, &played, kept)?,
    }
    Ok(exit::DONE)
}

/// The folder without the wish to remove it.
fn keep(folder: TempDir) -> PathBuf {
    let path = folder.keep();
    path.canonicalize().unwrap_or(path)
}

/// Plays all scenes on the stage. The person's own folders have no part in it.
fn play(context: &mut Context, stage: &Stage) -> Result<Vec<Played>, CommandError> {
    let backends = engine::backends(context, UrlPolicy::default());
    let witnesses: Vec<_> = backends
        .into_iter()
        .map(|it| Arc::new(Witness::of(it)))
        .collect();
    let given = witnesses
        .iter()
        .map(|it| Arc::clone(it) as Arc<dyn HookBackend>)
        .collect();
    let own = Own {
        roots: std::mem::replace(&mut context.roots, stage.roots()),
        settings: std::mem::take(&mut context.settings),
        backends: std::mem::replace(&mut context.world.backends, Backends::Given(given)),
    };
    let played = SCENES.iter().map(|scene| {
        stage.prepare(scene)?;
        let fired = run::rehearse(context, &scene.options(&stage.repository))?;
        let seen = witnesses.iter().flat_map(|it| it.take()).collect();
        Ok(Played { scene, fired, seen })
    });
    let played = played.collect();
    own.give_back(context);
    played
}

/// What a context has of its own while it lends itself to the demo.
struct Own {
    roots: Roots,
    settings: OurSettings,
    backends: Backends,
}

impl Own {
    fn give_back(self, context: &mut Context) {
        context.roots = self.roots;
        context.settings = self.settings;
        context.world.backends = self.backends;
    }
}
