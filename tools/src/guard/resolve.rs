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
    let mut res = PathBuf::from("/");
    let mut rest: VecDeque<Step> = steps(path).collect();
    let mut n_links = 0;
    while let Some(step) = rest.pop_front() {
        let name = match step {
            Step::Prefix(prefix) => {
                res = PathBuf::from(prefix);
                continue;
            }
            Step::Root => {
                res.push("/");
                continue;
            }
            Step::Up => {
                res.pop();
                continue;
            }
            Step::Into(name) => name,
        };
        res.push(name);
        if rest.is_empty() && last == LastLink::Keep {
            return Ok(res);
        }
        if let Ok(target) = std::fs::read_link(&res) {
            n_links += 1;
            if n_links > MOST_LINKS {
                return Err(TooManyLinks);
            }
            res.pop();
            steps(&target).rev().for_each(|it| rest.push_front(it));
        }
    }
    Ok(res)
}

#[derive(Debug)]
enum Step {
    Prefix(OsString),
    Root,
    Up,
    Into(OsString),
}

fn steps(path: &Path) -> impl DoubleEndedIterator<Item = Step> {
    path.components().filter_map(|it| match it {
        Component::Prefix(it) => Some(Step::Prefix(it.as_os_str().to_owned())),
        Component::RootDir => Some(Step::Root),
        Component::ParentDir => Some(Step::Up),
        Component::Normal(it) => Some(Step::Into(it.to_owned())),
        Component::CurDir => None,
    })
}
