//! Which plugins there are and which of them are active, over `plugins`.

pub(crate) mod hooks;
mod options;

use std::collections::BTreeSet;
use std::path::PathBuf;

use hooks_core::{DialectId, Trust};
use json_tree::Document;
use plugins::{
    Activity, Code, EnabledLayer, EnabledPlugins, Plugin, PluginPlace, Product, Roots, Scope,
    Settled, Settling, Source, Standing, SwitchRules, Switches, find_all, read_switches, settle,
};
use stdx::Problem;
use stdx::fs::Limit;

use self::options::PluginOptions;
use crate::context::Context;
use crate::wire::trust_store::TrustStore;

/// The largest settings file that is read.
const LIMIT: Limit = Limit {
    bytes: hooks_core::FILE_LIMIT,
};

/// The plugins that were found, each with what becomes of it.
#[derive(Debug, Default)]
pub(crate) struct PluginSet {
    /// The narrowest place first.
    pub(crate) found: Vec<(Plugin, Settled)>,
    /// What was wrong with places, switches and names; a plugin's own problems stand in it.
    pub(crate) problems: Vec<Problem>,
    /// What the person set for them.
    pub(crate) options: PluginOptions,
}

impl PluginSet {
    /// Looks into all places.
    pub(crate) fn read(context: &Context) -> PluginSet {
        let mut problems = Vec::new();
        let found = find_all(&places(context)).drain_into(&mut problems);
        if found.is_empty() {
            // Most projects have none, and then the settings need not be read.
            return PluginSet {
                problems,
                ..PluginSet::default()
            };
        }
        let trust = TrustStore::read(&context.roots, &context.settings.trusted_folders);
        let is_trusted = trust.trusts_folder(&context.roots.repository);
        let switches = switches(context, &mut problems);
        let enabled = enabled(context, is_trusted, &mut problems);
        let settled = settle(
            &found,
            Settling {
                rules: SwitchRules {
                    switches: &switches,
                    enabled: &enabled,
                },
                trusted: &trusted(&found, is_trusted),
            },
        );
        problems.extend(settled.iter().filter_map(|it| it.problem.clone()));
        PluginSet {
            found: found.into_iter().zip(settled).collect(),
            problems,
            options: options(context),
        }
    }

    /// The active ones, and whether their code may run.
    pub(crate) fn active(&self) -> impl Iterator<Item = (&Plugin, Code)> {
        self.found.iter().filter_map(|(plugin, settled)| {
            let Activity::Active { code } = settled.activity else {
                return None;
            };
            Some((plugin, code))
        })
    }
}

/// The folders from which the places of plugins follow.
pub(crate) fn roots(context: &Context) -> Roots {
    Roots {
        tackle_home: context.roots.home.clone(),
        home: context.roots.user.clone(),
        repository: context.roots.repository.clone(),
        private: context.roots.private(),
    }
}

/// Where plugins are looked for. A home that is the project holds the person's own.
pub(crate) fn places(context: &Context) -> Vec<PluginPlace> {
    let mut places = roots(context).places();
    let is_own = |it: &PluginPlace| {
        it.source == Source::Repository && !context.roots.came_with_clone(&it.dir)
    };
    places.retain(|it| !is_own(it));
    for place in places.iter_mut().filter(|it| it.source == Source::Personal) {
        let dialect = match place.product {
            Product::Tackle => DialectId::Tackle,
            Product::Nemocode => DialectId::Nemocode,
            Product::ClaudeCode => DialectId::ClaudeCode,
        };
        if let Some(dir) = context.settings.moved(dialect, "plugins") {
            place.dir = dir.to_owned();
        }
    }
    places
}

/// What the person set, in our own settings and in those of Claude Code.
fn options(context: &Context) -> PluginOptions {
    let files = [
        context.roots.home.join("settings.json"),
        context.roots.user.join(".claude/settings.json"),
    ];
    let documents = files
        .into_iter()
        .filter_map(|it| document(context, it, &mut Vec::new()));
    PluginOptions::new(documents.collect())
}

fn trusted(found: &[Plugin], is_trusted: bool) -> BTreeSet<PathBuf> {
    let roots = found.iter().map(|it| it.root.clone());
    roots.filter(|_| is_trusted).collect()
}

fn switches(context: &Context, problems: &mut Vec<Problem>) -> Switches {
    let file = context.roots.home.join("settings.json");
    let document = document(context, file, problems);
    document.map_or_else(Switches::default, |it| {
        read_switches(&it).drain_into(problems)
    })
}

/// What the settings of Claude Code say, those of the repository only as far as they are trusted.
fn enabled(context: &Context, is_trusted: bool, problems: &mut Vec<Problem>) -> EnabledPlugins {
    // Faults of these files are told where their hooks and rules are read.
    let documents: Vec<_> = claude_settings(context)
        .into_iter()
        .filter_map(|(scope, file)| Some((scope, document(context, file, &mut Vec::new())?)))
        .collect();
    let standing = |document: &Document| {
        let is_foreign = context.roots.came_with_clone(document.path());
        match is_trusted || !is_foreign {
            true => Standing::Trusted,
            false => Standing::Untrusted,
        }
    };
    let layers = documents.iter().map(|(scope, document)| EnabledLayer {
        scope: *scope,
        standing: standing(document),
        document,
    });
    EnabledPlugins::read(&layers.collect::<Vec<_>>()).drain_into(problems)
}

/// The files that say which plugins are on.
pub(crate) fn switch_files(context: &Context) -> Vec<PathBuf> {
    let own = context.roots.home.join("settings.json");
    let theirs = claude_settings(context).map(|it| it.1);
    std::iter::once(own).chain(theirs).collect()
}

/// The settings files of Claude Code, the strongest first.
fn claude_settings(context: &Context) -> [(Scope, PathBuf); 4] {
    let project = context.roots.repository.join(".claude");
    let user = context.roots.user.join(".claude");
    let managed = context.world.managed.claude_code();
    [
        (Scope::Managed, managed.to_owned()),
        (Scope::Local, project.join("settings.local.json")),
        (Scope::Project, project.join("settings.json")),
        (Scope::User, user.join("settings.json")),
    ]
}

fn document(context: &Context, file: PathBuf, problems: &mut Vec<Problem>) -> Option<Document> {
    let bytes = context.files.read(&file, LIMIT).ok()?;
    match Document::parse(&file, &bytes) {
        Ok(document) => Some(document),
        Err(fault) => {
            problems.push(fault.into_problem("settings"));
            None
        }
    }
}
