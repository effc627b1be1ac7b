//! Runs the right checker on each file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use agents_md::{InstructionRoots, read_instructions};
use hooks_core::{Covered, DialectId, HookPlace, Source};
use plugins::{CommandText, Plugin, PluginPlace, RawPart, load};
use skills::{Layout, MAX_FILE_BYTES, SkillFile};
use stdx::Problem;
use stdx::fs::Limit;

use super::recognise::{Kind, recognise};
use crate::commands::agents::check as agent_check;
use crate::commands::hooks::check::{check_place, note_of};
use crate::commands::hooks::remarks::of_header;
use crate::context::Context;
use crate::wire::agents::place_of_part;
use crate::wire::header_hooks::HeaderPlace;

/// The largest list of plugins that is read.
const LIMIT: Limit = Limit::mebibytes(1);

/// All files, those that plugins name besides, and what is wrong with them.
pub(super) fn all(
    context: &Context,
    files: BTreeMap<PathBuf, Kind>,
) -> (BTreeMap<PathBuf, Kind>, Vec<Problem>) {
    let mut inspector = Inspector {
        context,
        plugins: Vec::new(),
        folders: BTreeSet::new(),
        problems: Vec::new(),
    };
    let files = inspector.with_parts(files);
    for (file, kind) in &files {
        inspector.file(file, *kind);
    }
    inspector.instructions();
    (files, inspector.problems)
}

struct Inspector<'a> {
    context: &'a Context,
    plugins: Vec<Plugin>,
    /// Folders with files of instructions.
    folders: BTreeSet<PathBuf>,
    problems: Vec<Problem>,
}

impl Inspector<'_> {
    /// Reads the plugins, and adds the files which they name in places of their own.
    fn with_parts(&mut self, mut files: BTreeMap<PathBuf, Kind>) -> BTreeMap<PathBuf, Kind> {
        let is_plugin = |it: &(&PathBuf, &Kind)| *it.1 == Kind::Plugin;
        let manifests: Vec<_> = files.iter().filter(is_plugin).collect();
        let roots: Vec<_> = manifests
            .iter()
            .filter_map(|it| it.0.ancestors().nth(2))
            .map(Path::to_owned)
            .collect();
        for root in roots {
            let place = PluginPlace {
                dir: root.parent().unwrap_or(&root).to_owned(),
                source: plugins::Source::Repository,
                product: plugins::Product::ClaudeCode,
                bounds: None,
            };
            let Some(plugin) = load(&root, &place).drain_into(&mut self.problems) else {
                continue;
            };
            self.problems.extend(plugin.problems.iter().cloned());
            for (file, kind) in parts(&plugin) {
                files.entry(file).or_insert(kind);
            }
            self.plugins.push(plugin);
        }
        files
    }

    fn file(&mut self, file: &Path, kind: Kind) {
        match kind {
            Kind::Hooks(dialect) => self.hooks(file, dialect),
            Kind::ForeignHooks(stranger) => self.problems.push(note_of(stranger.name(), file)),
            Kind::Skill => self.skill(file, Layout::Folders),
            Kind::Command => self.skill(file, Layout::Commands),
            Kind::Agent => self.agent(file),
            // Read before, since its parts are files too.
            Kind::Plugin => {}
            Kind::Marketplace => self.marketplace(file),
            Kind::Instructions => self.folders.extend(file.parent().map(Path::to_owned)),
        }
    }

    fn hooks(&mut self, file: &Path, dialect: DialectId) {
        let not_read = self.context.roots.not_read();
        if let Some((_, hint)) = not_read.iter().find(|it| it.0 == file) {
            let message = "a hooks file in this place is not read";
            let problem = Problem::warning("hooks/not-read-here", message).in_file(file);
            self.problems.push(problem.with_hint(*hint));
            return;
        }
        let source = match file.ends_with("hooks/hooks.json") || self.owner(file).is_some() {
            true => Source::Plugin,
            false => Source::User,
        };
        let place = HookPlace {
            dialect,
            source,
            file: file.to_owned(),
            covered: Covered::WholeFile,
            plugin: None,
        };
        self.problems.extend(check_place(self.context, place).0);
    }

    /// The plugin in whose folder a file stands; of nested ones the inner.
    fn owner(&self, file: &Path) -> Option<&Plugin> {
        let owners = self.plugins.iter().filter(|it| file.starts_with(&it.dir));
        owners.max_by_key(|it| it.dir.as_os_str().len())
    }

    fn skill(&mut self, file: &Path, layout: Layout) {
        let limit = Limit {
            bytes: MAX_FILE_BYTES,
        };
        let Some(bytes) = self.bytes(file, limit, "skills/file-unreadable") else {
            return;
        };
        let named_by = match layout {
            Layout::Folders => file.parent().and_then(Path::file_name),
            Layout::Commands => file.file_stem(),
        };
        let known = SkillFile {
            file,
            name: &named_by.unwrap_or_default().to_string_lossy(),
            source: &self.skill_source(file),
            product: skill_product(file),
            layout,
        };
        if let Some(skill) = skills::read(&known, &bytes).drain_into(&mut self.problems) {
            let project = &self.context.roots.repository;
            let hooks = skill.hooks();
            let place = HeaderPlace::unasked(file, Source::Skill);
            let hooks = hooks.map(|it| of_header(&it.value, place, project));
            self.problems.extend(skills::advice(&skill));
            self.problems.extend(hooks.unwrap_or_default());
        }
    }

    fn skill_source(&self, file: &Path) -> skills::Source {
        match self.owner(file) {
            Some(plugin) => skills::Source::Plugin {
                plugin: plugin.name().to_owned(),
            },
            None => skills::Source::Project,
        }
    }

    /// The bytes of a file; that it cannot be read is a problem of this code.
    fn bytes(&mut self, file: &Path, limit: Limit, code: &'static str) -> Option<Vec<u8>> {
        match stdx::fs::read(file, limit) {
            Ok(bytes) => Some(bytes),
            Err(error) => {
                let problem = Problem::error(code, error.with_cause());
                self.problems.push(problem.in_file(file));
                None
            }
        }
    }

    fn agent(&mut self, file: &Path) {
        let folder = file.parent().unwrap_or(file);
        let place = self.owner(file).and_then(|plugin| {
            let part = plugin.parts.agents.iter().find(|it| it.path == file)?;
            Some(place_of_part(plugin, part))
        });
        let place = place.unwrap_or_else(|| agent_check::place_of(file, folder));
        let project = &self.context.roots.repository;
        // Whether there is an agent in it is told by the problems.
        let _agent = agent_check::check_file(file, &place, project).drain_into(&mut self.problems);
    }

    fn marketplace(&mut self, file: &Path) {
        let Some(bytes) = self.bytes(file, LIMIT, "plugins/file-unreadable") else {
            return;
        };
        let document = match json_tree::Document::parse(file, &bytes) {
            Ok(document) => document,
            Err(fault) => return self.problems.push(fault.into_problem("plugins")),
        };
        let list = plugins::read_marketplace(&document).drain_into(&mut self.problems);
        let root = file.ancestors().nth(2);
        if let (Some(list), Some(root)) = (list, root) {
            for entry in &list.entries {
                // Whether its folder has a manifest is no fault of the list.
                let _folder = list.folder(root, entry).drain_into(&mut self.problems);
            }
        }
    }

    /// Instructions are folded from the root down, so what one file imports is told once.
    fn instructions(&mut self) {
        let roots = &self.context.roots;
        for folder in std::mem::take(&mut self.folders) {
            let is_inside = folder.starts_with(&roots.repository);
            let repository = if is_inside {
                &roots.repository
            } else {
                &folder
            };
            let found = read_instructions(&InstructionRoots {
                tackle_home: roots.home.clone(),
                home: roots.user.clone(),
                repository: repository.clone(),
                target: folder.clone(),
            });
            // The person's own files were not asked about.
            let is_asked = |it: &Problem| {
                let file = it.file.as_deref();
                file.is_some_and(|it| it.starts_with(repository))
            };
            let found = found.problems.into_iter().filter(is_asked);
            self.problems.extend(found);
        }
    }
}

