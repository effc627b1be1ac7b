//! One plugin, found and read.

use std::path::{Path, PathBuf};

use json_tree::Document;
use stdx::fs::Limit;
use stdx::{Loaded, Problem};

use crate::inside::{Inside, Refused};
use crate::layout::{PluginParts, collect, refusal};
use crate::manifest::{MANIFEST_PATH, Manifest, read_manifest};
use crate::name::namespaced;
use crate::place::{HookPower, PluginPlace, TrustNeed};
use crate::report::quoted;

/// The largest manifest that is read.
const LIMIT: Limit = Limit::mebibytes(1);

/// A plugin, read and located; whether it is active is decided by [`settle`](crate::settle).
#[derive(Clone, Debug)]
pub struct Plugin {
    /// What it says about itself.
    pub manifest: Manifest,
    /// Its folder as it was found.
    pub dir: PathBuf,
    /// Its folder, links resolved.
    pub root: PathBuf,
    /// The place in which it was found.
    pub place: PluginPlace,
    /// How it came there.
    pub origin: Origin,
    /// What it brings.
    pub parts: PluginParts,
    /// What was wrong with it.
    pub problems: Vec<Problem>,
}

/// How a plugin came to its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Somebody put the folder there.
    Folder,
    /// It was installed from a marketplace.
    Installed {
        /// The marketplace.
        marketplace: String,
        /// Its name there, which need not be the manifest's.
        entry: String,
        /// The version, as the folder is called.
        version: String,
    },
}

impl Plugin {
    /// The name under which its parts are known.
    pub fn name(&self) -> &str {
        &self.manifest.name
    }

    /// `entry@marketplace` of what was installed, else the name.
    pub fn identity(&self) -> String {
        match &self.origin {
            Origin::Folder => self.manifest.name.clone(),
            Origin::Installed {
                marketplace, entry, ..
            } => format!("{entry}@{marketplace}"),
        }
    }

    /// The full name of one of its parts, `plugin:name` [N-SKILL-04].
    pub fn full_name(&self, part: &str) -> String {
        namespaced(self.name(), part)
    }

    /// What its hooks may do.
    pub fn hook_power(&self) -> HookPower {
        self.place.hook_power()
    }

    /// Whether its code waits for a person's consent.
    pub fn trust_need(&self) -> TrustNeed {
        self.place.trust_need()
    }
}

/// Reads the plugin in the folder `dir`, whoever put it there.
///
/// There is none where the folder holds no manifest [N-PLUG-01], where it leaves the bounds of the
/// place, or where the manifest is not one; each says so.
pub fn load(dir: &Path, place: &PluginPlace) -> Loaded<Option<Plugin>> {
    let mut problems = Vec::new();
    let plugin = match located(dir, place) {
        Ok((root, file)) => read(&file, &mut problems).map(|manifest| {
            let parts = collect(&root, &manifest);
            Plugin {
                dir: dir.to_owned(),
                parts: parts.drain_into(&mut problems),
                root,
                manifest,
                place: place.clone(),
                origin: Origin::Folder,
                problems: Vec::new(),
            }
        }),
        Err(problem) => {
            problems.push(problem);
            None
        }
    };
    match plugin {
        Some(plugin) => Loaded::from(Some(Plugin { problems, ..plugin })),
        None => Loaded {
            value: None,
            problems,
        },
    }
}

/// The real folder and the manifest in it.
fn located(dir: &Path, place: &PluginPlace) -> Result<(PathBuf, PathBuf), Problem> {
    let refuse = |refused| refusal(&dir.display().to_string(), &refused).in_file(dir);
    let root = dir
        .canonicalize()
        .map_err(|it| refuse(Refused::Unreadable(it)))?;
    if let Some(bounds) = &place.bounds {
        Inside::new(bounds).real(&root).map_err(refuse)?;
    }
    match Inside::new(&root).real(&dir.join(MANIFEST_PATH)) {
        Ok(_) => Ok((root, dir.join(MANIFEST_PATH))),
        Err(Refused::Missing) => Err(no_manifest(dir)),
        Err(refused @ (Refused::Leaves(_) | Refused::Unreadable(_))) => {
            Err(refusal(MANIFEST_PATH, &refused).in_file(dir))
        }
    }
}

fn no_manifest(dir: &Path) -> Problem {
    let message = format!(
        "{} holds no `{MANIFEST_PATH}`, so it is no plugin",
        quoted(&dir.display().to_string())
    );
    let problem = Problem::note("plugins/no-manifest", message).in_file(dir);
    let elsewhere = [
        "plugin.json",
        ".codex-plugin/plugin.json",
        ".cursor-plugin/plugin.json",
    ];
    match elsewhere.iter().find(|it| dir.join(it).is_file()) {
        Some(other) => problem.with_hint(format!("there is a `{other}`; it is not read here")),
        None => problem,
    }
}

fn read(file: &Path, problems: &mut Vec<Problem>) -> Option<Manifest> {
    match read_document(file) {
        Ok(document) => read_manifest(&document).drain_into(problems),
        Err(problem) => {
            problems.push(problem);
            None
        }
    }
}

/// A JSON file of a plugin or a marketplace.
pub(crate) fn read_document(file: &Path) -> Result<Document, Problem> {
    let bytes = stdx::fs::read(file, LIMIT)
        .map_err(|it| Problem::error("plugins/file-unreadable", it.with_cause()).in_file(file))?;
    Document::parse(file, &bytes).map_err(|it| it.into_problem("plugins"))
}
