//! Path patterns with the grammar of `.gitignore`, each with a folder it starts from.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use globset::{Glob, GlobBuilder, GlobMatcher};

/// A pattern such as `src/**`, `~/.ssh/*` or `//etc/passwd`.
#[derive(Clone, Debug)]
pub(crate) struct PathPattern {
    anchor: Anchor,
    /// How many folders above the anchor it starts: one for each leading `..`.
    n_up: usize,
    /// What lies below; nothing means everything.
    below: Option<Below>,
}

/// The folder that a pattern starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Anchor {
    /// `//x`: the root of the file system.
    Root,
    /// `~/x`: the home folder.
    Home,
    /// `/x`: the folder that the settings file speaks for.
    Settings,
    /// `x` and `./x`: the current folder.
    Cwd,
}

/// The folders that the anchors stand for in one call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Folders<'a> {
    pub(crate) cwd: &'a Path,
    pub(crate) home: &'a Path,
    /// The folder that the settings file of the rule speaks for.
    pub(crate) settings: &'a Path,
}

#[derive(Clone, Debug)]
struct Below {
    glob: Glob,
    /// Compiled when a path is first held against it, since most rules never meet one.
    matcher: OnceLock<GlobMatcher>,
}

impl PathPattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// Says what was expected, when the pattern is none.
    pub(crate) fn parse(text: &str) -> Result<PathPattern, String> {
        if text.starts_with('!') {
            return Err("a pattern that does not begin with `!`".to_owned());
        }
        let (anchor, rest) = split_anchor(text);
        let (n_up, names) = normal_names(rest);
        let is_anywhere =
            anchor == Anchor::Cwd && n_up == 0 && !rest.trim_end_matches('/').contains('/');
        let below = match names.join("/").trim_end_matches("/**") {
            "" | "**" => None,
            it if is_anywhere => Some(Below::parse(&format!("**/{it}"))?),
            it => Some(Below::parse(it)?),
        };
        Ok(PathPattern {
            anchor,
            n_up,
            below,
        })
    }

    /// Whether the pattern names `path`, or a folder above it.
    pub(crate) fn matches(&self, path: &Path, folders: Folders<'_>) -> bool {
        let Some(root) = self.root(folders) else {
            return false;
        };
        let Ok(rest) = path.strip_prefix(&root) else {
            return false;
        };
        match &self.below {
            None => true,
            Some(below) => rest
                .ancestors()
                .filter(|it| !it.as_os_str().is_empty())
                .any(|it| below.matcher().is_match(it)),
        }
    }

    fn root(&self, folders: Folders<'_>) -> Option<PathBuf> {
        let anchor = match self.anchor {
            Anchor::Root => folders.cwd.ancestors().last()?,
            Anchor::Home => folders.home,
            Anchor::Settings => folders.settings,
            Anchor::Cwd => folders.cwd,
        };
        anchor.ancestors().nth(self.n_up).map(Path::to_path_buf)
    }
}

impl Below {
    fn parse(pattern: &str) -> Result<Below, String> {
        let glob = GlobBuilder::new(pattern)
            .literal_separator(true)
            .backslash_escape(true)
            // There, `.ENV` is `.env`.
            .case_insensitive(cfg!(any(windows, target_os = "macos")))
            .build()
            .map_err(|it| format!("a file name pattern ({})", it.kind()))?;
        let matcher = OnceLock::new();
        Ok(Below { glob, matcher })
    }

    fn matcher(&self) -> &GlobMatcher {
        self.matcher.get_or_init(|| self.glob.compile_matcher())
    }
}

fn split_anchor(text: &str) -> (Anchor, &str) {
    if let Some(rest) = text.strip_prefix("//") {
        return (Anchor::Root, rest);
    }
    if let Some(rest) = text.strip_prefix("~/") {
        return (Anchor::Home, rest);
    }
    match text.strip_prefix('/') {
        Some(rest) => (Anchor::Settings, rest),
        None if text == "~" => (Anchor::Home, ""),
        None => (Anchor::Cwd, text),
    }
}

/// The names of a pattern without `.` and `..`, and how many of the latter lead out of it.
fn normal_names(pattern: &str) -> (usize, Vec<&str>) {
    let mut n_up = 0;
    let mut names = Vec::new();
    for name in pattern.split('/') {
        match name {
            "" | "." => {}
            ".." if names.pop().is_none() => n_up += 1,
            ".." => {}
            it => names.push(it),
        }
    }
    (n_up, names)
}
