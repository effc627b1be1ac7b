//! Reads the hook files of a project into layers. One read per file: what is hashed is what is run.

use std::path::{Path, PathBuf};

use stdx::fs::Limit;
use stdx::{Loaded, Problem};

use crate::dialect::{Config, DialectId, Switch};
use crate::dialects::Dialects;
use crate::document::Document;
use crate::handler::PluginFolders;
use crate::layer::{Layer, Source, TrustState};
use crate::places::{Covered, HookPlace, Roots};
use crate::rules::Files;
use crate::trust::{Fingerprint, Recorded, Standing, Trust, same_scripts, standing};

/// The largest hook file that is read, in bytes.
pub const FILE_LIMIT: u64 = 8 << 20;

/// What to load, and by which rules.
#[derive(Debug)]
pub struct LoadRequest<'a> {
    /// The places to look at.
    pub places: Vec<HookPlace>,
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
    for place in &request.places {
        loader.place(place);
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
        let document = match parsed(&managed.file) {
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

    fn place(&mut self, place: &HookPlace) {
        let Some(document) = self.document(place) else {
            return;
        };
        let config = self.read(place, &document);
        let needs_trust = self.request.asking == Asking::Needed
            && self.request.roots.came_with_clone(&place.file);
        if !needs_trust {
            self.add(place, config, TrustState::NotNeeded);
            return;
        }
        let workspace = &self.request.roots.repository;
        if self.request.trust.trusts_folder(workspace) {
            self.add(place, config, TrustState::Allowed);
            return;
        }
        let found = Fingerprint::of(place, &document, &config.handlers, workspace);
        let recorded = self.request.trust.recorded(place, workspace);
        match standing(place, &found, recorded.as_ref()) {
            Standing::AsRead(state) => self.add(place, config, state),
            Standing::LastAllowed => {
                let recorded = recorded.expect("what was allowed stands in a record");
                self.last_allowed(place, &recorded, config);
            }
        }
    }

    /// The text that was allowed stays in force; what is new is held back.
    fn last_allowed(&mut self, place: &HookPlace, recorded: &Recorded, mut new: Config) {
        let text = recorded.text.as_deref().unwrap_or_default();
        let old = Document::parse(&place.file, text.as_bytes()).map(|it| self.read(place, &it));
        let workspace = &self.request.roots.repository;
        if let Ok(mut old) = old
            && same_scripts(&old.handlers, workspace, recorded)
        {
            let same = |left: &crate::Handler, right: &crate::Handler| {
                left.event == right.event
                    && left.action == right.action
                    && left.matcher.text() == right.matcher.text()
            };
            new.handlers
                .retain(|it| !old.handlers.iter().any(|old| same(old, it)));
            old.problems = vec![
                Problem::warning(
                    "hooks/last-allowed",
                    "the file changed since it was allowed; the allowed text stays in force",
                )
                .in_file(&place.file)
                .with_hint("`tackle hooks trust allow` shows what is new and asks"),
            ];
            self.add(place, old, TrustState::Allowed);
        }
        self.add(place, new, TrustState::Changed);
    }

    /// The parsed file, or `None` when it is not there or cannot be read, which is then a layer of
    /// its own with a problem.
    fn document(&mut self, place: &HookPlace) -> Option<Document> {
        match parsed(&place.file)? {
            Ok(document) => Some(document),
            Err(problem) => {
                let config = Config {
                    problems: vec![problem],
                    ..Config::default()
                };
                self.add(place, config, TrustState::NotNeeded);
                None
            }
        }
    }

    fn read(&self, place: &HookPlace, document: &Document) -> Config {
        let dialect = self.request.dialects.get(place.dialect);
        (dialect.read_config)(dialect.rules, document)
    }

    fn add(&mut self, place: &HookPlace, config: Config, trust: TrustState) {
        let switch = config.switch;
        let layer = layer(place, config, trust);
        self.layers.push(Read { layer, switch });
    }

    /// Where only the first file counts, it counts even when it is broken: the others are
    /// listed, and run nothing. Managed layers are no part of that.
    fn first_found(&mut self) {
        for dialect in DialectId::ALL {
            if self.request.dialects.get(dialect).rules.files != Files::FirstFound {
                continue;
            }
            let mut layers = self
                .layers
                .iter_mut()
                .filter(|it| it.layer.dialect == dialect && it.layer.source != Source::Managed);
            let Some(first) = layers.next().map(|it| it.layer.file.clone()) else {
                continue;
            };
            for other in layers.filter(|it| it.layer.file != first) {
                let reason = format!(
                    "`{}` was found first, and files of this dialect are never merged",
                    first.display()
                );
                other.layer.silence(&reason);
            }
        }
    }

    /// `disableAllHooks`: the narrowest file that says something decides, managed above all. It never
    /// silences managed hooks unless a managed file says so, and a file nobody allowed cannot
    /// silence anybody.
    fn switches(&mut self) {
        for dialect in DialectId::ALL {
            let of_dialect = |it: &&Read| {
                it.layer.dialect == dialect && it.switch != Switch::Unset && it.layer.trust.runs()
            };
            let managed = self
                .layers
                .iter()
                .filter(of_dialect)
                .find(|it| it.layer.source == Source::Managed);
            let narrowest = self
                .layers
                .iter()
                .filter(of_dialect)
                .max_by_key(|it| it.layer.source);
            let Some(decides) = managed.or(narrowest) else {
                continue;
            };
            if decides.switch != Switch::Off {
                continue;
            }
            let by_managed = decides.layer.source == Source::Managed;
            let reason = format!("`disableAllHooks` in `{}`", decides.layer.file.display());
            for read in self
                .layers
                .iter_mut()
                .filter(|it| it.layer.dialect == dialect)
            {
                if by_managed || read.layer.source != Source::Managed {
                    read.layer.silence(&reason);
                }
            }
        }
    }

    fn not_read_here(&mut self) {
        for (file, hint) in self.request.roots.not_read() {
            if file.exists() {
                let problem = Problem::warning(
                    "hooks/not-read-here",
                    "a hooks file in this place is not read",
                );
                self.problems.push(problem.in_file(file).with_hint(hint));
            }
        }
    }

    /// Gives every hook its id: dialect, source and place in the document. Two layers of one dialect
    /// and source are told apart by a number.
    fn name_handlers(&mut self) {
        for index in 0..self.layers.len() {
            let (before, rest) = self.layers.split_at_mut(index);
            let layer = &mut rest[0].layer;
            let same = before
                .iter()
                .filter(|it| it.layer.dialect == layer.dialect && it.layer.source == layer.source);
            let number = match same.count() {
                0 => String::new(),
                n => (n + 1).to_string(),
            };
            for handler in &mut layer.handlers {
                handler.id = format!(
                    "{}:{}{number}:{}",
                    layer.dialect,
                    layer.source.as_str(),
                    handler.pointer
                );
            }
        }
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
        plugin: None::<PluginFolders>,
        http: config.http,
        problems: config.problems,
    }
}

/// The file, or what keeps it from being read; `None` where there is none.
fn parsed(file: &Path) -> Option<Result<Document, Problem>> {
    match stdx::fs::read(file, Limit { bytes: FILE_LIMIT }) {
        Ok(bytes) => Some(Document::parse(file, &bytes)),
        Err(error) if error.is_missing() => None,
        Err(error) => Some(Err(unreadable(file, &error))),
    }
}

fn unreadable(file: &Path, error: &stdx::fs::FileError) -> Problem {
    let message = match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    };
    Problem::error("hooks/file-unreadable", message)
        .in_file(file)
        .with_hint("no hook of this file runs until it can be read")
}
