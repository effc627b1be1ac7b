//! What every command stands on: the folders, our own settings, the way to print.

use std::path::{Path, PathBuf};

use hooks_core::Roots;
use stdx::fs::Files;

use crate::args::{Color, Globals};
use crate::error::CommandError;
use crate::wire::settings::{self, OurSettings};
use crate::world::World;

/// The ground that a command stands on.
#[derive(Debug)]
pub(crate) struct Context {
    pub(crate) world: World,
    pub(crate) roots: Roots,
    pub(crate) settings: OurSettings,
    pub(crate) format: Format,
    pub(crate) paint: Paint,
    pub(crate) loudness: Loudness,
    /// Files as this command first saw them.
    pub(crate) files: Files,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people.
    Human,
    /// The JSON contract.
    Json,
}

/// Whether colour is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paint {
    /// It is.
    Colour,
    /// It is not.
    Plain,
}

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Loudness {
    /// Results only.
    Quiet,
    /// What a person needs.
    Normal,
    /// Every detail.
    Verbose,
}

impl Context {
    /// Finds the folders and reads our settings. The world comes back with an error, so that it can
    /// be reported.
    pub(crate) fn new(
        world: World,
        globals: &Globals,
    ) -> Result<Context, Box<(World, CommandError)>> {
        match roots(&world, globals) {
            Ok(roots) => {
                let files = Files::default();
                let settings = settings::read(&roots, &files);
                let paint = paint(&world, globals.color);
                Ok(Context {
                    format: if globals.json {
                        Format::Json
                    } else {
                        Format::Human
                    },
                    loudness: loudness(globals),
                    world,
                    roots,
                    settings,
                    paint,
                    files,
                })
            }
            Err(error) => Err(Box::new((world, error))),
        }
    }
}

fn loudness(globals: &Globals) -> Loudness {
    match (globals.quiet, globals.verbose) {
        (true, _) => Loudness::Quiet,
        (false, true) => Loudness::Verbose,
        (false, false) => Loudness::Normal,
    }
}

fn paint(world: &World, color: Color) -> Paint {
    let colour = match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => world.terminal.stdout && world.variable("NO_COLOR").is_none(),
    };
    if colour { Paint::Colour } else { Paint::Plain }
}

fn roots(world: &World, globals: &Globals) -> Result<Roots, CommandError> {
    let user = world
        .variable("HOME")
        .or_else(|| world.variable("USERPROFILE"));
    // A relative one would make files of the project the person's own.
    let user = user.map(PathBuf::from).filter(|it| it.is_absolute());
    let home = match (&globals.home, world.variable("TACKLE_HOME")) {
        (Some(home), _) => world.cwd.join(home),
        (None, Some(home)) => world.cwd.join(home),
        (None, None) => match &user {
            Some(user) => user.join(".tackle"),
            None => return Err(no_home()),
        },
    };
    let user = user.unwrap_or_else(|| home.clone());
    if world.cwd.as_os_str().is_empty() && globals.project.is_none() {
        return Err(CommandError::fault("the current folder is gone")
            .hint("name the project with `--project DIR`"));
    }
    let repository = match &globals.project {
        Some(project) => project_folder(&world.cwd.join(project))?,
        None => repository_above(&world.cwd),
    };
    let app_data = app_data(world, &user);
    Ok(Roots {
        home,
        user,
        repository,
        app_data,
    })
}

fn no_home() -> CommandError {
    CommandError::usage("there is no home folder: `HOME` is not set")
        .hint("give one with `--home DIR` or `TACKLE_HOME`")
}

fn project_folder(project: &Path) -> Result<PathBuf, CommandError> {
    let found = project.canonicalize().ok().filter(|it| it.is_dir());
    found.ok_or_else(|| CommandError::usage(format!("`{}` is not a folder", project.display())))
}

/// The nearest folder above with `.git`, else the folder itself; a link is followed first.
pub(crate) fn repository_above(folder: &Path) -> PathBuf {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let found = folder.ancestors().find(|it| it.join(".git").exists());
    found.map_or_else(|| folder.clone(), Path::to_owned)
}

/// Agent V's folder for data.
fn app_data(world: &World, user: &Path) -> PathBuf {
    if cfg!(windows) {
        let base = world
            .variable("APPDATA")
            .map_or_else(|| user.join("AppData/Roaming"), PathBuf::from);
        return base.join("vyotiq");
    }
    if cfg!(target_os = "macos") {
        return user.join("Library/Application Support/vyotiq");
    }
    let base = world
        .variable("XDG_DATA_HOME")
        // A relative one is to be ignored, says its specification; here it would also make files of
        // the project the person's own.
        .filter(|it| Path::new(it).is_absolute())
        .map_or_else(|| user.join(".local/share"), PathBuf::from);
    base.join("vyotiq")
}
