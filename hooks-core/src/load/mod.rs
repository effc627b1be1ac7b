//! Reads the hook files of a project into layers. One read per file: what is hashed is what is run.

use std::path::{Path, PathBuf};

use stdx::fs::{Files, Limit};
use stdx::{Loaded, Problem};

use crate::dialect::{Config, DialectId, HttpLimits, Switch};
use crate::dialects::Dialects;
use crate::document::{Document, parse_document};
use crate::layer::{Layer, Source, TrustState};
use crate::places::{Covered, HookPlace, Roots};
use crate::trust::Trust;

mod last;
mod passes;
mod trusted;

pub use last::{LastTexts, Loss, NoLastTexts};

/// The largest hook file that is read, in bytes.
pub const FILE_LIMIT: u64 = 8 << 20;

/// What to load, and by which rules.
#[derive(Debug)]
pub struct LoadRequest<'a> {
    /// The places to look at.
    pub places: Vec<HookPlace>,
    /// The hook documents of plugins that are active, behind all other files.
    pub plugins: Vec<HookFile>,
    /// The organisation's files: each may hold sections for several dialects.
    pub managed: Vec<ManagedFile>,
    /// The folders.
    pub roots: &'a Roots,
    /// The dialects in force.
    pub dialects: &'a Dialects,
    /// What a person decided.
    pub trust: &'a dyn Trust,
    /// Whether files inside the repository need a decision.
    pub asking: Asking,
    /// What files said while they were in order.
    pub last: &'a dyn LastTexts,
    /// Reads the files.
    pub files: &'a Files,
}

/// Whether files that came with a clone need a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asking {
    /// They do.
    #[default]
    Needed,
    /// A person named these files or said that all are trusted.
    Waived,
}

/// A hook document, to be read or read already.
#[derive(Clone, Debug)]
pub struct HookFile {
    /// Where it stands and whose it is.
    pub place: HookPlace,
    /// The document where it stands inside another file, with lines of that file.
    pub inline: Option<Document>,
}

/// A file of the organisation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManagedFile {
    /// The file.
    pub file: PathBuf,
    /// Whose words stand at its root; other dialects have sections of their own.
    pub root_dialect: DialectId,
}

/// Reads all files. A broken one becomes a layer with problems; its neighbours load.
pub fn load(request: &LoadRequest<'_>) -> Loaded<Vec<Layer>> {
    let mut loader = Loader {
        request,
        layers: Vec::new(),
        problems: Vec::new(),
    };
    for file in &request.managed {
        loader.managed(file);
    }
    for (index, place) in request.places.iter().enumerate() {
        // In a home that is the project, one file stands in two places; it is one layer.
        let is_double = |it: &HookPlace| it.file == place.file && it.dialect == place.dialect;
        if !request.places[..index].iter().any(is_double) {
            match parsed(request.files, &place.file) {
                Some(parsed) => loader.place(place, parsed),
                None => loader.gone(place),
            }
        }
    }
    for file in &request.plugins {
        if let Some(parsed) = file.read(request.files) {
            loader.place(&file.place, parsed);
        }
    }
    loader.first_found();
    loader.switches();
    loader.not_read_here();
    loader.name_handlers();
    Loaded {
        value: loader.layers.into_iter().map(|it| it.layer).collect(),
        problems: loader.problems,
    }
}

struct Loader<'a> {
    request: &'a LoadRequest<'a>,
    layers: Vec<Read>,
    problems: Vec<Problem>,
}

/// A layer and what else its file said.
struct Read {
    layer: Layer,
    switch: Switch,
}

