//! Which skills there are, over `skills`: those of the places and those of active plugins.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hooks_core::{DialectId, Trust};
use plugins::{Code, CommandHeader, CommandPart, CommandText, Part, Plugin};
use skills::{
    Layout, MAX_FILE_BYTES, Placed, PluginValues, Product, Registry, Roots, Skill, SkillFile,
    SkillPlace, Source, default_places, shipped,
};
use stdx::fs::Limit;
use stdx::{Place, Problem};

use crate::context::Context;
use crate::wire::plugins::{PluginSet, roots as plugin_roots};
use crate::wire::trust_store::TrustStore;

/// The skills of a project.
#[derive(Debug, Default)]
pub(crate) struct SkillSet {
    /// All of them, and which are in force.
    pub(crate) registry: Registry,
    /// What was wrong with those of plugins.
    problems: Vec<Problem>,
    plugins: BTreeMap<String, PluginGround>,
    repository: RepositoryTrust,
    /// No option is set yet.
    no_options: BTreeMap<String, String>,
}

/// Whether what a skill wants run may run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It is the person's own, or comes with us.
    Own,
    /// It came with the repository, which a person trusts.
    Trusted,
    /// It came with the repository, and nobody said yes.
    Untrusted,
}

/// What the skills of a plugin stand on.
#[derive(Clone, Debug)]
struct PluginGround {
    root: PathBuf,
    data: PathBuf,
    standing: Standing,
}

/// Whether the person trusts the whole repository.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum RepositoryTrust {
    Trusted,
    #[default]
    Undecided,
}

impl SkillSet {
    /// Looks into all places and active plugins.
    pub(crate) fn read(context: &Context) -> SkillSet {
        let plugins = PluginSet::read(context);
        let mut reader = PluginReader::default();
        let mut grounds = BTreeMap::new();
        for (plugin, code) in plugins.active() {
            reader.read(plugin);
            grounds.insert(
                plugin.name().to_owned(),
                PluginGround {
                    root: plugin.root.clone(),
                    data: plugin_roots(context).data_dir(plugin),
                    standing: standing_of(plugin, code),
                },
            );
        }
        // Those of plugins have names of their own, so their place in the order decides nothing.
        let mut placeless = shipped();
        placeless.append(&mut reader.skills);
        let mut problems = plugins.problems;
        problems.append(&mut reader.problems);
        SkillSet {
            registry: Registry::load(places(context), placeless),
            problems,
            plugins: grounds,
            repository: repository_trust(context),
            no_options: BTreeMap::new(),
        }
    }

    /// Everything that is wrong or odd.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        let mut res = self.registry.problems();
        res.extend(self.problems.iter().cloned());
        // A shipped skill is a part of the program: its path leads to no file.
        for problem in &mut res {
            problem.file = problem.file.take().filter(|it| it.is_absolute());
        }
        res
    }

    /// Whether what a skill wants run may run.
    pub(crate) fn standing(&self, roots: &hooks_core::Roots, skill: &Skill) -> Standing {
        match &skill.source {
            Source::Shipped | Source::Personal => Standing::Own,
            Source::Plugin { plugin } => self
                .plugins
                .get(plugin)
                .map_or(Standing::Untrusted, |it| it.standing),
            Source::Project if !roots.came_with_clone(&skill.file) => Standing::Own,
            Source::Project => match self.repository {
                RepositoryTrust::Trusted => Standing::Trusted,
                RepositoryTrust::Undecided => Standing::Untrusted,
            },
        }
    }

    /// What a skill of a plugin knows of its plugin.
    pub(crate) fn plugin_values(&self, skill: &Skill) -> Option<PluginValues<'_>> {
        let Source::Plugin { plugin } = &skill.source else {
            return None;
        };
        let ground = self.plugins.get(plugin)?;
        Some(PluginValues {
            root: &ground.root,
            data: &ground.data,
            user_config: &self.no_options,
        })
    }
}

/// The places of skills, those that the person moved included.
pub(crate) fn places(context: &Context) -> Vec<SkillPlace> {
    let mut places = default_places(&roots(context));
    for place in places.iter_mut().filter(|it| it.source == Source::Personal) {
        let kind = match place.layout {
            Layout::Folders => "skills",
            Layout::Commands => "commands",
        };
        let dialect = match place.product {
            Product::Tackle => DialectId::Tackle,
            Product::Nemocode => DialectId::Nemocode,
            Product::ClaudeCode => DialectId::ClaudeCode,
            // The folder that many agents share is nobody's own.
            Product::Agents => continue,
        };
        if let Some(dir) = context.settings.moved(dialect, kind) {
            place.dir = dir.to_owned();
        }
    }
    places
}

