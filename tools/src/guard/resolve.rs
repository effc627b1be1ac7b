//! Following links by hand, since the end of a path may not exist yet.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// As many as the system follows.
const MOST_LINKS: usize = 40;

/// What is done with a link at the very end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LastLink {
    Follow,
    Keep,
}

/// Links lead in a circle.
#[derive(Debug)]
pub(super) struct TooManyLinks;

/// The path that the absolute `path` leads to, `..` and links taken in their order as the system
/// does. From the first name on that does not exist, names are taken as they are.
pub(super) fn resolve(path: &Path, last: LastLink) -> Result<PathBuf, TooManyLinks> {
    let mut res = PathBuf::new();
    let mut rest: VecDeque<Step> = steps(path).collect();
    let mut n_links = 0;
    while let Some(step) = rest.pop_front() {
        match step {
            Step::Root(root) => res.push(root),
            Step::Up => drop(res.pop()),
            Step::Into(name) => {
                res.push(name);
                let is_kept = rest.is_empty() && last == LastLink::Keep;
                let target = std::fs::read_link(&res).ok().filter(|_| !is_kept);
                let Some(target) = target else { continue };
                n_links += 1;
                res.pop();
                steps(&target).rev().for_each(|it| rest.push_front(it));
            }
        }
        if n_links > MOST_LINKS {
            return Err(TooManyLinks);
        }
    }
    Ok(res)
}

#[derive(Debug)]
enum Step {
    /// A root, or the name of a drive: what it is pushed on counts no more.
    Root(OsString),
    Up,
    Into(OsString),
}

fn steps(path: &Path) -> impl DoubleEndedIterator<Item = Step> {
    path.components().filter_map(|it| match it {
        it @ (Component::Prefix(_) | Component::RootDir) => {
            Some(Step::Root(it.as_os_str().to_owned()))
        }
        Component::ParentDir => Some(Step::Up),
        Component::Normal(it) => Some(Step::Into(it.to_owned())),
        Component::CurDir => None,
    })
}