/// The files which a plugin names and which their names alone may not give away.
fn parts(plugin: &Plugin) -> Vec<(PathBuf, Kind)> {
    let parts = &plugin.parts;
    let mut res = Vec::new();
    let skills = parts.skills.iter().map(|it| it.path.join("SKILL.md"));
    res.extend(skills.filter(|it| it.is_file()).map(|it| (it, Kind::Skill)));
    for command in &parts.commands {
        if let CommandText::File(part) = &command.text {
            res.push((part.path.clone(), Kind::Command));
        }
    }
    let agents = parts.agents.iter();
    res.extend(agents.map(|it| (it.path.clone(), Kind::Agent)));
    for hooks in &parts.hooks {
        if let RawPart::File(part) = hooks {
            let content = stdx::fs::read(&part.path, LIMIT).unwrap_or_default();
            let known = recognise(Path::new("hooks/hooks.json"), &content);
            let kind = known.unwrap_or(Kind::Hooks(DialectId::ClaudeCode));
            res.push((part.path.clone(), kind));
        }
    }
    res
}

fn skill_product(file: &Path) -> skills::Product {
    use skills::Product::{Agents, ClaudeCode, Nemocode, Tackle};
    let has = |name: &str| file.components().any(|it| it.as_os_str() == name);
    let products = [
        (".tackle", Tackle),
        (".nemocode", Nemocode),
        (".agents", Agents),
    ];
    let found = products.iter().find(|(folder, _)| has(folder));
    found.map_or(ClaudeCode, |it| it.1)
}

/// The path without `.` and with its folder's links resolved, so that a file has one name however
/// it was given.
pub(super) fn plain(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
