//! Going through the files of a folder, as `.gitignore` and its kin allow.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use ignore::{DirEntry, WalkBuilder};
use stdx::Cancel;

use crate::guard::Guard;

/// Where a walk goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route<'a> {
    pub(super) guard: &'a Guard,
    pub(super) start: &'a Path,
    /// How many folders deep; `None` for all.
    pub(super) depth: Option<usize>,
    pub(super) cancel: &'a Cancel,
}

/// What lies on the route, folders and links too, sorted by path. Links are not followed; `.git` and
/// what the guard protects are left out; what cannot be read is passed over. Ends early when it is
/// cancelled.
pub(super) fn walk(route: Route<'_>) -> impl Iterator<Item = DirEntry> + use<'_> {
    let mut builder = WalkBuilder::new(route.start);
    let guard = route.guard.clone();
    builder
        .hidden(false)
        .require_git(false)
        // What a person ignores in every project is theirs and differs from machine to machine.
        .git_global(false)
        .follow_links(false)
        .max_depth(route.depth)
        .sort_by_file_path(Path::cmp)
        .filter_entry(move |it| it.file_name() != ".git" && guard.shows(it.path()));
    let entries = builder.build().take_while(|_| !route.cancel.is_cancelled());
    entries
        .filter_map(Result::ok)
        .filter(|it| it.depth() > 0 || it.file_type().is_some_and(|it| it.is_file()))
}

/// Whether an entry is an ordinary file.
pub(super) fn is_file(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|it| it.is_file())
}

/// A pattern over paths: one without a slash is compared with the name alone, at any depth.
#[derive(Debug)]
pub(super) struct Pattern {
    matcher: GlobMatcher,
}

impl Pattern {
    pub(super) fn new(pattern: &str) -> Result<Pattern, String> {
        let trimmed = pattern.strip_prefix("./").unwrap_or(pattern);
        let anywhere = match trimmed.contains('/') {
            true => trimmed.to_owned(),
            false => format!("**/{trimmed}"),
        };
        let glob = GlobBuilder::new(&anywhere).literal_separator(true).build();
        let glob = glob.map_err(|it| format!("`{pattern}` is not a pattern: {}", it.kind()))?;
        Ok(Pattern {
            matcher: glob.compile_matcher(),
        })
    }

    pub(super) fn matches(&self, path: &Path, start: &Path) -> bool {
        // The walk of a single file starts at the file.
        let relative: PathBuf = match path.strip_prefix(start) {
            Ok(it) if !it.as_os_str().is_empty() => it.to_owned(),
            _ => path.file_name().map(PathBuf::from).unwrap_or_default(),
        };
        self.matcher.is_match(relative)
    }
}

/// The first lines of a list, and how many there would be.
#[derive(Debug, Default)]
pub(super) struct Capped {
    lines: Vec<String>,
    n_all: usize,
    most: usize,
}

impl Capped {
    pub(super) fn new(most: usize) -> Capped {
        Capped {
            most,
            ..Capped::default()
        }
    }

    pub(super) fn push(&mut self, line: impl FnOnce() -> String) {
        self.n_all += 1;
        if self.lines.len() < self.most {
            self.lines.push(line());
        }
    }

    pub(super) fn n_all(&self) -> usize {
        self.n_all
    }

    /// The lines, a remark about those left out, and one about an end before time.
    pub(super) fn text(mut self, empty: &str, cancel: &Cancel) -> String {
        let n_more = self.n_all - self.lines.len();
        if self.n_all == 0 {
            self.lines.push(empty.to_owned());
        }
        if n_more > 0 {
            self.lines.push(format!("[{n_more} more; ask for less]"));
        }
        if cancel.is_cancelled() {
            self.lines
                .push("[cancelled before everything was seen]".to_owned());
        }
        self.lines.join("\n")
    }
}
