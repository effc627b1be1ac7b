//! Finds the agent files of one place.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use stdx::fs::cause;
use stdx::{Loaded, Problem};

use crate::{AgentPlace, Bounds};

/// The deepest folder below a place that is looked into.
const MOST_DEPTH: usize = 16;

/// The most entries of one place that are looked at; a link may lead to a whole disk.
const MOST_ENTRIES: usize = 20_000;

/// A file that may be an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoundFile {
    /// The path under which it was found.
    pub(crate) path: PathBuf,
    /// The file behind the links.
    pub(crate) real: PathBuf,
}

/// The Markdown files of `place`, folders below it too, in the order of their paths.
///
/// Links are followed where the place's bounds allow; a folder is walked once, so loops end.
pub(crate) fn discover(place: &AgentPlace) -> Loaded<Vec<FoundFile>> {
    let mut walk = Walk::new(place);
    match fs::metadata(&place.dir) {
        Ok(it) if it.is_file() => walk.visit(&place.dir, 0),
        Ok(_) => walk.enter(&place.dir, 0),
        Err(_) => walk.state_dangling(&place.dir),
    }
    Loaded {
        value: walk.found,
        problems: walk.problems,
    }
}

struct Walk {
    /// The folder that links must not leave, links resolved.
    bounds: Option<PathBuf>,
    entries: usize,
    folders: BTreeSet<PathBuf>,
    found: Vec<FoundFile>,
    problems: Vec<Problem>,
}

impl Walk {
    fn new(place: &AgentPlace) -> Walk {
        let bounds = match &place.bounds {
            Bounds::Anywhere => None,
            Bounds::Within(root) => Some(fs::canonicalize(root).unwrap_or_else(|_| root.clone())),
        };
        Walk {
            bounds,
            entries: 0,
            folders: BTreeSet::new(),
            found: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Looks at one entry: a folder is entered, a Markdown file is kept.
    fn visit(&mut self, path: &Path, depth: usize) {
        let Ok(metadata) = fs::metadata(path) else {
            return self.state_dangling(path);
        };
        if metadata.is_dir() {
            return self.enter(path, depth + 1);
        }
        if !is_markdown(path) {
            return;
        }
        if let Some(real) = self.resolve(path) {
            self.found.push(FoundFile {
                path: path.to_owned(),
                real,
            });
        }
    }

    fn enter(&mut self, folder: &Path, depth: usize) {
        let Some(real) = self.resolve(folder) else {
            return;
        };
        if depth > MOST_DEPTH {
            return self.state("agents/too-deep", folder, "lies too deep and is not read");
        }
        if !self.is_new(real) {
            return self.state(
                "agents/link-loop",
                folder,
                "leads to a folder that is read already",
            );
        }
        for entry in self.entries_of(folder) {
            if self.entries >= MOST_ENTRIES {
                return self.state_full(folder);
            }
            self.entries += 1;
            self.visit(&entry, depth);
        }
    }

    /// A folder above one that was walked is a loop, and the same one again says nothing new.
    fn is_new(&mut self, real: PathBuf) -> bool {
        // What lies below a folder sorts right behind it.
        let next = self.folders.range(real.clone()..).next();
        let is_walked = next.is_some_and(|it| it.starts_with(&real));
        !is_walked && self.folders.insert(real)
    }

    /// Hidden entries are those of editors and version control.
    fn entries_of(&mut self, folder: &Path) -> Vec<PathBuf> {
        let entries = match fs::read_dir(folder) {
            Ok(it) => it,
            Err(error) => {
                self.state(
                    "agents/folder-unreadable",
                    folder,
                    &format!("could not be read: {}", cause(&error)),
                );
                return Vec::new();
            }
        };
        let is_hidden = |it: &fs::DirEntry| it.file_name().to_string_lossy().starts_with('.');
        let shown = entries.filter_map(Result::ok).filter(|it| !is_hidden(it));
        let mut res: Vec<PathBuf> = shown.map(|it| it.path()).take(MOST_ENTRIES).collect();
        res.sort();
        res
    }

    /// The path behind the links, if the bounds allow it.
    fn resolve(&mut self, path: &Path) -> Option<PathBuf> {
        let Ok(real) = fs::canonicalize(path) else {
            self.state_dangling(path);
            return None;
        };
        match &self.bounds {
            Some(bounds) if !real.starts_with(bounds) => {
                let what = "leads out of the folder it came with and is not read";
                self.state("agents/link-outside", path, what);
                None
            }
            Some(_) | None => Some(real),
        }
    }

    /// A place that is not there is no fault; a link to nothing is one.
    fn state_dangling(&mut self, path: &Path) {
        if path.is_symlink() {
            self.state("agents/link-broken", path, "is a link that leads nowhere");
        }
    }

    fn state_full(&mut self, folder: &Path) {
        let what = format!("holds more than {MOST_ENTRIES} entries, the rest is not read");
        if self.problems.iter().all(|it| it.code != "agents/too-many") {
            self.state("agents/too-many", folder, &what);
        }
    }

    fn state(&mut self, code: &'static str, path: &Path, what: &str) {
        let message = format!("`{}` {what}", path.display());
        let problem = match code {
            "agents/link-loop" => Problem::note(code, message),
            _ => Problem::error(code, message),
        };
        self.problems.push(problem.in_file(path));
    }
}

fn is_markdown(path: &Path) -> bool {
    path.extension()
        .is_some_and(|it| it.eq_ignore_ascii_case("md"))
}
