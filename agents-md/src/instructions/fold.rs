//! Folds the files of instructions to one list.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use stdx::fs::Limit;
use stdx::{Loaded, Place, Problem};

use super::found::{Found, Named, cycle, missing, not_utf8, outside, placed, too_deep, unreadable};
use super::import::Mention;
use super::source::candidates;
use super::{InstructionPiece, InstructionRoots, InstructionSource, MOST_IMPORT_HOPS, mentions};

/// The most bytes of one file.
const LIMIT: Limit = Limit::mebibytes(1);

/// The most files of one list: imports may fan out.
const MOST_PIECES: usize = 200;

/// The most `@path` of one file: each is a look at the disk, and may be a problem to show.
const MOST_MENTIONS: usize = 1000;

/// The most problems of one file that are told one by one.
const MOST_TOLD: usize = 50;

/// Reads the instructions that hold for `roots.target`: the person's own, then from the root of the
/// repository down, so that the closest has the last word.
///
/// In one folder the order is `AGENTS.md`, `CLAUDE.md`, `.claude/CLAUDE.md`, `CLAUDE.local.md`. What
/// a file imports with `@path` stands before it, each file once. A file of the repository never
/// leads out of it, links resolved; a missing import is a note, since `@` is also how people are
/// named.
pub fn read_instructions(roots: &InstructionRoots) -> Loaded<Vec<InstructionPiece>> {
    let mut fold = Fold::new(roots);
    for (file, source) in candidates(roots) {
        let found = Found {
            file,
            source,
            mention: None,
        };
        fold.read(&found, &mut Vec::new());
    }
    fold.tell_too_deep();
    Loaded {
        value: fold.pieces,
        problems: fold.problems,
    }
}

struct Fold {
    home: PathBuf,
    /// The root of the repository, links resolved.
    root: PathBuf,
    /// The root as it was given, from which paths are built.
    given_root: PathBuf,
    seen: BTreeSet<PathBuf>,
    pieces: Vec<InstructionPiece>,
    problems: Vec<Problem>,
    /// Files that were too far away, by one way at least.
    too_deep: BTreeMap<PathBuf, Problem>,
    /// How many problems each file has.
    n_told: BTreeMap<PathBuf, usize>,
}

impl Fold {
    fn new(roots: &InstructionRoots) -> Fold {
        let root = fs::canonicalize(&roots.repository);
        Fold {
            home: roots.home.clone(),
            root: root.unwrap_or_else(|_| roots.repository.clone()),
            given_root: roots.repository.clone(),
            seen: BTreeSet::new(),
            pieces: Vec::new(),
            problems: Vec::new(),
            too_deep: BTreeMap::new(),
            n_told: BTreeMap::new(),
        }
    }

    fn read(&mut self, found: &Found, way: &mut Vec<PathBuf>) {
        let Some(real) = self.resolve(found) else {
            return;
        };
        if way.contains(&real) {
            self.tell(cycle(found));
            return;
        }
        if self.seen.contains(&real) {
            return;
        }
        if way.len() > MOST_IMPORT_HOPS {
            self.too_deep.entry(real).or_insert_with(|| too_deep(found));
            return;
        }
        self.seen.insert(real.clone());
        if self.is_full(found) {
            return;
        }
        if let Some(text) = self.text(found, &real) {
            way.push(real);
            self.import_all(found, &text, way);
            way.pop();
            self.keep(found, text);
        }
    }

    /// The file behind the links, if it is there and may be read.
    fn resolve(&mut self, found: &Found) -> Option<PathBuf> {
        let is_bound = found.source == InstructionSource::Repository;
        // What lies outside is not even looked at: it may be a slow or a telling place.
        if is_bound && !self.is_inside(&without_dots(&found.file)) {
            self.tell(outside(found));
            return None;
        }
        let Ok(real) = fs::canonicalize(&found.file) else {
            if let Some(problem) = missing(found) {
                self.tell(problem);
            }
            return None;
        };
        if is_bound && !self.is_inside(&real) {
            self.tell(outside(found));
            return None;
        }
        if found.mention.is_some() && real.is_dir() {
            if let Some(problem) = missing(found) {
                self.tell(problem);
            }
            return None;
        }
        Some(real)
    }

    fn is_inside(&self, path: &Path) -> bool {
        let is_below = |root: &PathBuf| !root.as_os_str().is_empty() && path.starts_with(root);
        is_below(&self.root) || is_below(&self.given_root)
    }