impl Loader<'_> {
    /// The sections of a file of the organisation. One that cannot be read may have held hooks of any
    /// dialect, so its problem is nobody's alone.
    fn managed(&mut self, managed: &ManagedFile) {
        let document = match parsed(self.request.files, &managed.file) {
            None => return,
            Some(Ok(document)) => document,
            Some(Err(problem)) => return self.problems.push(problem),
        };
        let place = place_of(managed, managed.root_dialect);
        self.managed_section(&place, &document);
        for dialect in DialectId::ALL
            .into_iter()
            .filter(|it| *it != managed.root_dialect)
        {
            if let Some(section) = section_of(&document, dialect) {
                self.managed_section(&place_of(managed, dialect), &section);
            }
        }
    }

    fn managed_section(&mut self, place: &HookPlace, document: &Document) {
        let config = self.read(place, document);
        let says_something = !config.handlers.is_empty()
            || !config.skipped.is_empty()
            || !config.problems.is_empty();
        if says_something || config.switch != Switch::Unset {
            self.add(place, config, TrustState::NotNeeded);
        }
    }

    fn place(&mut self, place: &HookPlace, parsed: Result<Document, Problem>) {
        match self.without_decision(place) {
            Some(state) => {
                let config = self.in_force(place, parsed);
                self.add(place, config, state);
            }
            None => self.on_trust(place, parsed),
        }
    }

    /// What a file that may run says, or said last.
    fn in_force(&self, place: &HookPlace, parsed: Result<Document, Problem>) -> Config {
        match &parsed {
            Ok(document) => self.keep(place, document),
            Err(problem) => {
                if let Some((_, mut config)) = self.last_good(place, Loss::Broken) {
                    config.problems.insert(0, problem.clone());
                    return config;
                }
            }
        }
        self.config(place, parsed)
    }

    /// What the file says; of a broken one, what is wrong.
    fn config(&self, place: &HookPlace, parsed: Result<Document, Problem>) -> Config {
        match parsed {
            Ok(document) => self.read(place, &document),
            Err(problem) => Config {
                problems: vec![problem],
                ..Config::default()
            },
        }
    }

    fn read(&self, place: &HookPlace, document: &Document) -> Config {
        let dialect = self.request.dialects.get(place.dialect);
        let config = (dialect.read_config)(dialect.rules, document);
        match place.source {
            Source::Plugin => of_plugin(config),
            _ => config,
        }
    }

    fn add(&mut self, place: &HookPlace, config: Config, trust: TrustState) {
        let switch = config.switch;
        let layer = layer(place, config, trust);
        self.layers.push(Read { layer, switch });
    }
}

/// A plugin speaks for itself alone: it neither switches the hooks of others off nor says which
/// addresses they may call.
fn of_plugin(config: Config) -> Config {
    Config {
        switch: Switch::Unset,
        http: HttpLimits::default(),
        ..config
    }
}

/// What a section of a managed file says of hooks. A dialect whose own file has its events at the root
/// may have them under `hooks` here, as every section may; what else a section holds is no event.
fn section_of(document: &Document, dialect: DialectId) -> Option<Document> {
    const SETTINGS: [&str; 4] = ["permissions", "env", "strictHooks", "allowManagedHooksOnly"];
    let section = document.section(dialect.as_str())?;
    let is_bare = matches!(dialect, DialectId::Nemocode | DialectId::NemocodeObserver);
    if !is_bare {
        return Some(section);
    }
    let hooks = section.section("hooks");
    Some(hooks.unwrap_or_else(|| section.without(&SETTINGS)))
}

fn place_of(managed: &ManagedFile, dialect: DialectId) -> HookPlace {
    HookPlace {
        dialect,
        source: Source::Managed,
        file: managed.file.clone(),
        covered: Covered::WholeFile,
        plugin: None,
    }
}

fn layer(place: &HookPlace, config: Config, trust: TrustState) -> Layer {
    Layer {
        dialect: place.dialect,
        source: place.source,
        file: place.file.clone(),
        trust,
        handlers: config.handlers,
        skipped: config.skipped,
        plugin: place.plugin.clone(),
        http: config.http,
        problems: config.problems,
    }
}

impl HookFile {
    /// The document, or what keeps it from being read; `None` where there is no such file.
    pub fn read(&self, files: &Files) -> Option<Result<Document, Problem>> {
        match &self.inline {
            Some(document) => Some(Ok(document.clone())),
            None => parsed(files, &self.place.file),
        }
    }
}

/// The file, or what keeps it from being read; `None` where there is none.
fn parsed(files: &Files, file: &Path) -> Option<Result<Document, Problem>> {
    match files.read(file, Limit { bytes: FILE_LIMIT }) {
        Ok(bytes) => Some(parse_document(file, &bytes)),
        Err(error) if error.is_missing() => None,
        Err(error) => Some(Err(unreadable(file, &error))),
    }
}

fn unreadable(file: &Path, error: &stdx::fs::FileError) -> Problem {
    Problem::error("hooks/file-unreadable", error.with_cause())
        .in_file(file)
        .with_hint("no hook of this file runs until it can be read")
}
