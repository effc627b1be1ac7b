//! Where agents are kept, and which place wins.

use std::path::{Path, PathBuf};

/// One folder with agent files, or a single file which a plugin names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentPlace {
    /// The folder, absolute; it need not be there.
    pub dir: PathBuf,
    /// Who put the files there.
    pub source: AgentSource,
    /// Whose folder it is, which decides what a header means.
    pub product: Product,
    /// What links may reach.
    pub bounds: Bounds,
    /// Whether agents are saved there.
    pub editing: Editing,
}

/// Who put an agent where it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AgentSource {
    /// The person, for all projects.
    Personal,
    /// The person, for one project, outside the repository.
    Project,
    /// The repository: it came with a clone.
    Repository,
    /// A plugin; its agents are called `plugin:name` [N-AGENT-19].
    Plugin {
        /// The name of the plugin.
        plugin: String,
    },
}

impl AgentSource {
    /// The word of the command line: `personal`, `project`, `repository` or `plugin`.
    pub fn word(&self) -> &'static str {
        match self {
            AgentSource::Personal => "personal",
            AgentSource::Project => "project",
            AgentSource::Repository => "repository",
            AgentSource::Plugin { .. } => "plugin",
        }
    }
}

/// Whose format and folder it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Product {
    /// Our own folders.
    Ours,
    /// Nemocode's: `model` is shown and chooses nothing [N-AGENT-03].
    Nemocode,
    /// Claude Code's: `model` is honoured.
    ClaudeCode,
}

/// How far links in a place may lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bounds {
    /// The person's own links may lead anywhere.
    Anywhere,
    /// What came from somebody else stays below this folder.
    Within(PathBuf),
}

/// Whether [`save`](crate::save) writes into a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Editing {
    /// Agents are created and replaced here.
    Allowed,
    /// Agents are listed only [N-AGENT-19].
    ReadOnly,
}

/// The folders from which the default places follow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roots {
    /// Our own folder, `~/.tackle`.
    pub tackle_home: PathBuf,
    /// The person's home.
    pub home: PathBuf,
    /// The root of the repository, if there is one.
    pub repository: Option<PathBuf>,
    /// The project's folder outside the repository; its name is the project's id.
    pub private: Option<PathBuf>,
    /// The folder in which work starts; Claude Code reads every level from there up to the root.
    pub current: Option<PathBuf>,
}

/// The places of custom agents, the winning one first [N-AGENT-17, A-26, A-49].
///
/// Narrower wins, and at one width our own format before a foreign one. Plugins come after all of
/// these; see [`AgentPlace::of_plugin`].
pub fn default_places(roots: &Roots) -> Vec<AgentPlace> {
    let mut res = Vec::new();
    if let Some(private) = &roots.private {
        res.extend(private_places(roots, private));
    }
    if let Some(repository) = &roots.repository {
        res.extend(repository_places(roots, repository));
    }
    let personal = [
        (roots.tackle_home.join("agents"), Product::Ours),
        (roots.home.join(".nemocode/agents"), Product::Nemocode),
        (roots.home.join(".claude/agents"), Product::ClaudeCode),
    ];
    res.extend(personal.map(|(dir, product)| own(dir, AgentSource::Personal, product)));
    res
}

fn private_places(roots: &Roots, private: &Path) -> Vec<AgentPlace> {
    let ours = own(private.join("agents"), AgentSource::Project, Product::Ours);
    let nemocode = private.file_name().map(|id| {
        let folder = roots.home.join(".nemocode/projects").join(id);
        own(
            folder.join("agents"),
            AgentSource::Project,
            Product::Nemocode,
        )
    });
    std::iter::once(ours).chain(nemocode).collect()
}

fn repository_places(roots: &Roots, repository: &Path) -> Vec<AgentPlace> {
    let place = |dir: PathBuf, product| AgentPlace {
        dir,
        source: AgentSource::Repository,
        product,
        bounds: Bounds::Within(repository.to_owned()),
        editing: Editing::Allowed,
    };
    let mut res = vec![
        place(repository.join(".tackle/agents"), Product::Ours),
        place(repository.join(".nemocode/agents"), Product::Nemocode),
    ];
    let levels = levels(repository, roots.current.as_deref());
    res.extend(
        levels
            .iter()
            .map(|it| place(it.join(".claude/agents"), Product::ClaudeCode)),
    );
    res
}

/// The folders from `current` up to `root`, the closest first; the root alone if `current` is
/// elsewhere.
fn levels(root: &Path, current: Option<&Path>) -> Vec<PathBuf> {
    let below = current.filter(|it| it.starts_with(root)).unwrap_or(root);
    let is_inside = |it: &&Path| it.starts_with(root);
    below
        .ancestors()
        .take_while(is_inside)
        .map(Path::to_owned)
        .collect()
}

fn own(dir: PathBuf, source: AgentSource, product: Product) -> AgentPlace {
    AgentPlace {
        dir,
        source,
        product,
        bounds: Bounds::Anywhere,
        editing: Editing::Allowed,
    }
}

impl AgentPlace {
    /// The agents of a plugin: `dir` is its folder of agents or one file, `root` the plugin's own
    /// folder, which no link may leave.
    pub fn of_plugin(plugin: &str, root: &Path, dir: &Path) -> AgentPlace {
        AgentPlace {
            dir: dir.to_owned(),
            source: AgentSource::Plugin {
                plugin: plugin.to_owned(),
            },
            product: Product::ClaudeCode,
            bounds: Bounds::Within(root.to_owned()),
            editing: Editing::ReadOnly,
        }
    }
}
