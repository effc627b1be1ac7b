//! Every skill there is, and which of them is in force.

mod entry;
mod index;
mod lookup;
mod reading;
mod reload;
mod shadow;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use stdx::Problem;

use crate::discover::Scope;
use crate::place::SkillPlace;
use crate::skill::Skill;

pub use entry::MAX_FILE_BYTES;
pub use reload::Change;

use entry::Entry;
use index::Index;
use reading::{Job, read_all};

/// The skills of a project.
///
/// Places are in order: of two skills with one name the one from the earlier place is in force and
/// the other is shadowed, and says so. A skill of a plugin has the plugin's name before a colon and
/// neither shadows a skill that stands alone nor is shadowed by one [N-SKILL-05].
#[derive(Clone, Debug, Default)]
pub struct Registry {
    places: Vec<SkillPlace>,
    /// What is wrong with each place as a whole.
    place_problems: Vec<Vec<Problem>>,
    /// Sorted by place, then by the way they were reached, then by key.
    entries: Vec<Arc<Entry>>,
    index: Index,
}

/// A skill and whether it is in force.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'r> {
    /// The skill.
    pub skill: &'r Arc<Skill>,
    /// The skill of the same name that is in force instead.
    pub shadowed_by: Option<&'r Arc<Skill>>,
}

impl Registry {
    /// Finds and reads the skills of these places, the one that wins first; `shipped` lose to all
    /// ([`shipped`](crate::shipped), or nothing where they are switched off).
    ///
    /// Never fails: what could not be read is among the [`problems`](Registry::problems).
    pub fn load(places: Vec<SkillPlace>, shipped: Vec<Skill>) -> Registry {
        let mut res = Registry {
            place_problems: vec![Vec::new(); places.len()],
            ..Registry::default()
        };
        res.places = places;
        for place in 0..res.places.len() {
            res.rescan((place, Path::new("")), &mut Vec::new());
        }
        let last = res.places.len();
        let shipped = shipped
            .into_iter()
            .map(|it| Arc::new(Entry::shipped(last, it)));
        res.entries.extend(shipped);
        res.reindex();
        res
    }

    /// The skills in force, by name.
    pub fn skills(&self) -> impl Iterator<Item = &Arc<Skill>> {
        self.index.winners().filter_map(|it| self.skill(it))
    }

    /// Every skill, those in force and those that are shadowed, by name and then by precedence.
    pub fn all(&self) -> impl Iterator<Item = Listed<'_>> {
        self.index.groups().flat_map(move |group| {
            let winner = group.first().and_then(|it| self.skill(*it));
            group.iter().enumerate().filter_map(move |(at, it)| {
                Some(Listed {
                    skill: self.skill(*it)?,
                    shadowed_by: winner.filter(|_| at > 0),
                })
            })
        })
    }

    /// The names of the skills in force, sorted.
    pub fn names(&self) -> Vec<String> {
        self.index.names().map(str::to_owned).collect()
    }

    /// The places it was loaded from.
    pub fn places(&self) -> &[SkillPlace] {
        &self.places
    }

    /// Everything that is wrong or odd, by place and file; shadowed skills last.
    pub fn problems(&self) -> Vec<Problem> {
        let places = self.place_problems.iter().flatten();
        let entries = self.entries.iter().flat_map(|it| &it.problems);
        let mut res: Vec<Problem> = places.chain(entries).cloned().collect();
        res.extend(shadow::notes(self));
        res
    }

    fn skill(&self, entry: usize) -> Option<&Arc<Skill>> {
        self.entries[entry].skill.as_ref()
    }

    fn reindex(&mut self) {
        self.entries
            .sort_by(|left, right| left.order().cmp(&right.order()));
        self.index = Index::new(&self.entries);
    }

    /// Looks through a place again. What lies at or below `below` is read again, of the rest only
    /// what is new; `read` gets the files that are.
    fn rescan(&mut self, (place, below): (usize, &Path), read: &mut Vec<PathBuf>) {
        let (sightings, problems) = match Scope::open(&self.places[place]) {
            Ok(Some(scope)) => scope.all(),
            Ok(None) => (Vec::new(), Vec::new()),
            Err(problem) => (Vec::new(), vec![problem]),
        };
        self.place_problems[place] = problems;
        let (before, others) = std::mem::take(&mut self.entries)
            .into_iter()
            .partition::<Vec<_>, _>(|it| it.place == place);
        self.entries = others;
        let mut before: BTreeMap<PathBuf, Arc<Entry>> =
            before.into_iter().map(|it| (it.key.clone(), it)).collect();
        let mut jobs = Vec::new();
        for sighting in sightings {
            let known = before.remove(&sighting.key);
            let is_untouched = !sighting.key.starts_with(below);
            match known {
                Some(known) if is_untouched && known.is_at(&sighting) => self.entries.push(known),
                before => jobs.push(Job { sighting, before }),
            }
        }
        let files = jobs.iter().filter_map(|it| it.sighting.found.as_ref());
        read.extend(files.map(|it| it.file.clone()));
        let entries = read_all((place, &self.places[place]), jobs);
        self.entries.extend(entries);
    }
}
