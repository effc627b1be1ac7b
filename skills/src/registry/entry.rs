//! One thing in a place: a skill, or why there is none.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use frontmatter::HeaderState;
use stdx::fs::{FileError, Limit};
use stdx::{Loaded, Problem};

use crate::discover::{Found, Sighting, Way};
use crate::place::SkillPlace;
use crate::read::{SkillFile, read};
use crate::skill::Skill;

/// The largest file of a skill that is read, in bytes. The specification advises about 20,000.
pub const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// What a place holds under one key.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The index of its place; of shipped skills, one past the last.
    pub place: usize,
    /// Its path below the place.
    pub key: PathBuf,
    /// Where the file was found.
    pub found: Option<Found>,
    /// The skill, if it could be read.
    pub skill: Option<Arc<Skill>>,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

impl Entry {
    pub(crate) fn read((index, place): (usize, &SkillPlace), sighting: Sighting) -> Entry {
        let mut problems = sighting.problems;
        let skill = sighting.found.as_ref().and_then(|found| {
            let bytes = read_file(&found.file).drain_into(&mut problems)?;
            let known = SkillFile {
                file: &found.file,
                name: &found.name,
                source: &place.source,
                product: place.product,
                layout: place.layout,
            };
            read(&known, &bytes).drain_into(&mut problems)
        });
        Entry {
            place: index,
            key: sighting.key,
            found: sighting.found,
            skill: skill.map(Arc::new),
            problems,
        }
    }

    /// This, with the skill that was there before if there is none now: a guard must not be off
    /// while its file is being saved. A file that is gone is gone.
    pub(crate) fn or_last_good(mut self, before: &Entry) -> Entry {
        let is_broken = match &self.skill {
            Some(now) => is_half_written(now, before),
            None => self.found.is_some(),
        };
        if let Some(skill) = before.skill.as_ref().filter(|_| is_broken) {
            let message = format!(
                "skill `{}` stays as it was, for its file cannot be read as it is now",
                skill.name
            );
            let problem = Problem::warning("skills/last-good", message);
            self.problems.push(problem.in_file(&skill.file));
            self.skill = Some(Arc::clone(skill));
        }
        self
    }

    pub(crate) fn shipped(place: usize, skill: Skill) -> Entry {
        Entry {
            place,
            key: PathBuf::from(&skill.name),
            found: None,
            skill: Some(Arc::new(skill)),
            problems: Vec::new(),
        }
    }

    /// What decides between two skills of one name, the smaller first.
    pub(crate) fn order(&self) -> (usize, Way, &OsStr) {
        let way = self.found.as_ref().map_or(Way::Direct, |it| it.way);
        (self.place, way, self.key.as_os_str())
    }

    /// The file with all links resolved.
    pub(crate) fn real(&self) -> Option<&Path> {
        self.found.as_ref().map(|it| it.real.as_path())
    }

    /// Whether this was read from the file that was sighted now.
    pub(crate) fn is_at(&self, sighting: &Sighting) -> bool {
        sighting.found.is_some() && self.found == sighting.found
    }
}

/// Whether a header is being written where one stood before. Without a second fence it is text, and
/// the text of a skill may begin with a rule; but then the skill had no header before.
fn is_half_written(now: &Skill, before: &Entry) -> bool {
    let had_header = before
        .skill
        .as_ref()
        .is_some_and(|it| it.header().state != HeaderState::Absent);
    let has_none = now.header().state == HeaderState::Absent;
    had_header && has_none && now.body().starts_with("--")
}

fn read_file(file: &Path) -> Loaded<Option<Vec<u8>>> {
    match stdx::fs::read(file, Limit::bytes(MAX_FILE_BYTES)) {
        Ok(bytes) => Loaded::from(Some(bytes)),
        Err(error) => Loaded::from(None).with(unreadable(file, &error)),
    }
}

fn unreadable(file: &Path, error: &FileError) -> Problem {
    Problem::error("skills/file-unreadable", error.with_cause()).in_file(file)
}
