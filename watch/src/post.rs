//! Keeps the routes and the watches of the system in step.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::eyes::{Blindness, Eyes};
use crate::routes::{Reach, Route};
use crate::shared::Shared;

/// Stands where things are reported.
#[derive(Debug)]
pub(crate) struct Post {
    pub(crate) shared: Arc<Shared>,
    eyes: Eyes,
    /// The number of the scan, which the routes it meets bear.
    scan: u64,
    /// Places that were armed in this scan already.
    armed: BTreeSet<PathBuf>,
    /// Owners of places which the system does not watch: they are looked at every now and then.
    pub(crate) blind: BTreeSet<PathBuf>,
    /// The first place of each kind of blindness in this scan.
    pub(crate) blindness: Vec<(PathBuf, Blindness)>,
}

impl Post {
    pub(crate) fn new(shared: Arc<Shared>, eyes: Eyes) -> Post {
        Post {
            shared,
            eyes,
            scan: 0,
            armed: BTreeSet::new(),
            blind: BTreeSet::new(),
            blindness: Vec::new(),
        }
    }

    /// Begins a scan of these paths.
    pub(crate) fn begin(&mut self, scopes: &[PathBuf]) {
        self.scan += 1;
        self.armed.clear();
        self.blindness.clear();
        let scanned = |owner: &PathBuf| scopes.iter().any(|it| owner.starts_with(it));
        self.blind.retain(|owner| !scanned(owner));
        for scope in scopes {
            self.let_go_missing(scope);
        }
    }

    /// Lets go of folders that are gone, before any other is armed.
    ///
    /// To the system a renamed folder is the same one: were its new name armed first, letting go
    /// of the old name would end the watch of both.
    fn let_go_missing(&mut self, scope: &Path) {
        let folders = self.shared.lock().routes.folders(scope);
        for folder in folders.iter().filter(|it| !it.is_dir()) {
            self.eyes.unwatch(folder);
        }
    }

    /// Makes `owner` depend on what `reach` says about the place `from`.
    pub(crate) fn add(&mut self, owner: &Path, from: &Path, reach: Reach) {
        let route = Route {
            owner: owner.to_owned(),
            from: from.to_owned(),
            reach,
        };
        // First the route, then the watch: no report must come to a place that leads nowhere.
        self.shared.lock().routes.add(route, self.scan);
        let is_new = match reach {
            Reach::Itself => false,
            // A tree may have to be watched where only its folder was.
            Reach::Below => true,
            Reach::Container => !self.armed.contains(from),
        };
        if is_new {
            self.armed.insert(from.to_owned());
            self.arm(owner, from, reach);
        }
    }

    fn arm(&mut self, owner: &Path, from: &Path, reach: Reach) {
        let Err(why) = self.eyes.watch(from, reach) else {
            return;
        };
        self.armed.remove(from);
        // One that vanished meanwhile is reported by the folder above it.
        if why != Blindness::Closed && !from.is_dir() {
            return;
        }
        self.blind.insert(owner.to_owned());
        if !self.blindness.iter().any(|(_, it)| *it == why) {
            self.blindness.push((from.to_owned(), why));
        }
    }

    /// Ends the scan of `scope`: what it did not meet is watched no longer.
    pub(crate) fn sweep(&mut self, scope: &Path) {
        let folders = self.shared.lock().routes.sweep(scope, self.scan);
        for folder in folders {
            self.eyes.unwatch(&folder);
        }
    }
}
