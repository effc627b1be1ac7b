//! The way through links to what a path stands for.

use std::collections::VecDeque;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// As many links as Linux follows before it says that they go in circles.
const MOST_LINKS: usize = 40;

/// What a path stands for, and on what that depends.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Trail {
    /// The place itself, if there is something.
    pub(crate) end: Option<PathBuf>,
    /// Each link on the way, and at last the place or the first part of it that is missing.
    pub(crate) places: Vec<PathBuf>,
}

/// Follows `path`, which is absolute, part by part.
pub(crate) fn trail(path: &Path) -> Trail {
    let mut here = PathBuf::new();
    let mut places = Vec::new();
    let mut rest: VecDeque<PathBuf> = parts(path).collect();
    while let Some(part) = rest.pop_front() {
        match step(&mut here, &part) {
            Step::Walked => {}
            Step::Link { link, target } => {
                places.push(link);
                if places.len() > MOST_LINKS {
                    return Trail { end: None, places };
                }
                parts(&target).rev().for_each(|part| rest.push_front(part));
            }
            Step::Missing(place) => {
                places.push(place);
                return Trail { end: None, places };
            }
        }
    }
    places.push(here.clone());
    Trail {
        end: Some(here),
        places,
    }
}

fn parts(path: &Path) -> impl DoubleEndedIterator<Item = PathBuf> {
    let parts = path.components();
    parts.map(|it| PathBuf::from(it.as_os_str()))
}

enum Step {
    Walked,
    Link { link: PathBuf, target: PathBuf },
    Missing(PathBuf),
}

fn step(here: &mut PathBuf, part: &Path) -> Step {
    match part.components().next() {
        Some(Component::Normal(_)) => {}
        Some(Component::ParentDir) => {
            here.pop();
            return Step::Walked;
        }
        Some(Component::CurDir) | None => return Step::Walked,
        Some(Component::Prefix(_) | Component::RootDir) => {
            here.push(part);
            return Step::Walked;
        }
    }
    let next = here.join(part);
    let is_link = fs::symlink_metadata(&next).map(|it| it.is_symlink());
    match is_link {
        Ok(false) => {
            *here = next;
            Step::Walked
        }
        Ok(true) => match fs::read_link(&next) {
            Ok(target) => Step::Link { link: next, target },
            Err(_) => Step::Missing(next),
        },
        Err(_) => Step::Missing(next),
    }
}
