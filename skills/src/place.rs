//! Where skills stand. Pure: folders in, places out.

use std::path::{Path, PathBuf};

/// The folders that all places are made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roots {
    /// Our own home, `$TACKLE_HOME` or `~/.tackle`.
    pub tackle_home: PathBuf,
    /// The person's home folder.
    pub home: PathBuf,
    /// The repository's root, canonical.
    pub repository: PathBuf,
    /// Our private folder for this project, outside the repository; its last part is the project's
    /// name in the private folders of all products.
    pub private: PathBuf,
}

/// Who brought a skill.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The product itself.
    Shipped,
    /// The person, for every project.
    Personal,
    /// The project: its repository, or the person's private folder for it.
    Project,
    /// A plugin.
    Plugin {
        /// Its name, which becomes the namespace of its skills [N-SKILL-04].
        plugin: String,
    },
}

impl Source {
    /// The word of the command line's JSON.
    pub fn word(&self) -> &'static str {
        match self {
            Source::Shipped => "shipped",
            Source::Personal => "personal",
            Source::Project => "project",
            Source::Plugin { .. } => "plugin",
        }
    }

    pub(crate) fn plugin(&self) -> Option<&str> {
        match self {
            Source::Plugin { plugin } => Some(plugin),
            Source::Shipped | Source::Personal | Source::Project => None,
        }
    }
}

/// The product whose folder a place is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Product {
    /// Ours, `.tackle`.
    Tackle,
    /// Nemocode, `.nemocode`.
    Nemocode,
    /// Claude Code, `.claude`.
    ClaudeCode,
    /// The folder that many agents share, `.agents`.
    Agents,
}

/// How skills lie in a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layout {
    /// `<name>/SKILL.md`, exactly one level deep.
    Folders,
    /// `<name>.md`, in folders of any depth: the older form of Claude Code.
    Commands,
}

/// A folder in which skills stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillPlace {
    /// The folder; it need not exist.
    pub dir: PathBuf,
    /// What its skills count as.
    pub source: Source,
    /// Whose folder it is.
    pub product: Product,
    /// How skills lie in it.
    pub layout: Layout,
    /// The folder which no link below this place may lead out of; `None` where links may lead
    /// anywhere. What came with a clone or a plugin must not make a skill of a private file.
    pub boundary: Option<PathBuf>,
}

/// The places of a project, the one that wins first.
///
/// Project-private folders, then the repository's, then the personal ones, each in the order ours,
/// Nemocode, Claude Code, shared; then the older command files, which lose to every skill of the
/// same name. A repository place that is a personal place at the same time, as in a home folder
/// under version control, counts as personal.
pub fn default_places(roots: &Roots) -> Vec<SkillPlace> {
    let personal = personal(roots);
    let mut res = private(roots);
    res.extend(repository(roots));
    res.retain(|it| !personal.iter().any(|own| own.dir == it.dir));
    res.extend(personal);
    // Stable, so that the order within each layout stays.
    res.sort_by_key(|it| it.layout);
    res
}

fn private(roots: &Roots) -> Vec<SkillPlace> {
    let id = roots.private.file_name().unwrap_or_default();
    let nemocode = roots.home.join(".nemocode/projects").join(id);
    vec![
        folders(Source::Project, Product::Tackle, &roots.private),
        folders(Source::Project, Product::Nemocode, &nemocode),
    ]
}

fn repository(roots: &Roots) -> Vec<SkillPlace> {
    let root = &roots.repository;
    let mut res = vec![
        folders(Source::Project, Product::Tackle, &root.join(".tackle")),
        folders(Source::Project, Product::Nemocode, &root.join(".nemocode")),
        folders(Source::Project, Product::ClaudeCode, &root.join(".claude")),
        folders(Source::Project, Product::Agents, &root.join(".agents")),
        commands(Source::Project, &root.join(".claude")),
    ];
    for place in &mut res {
        place.boundary = Some(root.clone());
    }
    res
}

fn personal(roots: &Roots) -> Vec<SkillPlace> {
    let home = &roots.home;
    vec![
        folders(Source::Personal, Product::Tackle, &roots.tackle_home),
        folders(Source::Personal, Product::Nemocode, &home.join(".nemocode")),
        folders(Source::Personal, Product::ClaudeCode, &home.join(".claude")),
        folders(Source::Personal, Product::Agents, &home.join(".agents")),
        commands(Source::Personal, &home.join(".claude")),
    ]
}

fn folders(source: Source, product: Product, parent: &Path) -> SkillPlace {
    SkillPlace {
        dir: parent.join("skills"),
        source,
        product,
        layout: Layout::Folders,
        boundary: None,
    }
}

fn commands(source: Source, parent: &Path) -> SkillPlace {
    SkillPlace {
        dir: parent.join("commands"),
        source,
        product: Product::ClaudeCode,
        layout: Layout::Commands,
        boundary: None,
    }
}
