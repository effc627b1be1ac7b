//! The hook files that came with a project, each read once: what is shown is what is hashed.

use std::path::PathBuf;

use hooks_core::{
    Config, DialectId, Document, Fingerprint, HookFile, HookPlace, Layer, Source, Switch, Trust,
    TrustState,
};
use serde::Serialize;

use super::TrustTarget;
use crate::commands::hooks::layers::{self, Scope, load_layers};
use crate::context::Context;
use crate::error::CommandError;
use crate::render;
use crate::wire::trust_store::TrustStore;

/// One hook file as it stands now.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) place: HookPlace,
    pub(super) config: Config,
    pub(super) fingerprint: Fingerprint,
    pub(super) trust: TrustState,
    /// What is different from what was decided about.
    pub(super) changed: Vec<PathBuf>,
}

/// The same, as reports have it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct FoundReport {
    /// The file.
    file: String,
    /// Whose rules its hooks follow.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Dialect"))]
    dialect: DialectId,
    /// Where it comes from.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Source"))]
    source: Source,
    /// Whether its hooks may run.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Trust"))]
    trust: TrustState,
    /// How many hooks it has.
    hooks: usize,
    /// The scripts of the project that a decision covers too.
    scripts: Vec<String>,
}

/// The files of the project that a decision can be about. One that cannot be read is said, and
/// left out: nothing of it runs.
pub(super) fn in_project(
    context: &mut Context,
    target: &TrustTarget,
) -> Result<Vec<Found>, CommandError> {
    let layers = load_layers(context, &Scope::default());
    let store = TrustStore::read(&context.roots, &context.settings.trusted_folders);
    let files = files(context, target)?;
    let mut problems = Vec::new();
    let mut res = Vec::new();
    for file in files {
        let place = file.place.clone();
        match read(context, &file) {
            Ok(Some((document, config))) => {
                let fingerprint = Fingerprint::of(
                    &place,
                    &document,
                    &config.handlers,
                    &context.roots.repository,
                );
                let trust = state(&layers.value, &place);
                let changed = changed(context, &store, (&place, &fingerprint));
                res.push(Found {
                    place,
                    config,
                    fingerprint,
                    trust,
                    changed,
                });
            }
            Ok(None) => {}
            Err(problem) => problems.push(*problem),
        }
    }
    problems.extend(store.problems());
    render::problems_on_stderr(context, &problems)?;
    Ok(res)
}

fn files(context: &Context, target: &TrustTarget) -> Result<Vec<HookFile>, CommandError> {
    let scope = Scope::default();
    let own = layers::places(context, &scope).into_iter();
    let own = own.map(|place| HookFile {
        place,
        inline: None,
    });
    let plugins = layers::plugins(context, &scope);
    let plugins = layers::plugin_files(context, &scope, &plugins);
    let mut files: Vec<_> = own
        .chain(plugins)
        .filter(|it| context.roots.came_with_clone(&it.place.file))
        .collect();
    let Some(file) = &target.file else {
        return Ok(files);
    };
    let wanted = context.world.cwd.join(file);
    let wanted = wanted.canonicalize().unwrap_or(wanted);
    let is_wanted = |it: &HookFile| {
        let file = &it.place.file;
        *file == wanted || file.canonicalize().is_ok_and(|it| it == wanted)
    };
    files.retain(is_wanted);
    match files.is_empty() {
        true => Err(CommandError::usage(format!(
            "`{}` is no hook file of this project",
            file.display()
        ))
        .hint("`tackle hooks path` shows where they stand")),
        false => Ok(files),
    }
}

/// A file that says something about hooks; `None` if it is not there or says nothing.
fn read(
    context: &Context,
    file: &HookFile,
) -> Result<Option<(Document, Config)>, Box<stdx::Problem>> {
    let Some(document) = file.read(&context.files).transpose()? else {
        return Ok(None);
    };
    let dialect = context.world.dialects.get(file.place.dialect);
    let config = (dialect.read_config)(dialect.rules, &document);
    let speaks = !config.handlers.is_empty() || config.switch != Switch::Unset;
    Ok(speaks.then_some((document, config)))
}

/// The trust of a file as the loader sees it. A file whose allowed text stays in force is two
/// layers, of which the new one counts.
fn state(layers: &[Layer], place: &HookPlace) -> TrustState {
    let of_file: Vec<_> = layers
        .iter()
        .filter(|it| it.file == place.file && it.dialect == place.dialect)
        .collect();
    let held_back = of_file.iter().find(|it| !it.trust.runs());
    held_back
        .or(of_file.first())
        .map_or(TrustState::Undecided, |it| it.trust)
}

/// The files that differ from what was decided about: the hook file itself, or scripts.
fn changed(
    context: &Context,
    store: &TrustStore,
    (place, now): (&HookPlace, &Fingerprint),
) -> Vec<PathBuf> {
    let Some(then) = store.recorded(place, &context.roots.repository) else {
        return Vec::new();
    };
    let mut res = Vec::new();
    if then.sha256 != now.sha256 {
        res.push(place.file.clone());
    }
    let differs = |it: &&(PathBuf, String)| !then.scripts.contains(it);
    res.extend(now.scripts.iter().filter(differs).map(|it| it.0.clone()));
    let is_gone = |it: &&(PathBuf, String)| !now.scripts.iter().any(|now| now.0 == it.0);
    res.extend(then.scripts.iter().filter(is_gone).map(|it| it.0.clone()));
    res
}

impl Found {
    /// The file as reports have it.
    pub(super) fn report(&self, trust: TrustState) -> FoundReport {
        let scripts = self.fingerprint.scripts.iter();
        FoundReport {
            file: render::path_text(&self.place.file),
            dialect: self.place.dialect,
            source: self.place.source,
            trust,
            hooks: self.config.handlers.len(),
            scripts: scripts.map(|it| render::path_text(&it.0)).collect(),
        }
    }
}
