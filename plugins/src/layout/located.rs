//! From what a manifest says to what is on disk.

use std::path::{Path, PathBuf};

use stdx::fs::cause;
use stdx::{Place, Problem};

use crate::inside::{Inside, Oddity, Refused, written};
use crate::manifest::{ComponentKind, DeclaredEntry};
use crate::report::quoted;

/// A path that exists and lies inside.
#[derive(Clone, Debug)]
pub(super) struct Located {
    pub(super) path: PathBuf,
    pub(super) real: PathBuf,
    pub(super) origin: Origin,
}

/// Who named a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// It is the standard path.
    Standard,
    /// The manifest names it.
    Declared(Place),
}

/// Resolves paths and tells what is wrong with them.
#[derive(Debug)]
pub(super) struct Locator<'a> {
    pub(super) inside: Inside<'a>,
    /// The file that problems are about.
    pub(super) file: &'a Path,
    pub(super) problems: Vec<Problem>,
}

impl Locator<'_> {
    pub(super) fn tell(&mut self, problem: Problem, origin: Origin) {
        let problem = problem.in_file(self.file);
        self.problems.push(match origin {
            Origin::Declared(place) => problem.at(place),
            Origin::Standard => problem,
        });
    }

    /// The standard path of a kind, where it is there.
    pub(super) fn standard(&mut self, kind: ComponentKind) -> Option<Located> {
        let relative = kind.standard_path();
        if relative.is_empty() {
            return None;
        }
        self.at(relative)
    }

    /// A path that the layout knows; nothing is said where it is missing.
    pub(super) fn at(&mut self, relative: &str) -> Option<Located> {
        let path = self.inside.root().join(relative);
        match self.inside.real(&path) {
            Ok(real) => Some(Located {
                path,
                real,
                origin: Origin::Standard,
            }),
            Err(Refused::Missing) if path.is_symlink() => {
                self.refuse(relative, Refused::Missing, Origin::Standard);
                None
            }
            Err(Refused::Missing) => None,
            Err(refused) => {
                self.refuse(relative, refused, Origin::Standard);
                None
            }
        }
    }

    /// A path of the manifest.
    pub(super) fn declared(&mut self, text: &str, entry: &DeclaredEntry) -> Option<Located> {
        let origin = Origin::Declared(entry.place);
        let resolved = written(text).and_then(|it| {
            let path = self.inside.join(&it.path);
            let real = self.inside.real(&path)?;
            Ok((it.oddity, path, real))
        });
        match resolved {
            Ok((oddity, path, real)) => {
                if let Some(oddity) = oddity {
                    self.tell(odd(oddity, text), origin);
                }
                Some(Located { path, real, origin })
            }
            Err(refused) => {
                self.refuse(text, refused, origin);
                None
            }
        }
    }

    pub(super) fn refuse(&mut self, text: &str, refused: Refused, origin: Origin) {
        let problem = refusal(text, &refused);
        self.problems.push(match origin {
            Origin::Declared(place) => problem.in_file(self.file).at(place),
            Origin::Standard => problem.in_file(self.inside.join(Path::new(text))),
        });
    }
}

fn odd(oddity: Oddity, text: &str) -> Problem {
    let text = quoted(text);
    let message = match oddity {
        Oddity::NoDot => format!("a path starts with `./`, found {text}; it is taken as relative"),
        Oddity::Variable => format!("a path needs no variable, found {text}"),
        Oddity::Star => format!("a path holds no pattern, found {text}; its folder is read"),
    };
    Problem::warning("plugins/path-form", message)
        .with_hint("write it relative to the plugin's folder, such as `./extra`")
}

/// Why a path is not read as part of a plugin.
pub(crate) fn refusal(text: &str, refused: &Refused) -> Problem {
    let text = quoted(text);
    match refused {
        Refused::Leaves(why) => Problem::error(
            "plugins/outside",
            format!("the path {text} leaves the folder: {why}"),
        )
        .with_hint("nothing outside is read as part of it; copy what is needed inside"),
        Refused::Missing => Problem::error(
            "plugins/path-missing",
            format!("nothing is under the path {text}"),
        ),
        Refused::Unreadable(error) => Problem::error(
            "plugins/path-unreadable",
            format!("the path {text} cannot be read: {}", cause(error)),
        ),
    }
}