    fn is_full(&mut self, found: &Found) -> bool {
        let is_full = self.seen.len() > MOST_PIECES;
        if self.seen.len() == MOST_PIECES + 1 {
            let message =
                format!("more than {MOST_PIECES} files of instructions, the rest is not read");
            let problem = Problem::error("instructions/too-many", message);
            self.tell(placed(problem, found));
        }
        is_full
    }

    fn text(&mut self, found: &Found, real: &Path) -> Option<String> {
        let bytes = match stdx::fs::read(real, LIMIT) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.tell(unreadable(found, &error));
                return None;
            }
        };
        match String::from_utf8(bytes) {
            Ok(text) => Some(
                text.strip_prefix('\u{feff}')
                    .map(str::to_owned)
                    .unwrap_or(text),
            ),
            Err(error) => {
                let offset = error.utf8_error().valid_up_to();
                self.tell(not_utf8(found, offset));
                None
            }
        }
    }

    fn import_all(&mut self, found: &Found, text: &str, way: &mut Vec<PathBuf>) {
        let mentions = mentions(text);
        if mentions.len() > MOST_MENTIONS {
            let message = format!("more than {MOST_MENTIONS} imports, the rest is not read");
            let problem = Problem::error("instructions/too-many", message);
            self.tell(problem.in_file(&found.file));
        }
        for mention in mentions.into_iter().take(MOST_MENTIONS) {
            let next = self.named(found, text, &mention);
            self.read(&next, way);
        }
    }

    fn named(&self, by: &Found, text: &str, mention: &Mention) -> Found {
        let file = self.target(&by.file, &mention.path);
        Found {
            source: self.source_of(&file, by.source),
            file,
            mention: Some(Named {
                by: by.file.clone(),
                place: Place::of_offset(text, mention.offset),
                path: mention.path.clone(),
                is_plainly_a_path: mention.is_plainly_a_path(),
            }),
        }
    }

    /// A relative path starts at the folder of the file which names it.
    fn target(&self, by: &Path, path: &str) -> PathBuf {
        match path.strip_prefix("~/") {
            Some(rest) => self.home.join(rest),
            None => by.parent().unwrap_or(Path::new("")).join(path),
        }
    }

    /// A file of the repository gets no more freedom because a personal file names it.
    fn source_of(&self, file: &Path, by: InstructionSource) -> InstructionSource {
        let is_inside = || fs::canonicalize(file).is_ok_and(|it| self.is_inside(&it));
        match by {
            InstructionSource::Personal if is_inside() => InstructionSource::Repository,
            InstructionSource::Personal | InstructionSource::Repository => by,
        }
    }

    /// Another way may have been shorter.
    fn tell_too_deep(&mut self) {
        for (real, problem) in std::mem::take(&mut self.too_deep) {
            if !self.seen.contains(&real) {
                self.tell(problem);
            }
        }
    }

    /// A file of many faults has the first of them and word of the rest.
    fn tell(&mut self, problem: Problem) {
        let file = problem.file.clone().unwrap_or_default();
        let n_told = self.n_told.entry(file.clone()).or_default();
        *n_told += 1;
        if *n_told <= MOST_TOLD {
            self.problems.push(problem);
        } else if *n_told == MOST_TOLD + 1 {
            let message =
                format!("more than {MOST_TOLD} problems with this file, the rest is not told");
            let problem = Problem::warning("instructions/too-many", message);
            self.problems.push(problem.in_file(file));
        }
    }

    /// The same text under a second name says nothing new.
    fn keep(&mut self, found: &Found, text: String) {
        if text.trim().is_empty() {
            return;
        }
        if let Some(first) = self.pieces.iter().find(|it| it.text == text) {
            let message = format!("the same text as `{}`, read once", first.file.display());
            let problem = Problem::note("instructions/same-text", message);
            self.tell(problem.in_file(&found.file));
            return;
        }
        self.pieces.push(InstructionPiece {
            file: found.file.clone(),
            source: found.source,
            imported_by: found.mention.as_ref().map(|it| it.by.clone()),
            text,
        });
    }
}

/// `path` with `.` and `..` taken as text.
fn without_dots(path: &Path) -> PathBuf {
    let mut res = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                res.pop();
            }
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => res.push(component),
        }
    }
    res
}