/// The folders from which the places of skills follow.
fn roots(context: &Context) -> Roots {
    Roots {
        tackle_home: context.roots.home.clone(),
        home: context.roots.user.clone(),
        repository: context.roots.repository.clone(),
        private: context.roots.private(),
    }
}

fn repository_trust(context: &Context) -> RepositoryTrust {
    let trust = TrustStore::read(&context.roots, &context.settings.trusted_folders);
    match trust.trusts_folder(&context.roots.repository) {
        true => RepositoryTrust::Trusted,
        false => RepositoryTrust::Undecided,
    }
}

fn standing_of(plugin: &Plugin, code: Code) -> Standing {
    match (code, plugin.place.source) {
        (Code::HeldBack, _) => Standing::Untrusted,
        (Code::Runs, plugins::Source::Repository) => Standing::Trusted,
        (Code::Runs, plugins::Source::Project | plugins::Source::Personal) => Standing::Own,
    }
}

/// Reads the skills and commands of plugins, which are located already.
#[derive(Debug, Default)]
struct PluginReader {
    skills: Vec<Skill>,
    problems: Vec<Problem>,
}

impl PluginReader {
    fn read(&mut self, plugin: &Plugin) {
        for part in &plugin.parts.skills {
            let file = part.path.join("SKILL.md");
            let skill = self.file(plugin, (&file, &part.name), Layout::Folders);
            self.skills.extend(skill);
        }
        for command in &plugin.parts.commands {
            let skill = self.command(plugin, command);
            self.skills
                .extend(skill.map(|it| with_header(it, &command.header)));
        }
    }

    fn command(&mut self, plugin: &Plugin, command: &CommandPart) -> Option<Skill> {
        match &command.text {
            CommandText::File(Part { path, .. }) => {
                self.file(plugin, (path, &command.name), Layout::Commands)
            }
            CommandText::Content(text) => {
                let known = (plugin.manifest.file.as_path(), command.name.as_str());
                self.text(plugin, known, (Layout::Commands, text.as_bytes()))
            }
        }
    }

    fn file(&mut self, plugin: &Plugin, known: (&Path, &str), layout: Layout) -> Option<Skill> {
        match stdx::fs::read(known.0, Limit::bytes(MAX_FILE_BYTES)) {
            Ok(bytes) => self.text(plugin, known, (layout, &bytes)),
            Err(error) => {
                let problem = Problem::error("skills/file-unreadable", error.with_cause());
                self.problems.push(problem.in_file(known.0));
                None
            }
        }
    }

    fn text(
        &mut self,
        plugin: &Plugin,
        (file, name): (&Path, &str),
        (layout, bytes): (Layout, &[u8]),
    ) -> Option<Skill> {
        let known = SkillFile {
            file,
            name,
            source: &Source::Plugin {
                plugin: plugin.name().to_owned(),
            },
            product: product(plugin),
            layout,
        };
        skills::read(&known, bytes).drain_into(&mut self.problems)
    }
}

fn product(plugin: &Plugin) -> Product {
    match plugin.place.product {
        plugins::Product::Tackle => Product::Tackle,
        plugins::Product::Nemocode => Product::Nemocode,
        plugins::Product::ClaudeCode => Product::ClaudeCode,
    }
}

/// What the manifest says of a command wins over the command's own header.
fn with_header(mut skill: Skill, header: &CommandHeader) -> Skill {
    let said = |it: &Option<String>| it.clone().map(placed);
    if let Some(description) = &header.description {
        skill.description.clone_from(description);
    }
    skill.argument_hint = said(&header.argument_hint).or(skill.argument_hint);
    skill.model = said(&header.model).or(skill.model);
    if let Some(tools) = &header.allowed_tools {
        skill.allowed_tools = tools.iter().cloned().map(placed).collect();
    }
    skill
}

/// The manifest says where it stands, not the command's file.
fn placed(value: String) -> Placed<String> {
    let place = Place { line: 1, column: 1 };
    Placed { value, place }
}
