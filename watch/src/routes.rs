//! Which watched path a report of the system is about.
//!
//! The system reports places: a folder that is reached by two links is one place. People think in
//! the paths under their roots. A route leads from a place to each path that depends on it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A path is to be looked at when something happens at a place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Route {
    /// The path under a root. It stands first, so all routes of a tree stand together.
    pub(crate) owner: PathBuf,
    /// The place, with all links resolved.
    pub(crate) from: PathBuf,
    pub(crate) reach: Reach,
}

/// What happens at a place that concerns the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// The owner is the folder at this place: what happens below it, happens below the owner.
    Below,
    /// The owner depends on what stands at this place, as on a link.
    Itself,
    /// The owner depends on something in the folder at this place, so on the folder too.
    Container,
}

impl Reach {
    /// Whether the system has to watch the folder at the place.
    fn wants_watch(self) -> bool {
        match self {
            Reach::Below | Reach::Container => true,
            Reach::Itself => false,
        }
    }
}

/// All routes, each with the number of the scan that last went by it.
#[derive(Debug, Default)]
pub(crate) struct Routes {
    known: BTreeMap<Route, u64>,
    by_place: BTreeMap<PathBuf, BTreeSet<(Reach, PathBuf)>>,
}

impl Routes {
    pub(crate) fn add(&mut self, route: Route, scan: u64) {
        let place = self.by_place.entry(route.from.clone()).or_default();
        place.insert((route.reach, route.owner.clone()));
        self.known.insert(route, scan);
    }

    /// The paths to look at when the system reports `place`.
    pub(crate) fn lead(&self, place: &Path) -> BTreeSet<PathBuf> {
        let above = place.ancestors();
        let met = above.filter_map(|it| Some((it, self.by_place.get(it)?)));
        met.flat_map(|(above, routes)| routes.iter().map(move |it| (above, it)))
            .filter_map(|(above, (reach, owner))| match reach {
                Reach::Below => Some(join(owner, place.strip_prefix(above).ok()?)),
                // The root of a tree stands at its place, and all of the tree lies below it.
                Reach::Itself | Reach::Container => (above == place).then(|| owner.clone()),
            })
            .collect()
    }

    /// The folders watched for owners at and below `scope`.
    pub(crate) fn folders(&self, scope: &Path) -> BTreeSet<PathBuf> {
        let routes = self.below(scope).map(|(route, _)| route);
        let watched = routes.filter(|it| it.reach.wants_watch());
        watched.map(|it| it.from.clone()).collect()
    }

    /// Forgets what the scan `scan` of `scope` did not meet again; gives the folders which nobody
    /// needs any more.
    pub(crate) fn sweep(&mut self, scope: &Path, scan: u64) -> Vec<PathBuf> {
        let stale: Vec<Route> = (self.below(scope))
            .filter(|(_, met)| **met != scan)
            .map(|(route, _)| route.clone())
            .collect();
        let mut folders = BTreeSet::new();
        for route in stale {
            self.remove(&route);
            if route.reach.wants_watch() {
                folders.insert(route.from);
            }
        }
        folders.retain(|it| !self.is_needed(it));
        folders.into_iter().collect()
    }

    fn below(&self, scope: &Path) -> impl Iterator<Item = (&Route, &u64)> {
        let first = Route {
            owner: scope.to_owned(),
            from: PathBuf::new(),
            reach: Reach::Below,
        };
        let from_scope = self.known.range(first..);
        from_scope.take_while(move |(route, _)| route.owner.starts_with(scope))
    }

    fn remove(&mut self, route: &Route) {
        self.known.remove(route);
        if let Some(place) = self.by_place.get_mut(&route.from) {
            place.remove(&(route.reach, route.owner.clone()));
            if place.is_empty() {
                self.by_place.remove(&route.from);
            }
        }
    }

    fn is_needed(&self, folder: &Path) -> bool {
        let routes = self.by_place.get(folder);
        routes.is_some_and(|it| it.iter().any(|(reach, _)| reach.wants_watch()))
    }
}

/// Joining nothing would add a slash to a path that may be a file.
fn join(owner: &Path, rest: &Path) -> PathBuf {
    match rest.as_os_str().is_empty() {
        true => owner.to_owned(),
        false => owner.join(rest),
    }
}
