//! Keeps what a file said while it is being saved.

use std::path::PathBuf;
use std::time::Duration;

use stdx::fs::FileError;
use stdx::{Problem, sha256_hex};

/// How long an absent or broken file may be one that is just being saved: 1.5 s.
///
/// Slow saves take about a second, and a file that is really gone should be seen to be gone within
/// two.
pub const GRACE: Duration = Duration::from_millis(1500);

/// The last good value of one file.
///
/// A guard must not be off while its file is being saved. So a file that is absent keeps its value
/// for a while, and one that is empty or does not parse keeps it until it parses again; when that
/// takes longer than a save, it says so. A file which honestly says nothing, such as `{}`, takes
/// effect at once. Knows no clock: every instant is the time since one fixed moment.
#[derive(Debug)]
pub struct LastGood<T> {
    file: PathBuf,
    grace: Duration,
    good: Option<Good<T>>,
    trouble: Option<Trouble>,
}

#[derive(Debug)]
struct Good<T> {
    value: T,
    digest: String,
}

#[derive(Debug)]
struct Trouble {
    since: Duration,
    what: What,
    told: Told,
}

#[derive(Debug, PartialEq)]
enum What {
    Absent,
    Broken(Problem),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    No,
    Yes,
}

/// What was found under the path of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Nothing.
    Absent,
    /// A file with this content.
    Content(Vec<u8>),
    /// Something that cannot be read.
    Unreadable(Problem),
}

/// What follows from a look at the file, or from the time that went by.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "the value may have changed"]
pub enum Effect {
    /// Nothing is different.
    Same,
    /// The value is new.
    New,
    /// The file is not good; the value stays, and [`LastGood::due`] says when to
    /// [look at the time](LastGood::tick) again.
    Held,
    /// The file has not been good for too long to be still on its way. The last good value stays,
    /// if there is one. Told once for each fault.
    Broken(Vec<Problem>),
    /// The file is gone for good, and with it the value.
    Gone,
}

impl<T> LastGood<T> {
    /// One for a file that was not looked at yet. `grace` is how long it may be absent or broken
    /// before that counts; [`GRACE`] is a good one.
    pub fn new(file: impl Into<PathBuf>, grace: Duration) -> LastGood<T> {
        LastGood {
            file: file.into(),
            grace,
            good: None,
            trouble: None,
        }
    }

    /// The last good value.
    pub fn value(&self) -> Option<&T> {
        self.good.as_ref().map(|it| &it.value)
    }

    /// When [`LastGood::tick`] should be called; `None` while the file is good.
    pub fn due(&self) -> Option<Duration> {
        let pending = self.trouble.as_ref().filter(|it| it.told == Told::No);
        pending.map(|it| it.since.saturating_add(self.grace))
    }

    /// Takes a look at the file. `parse` is asked only about a content that is new.
    pub fn see(
        &mut self,
        sight: Sight,
        now: Duration,
        parse: impl FnOnce(&[u8]) -> Result<T, Problem>,
    ) -> Effect {
        match sight {
            Sight::Absent => self.fail(What::Absent, now),
            Sight::Unreadable(problem) => self.fail(What::Broken(problem), now),
            Sight::Content(bytes) if self.good.is_some() && bytes.trim_ascii().is_empty() => {
                self.fail(What::Broken(self.empty()), now)
            }
            Sight::Content(bytes) => match self.read(&bytes, parse) {
                Ok(effect) => {
                    self.trouble = None;
                    effect
                }
                Err(problem) => self.fail(What::Broken(problem), now),
            },
        }
    }

    fn read(
        &mut self,
        bytes: &[u8],
        parse: impl FnOnce(&[u8]) -> Result<T, Problem>,
    ) -> Result<Effect, Problem> {
        let digest = sha256_hex(bytes);
        if self.good.as_ref().is_some_and(|it| it.digest == digest) {
            return Ok(Effect::Same);
        }
        let value = parse(bytes)?;
        self.good = Some(Good { value, digest });
        Ok(Effect::New)
    }

    fn fail(&mut self, what: What, now: Duration) -> Effect {
        let (since, told) = match &self.trouble {
            Some(it) if it.what == what => (it.since, it.told),
            Some(it) if it.is_like(&what) => (it.since, Told::No),
            Some(_) | None => (now, Told::No),
        };
        self.trouble = Some(Trouble { since, what, told });
        self.tick(now)
    }

    /// Lets the time go by without a look at the file.
    pub fn tick(&mut self, now: Duration) -> Effect {
        // Where nothing is in force, there is nothing to hold back.
        let is_over = self.good.is_none() || self.due().is_some_and(|due| due <= now);
        match &mut self.trouble {
            None => Effect::Same,
            Some(it) if it.told == Told::Yes => Effect::Same,
            Some(_) if !is_over => Effect::Held,
            Some(trouble) => {
                trouble.told = Told::Yes;
                self.tell()
            }
        }
    }

    fn tell(&mut self) -> Effect {
        match self.trouble.as_ref().map(|it| &it.what) {
            None => Effect::Same,
            Some(What::Absent) => match self.good.take() {
                Some(_) => Effect::Gone,
                None => Effect::Same,
            },
            Some(What::Broken(problem)) => {
                let mut problems = vec![problem.clone()];
                problems.extend(self.value().map(|_| self.kept()));
                Effect::Broken(problems)
            }
        }
    }

    fn empty(&self) -> Problem {
        let message = format!("`{}` is empty", self.file.display());
        Problem::error("watch/empty", message)
            .in_file(&self.file)
            .with_hint("write `{}` or remove the file if it should say nothing")
    }

    fn kept(&self) -> Problem {
        let message = format!(
            "what `{}` said when it was last good stays in force",
            self.file.display()
        );
        Problem::warning("watch/last-good", message).in_file(&self.file)
    }
}

impl Trouble {
    fn is_like(&self, what: &What) -> bool {
        match (&self.what, what) {
            (What::Absent, What::Absent) | (What::Broken(_), What::Broken(_)) => true,
            (What::Absent, What::Broken(_)) | (What::Broken(_), What::Absent) => false,
        }
    }
}

/// What [`stdx::fs::read`] found.
impl From<Result<Vec<u8>, FileError>> for Sight {
    fn from(read: Result<Vec<u8>, FileError>) -> Sight {
        match read {
            Ok(bytes) => Sight::Content(bytes),
            Err(error) if error.is_missing() => Sight::Absent,
            Err(error) => {
                let message = error.with_cause();
                let problem = Problem::error("watch/file-unreadable", message);
                Sight::Unreadable(problem.in_file(error.path()))
            }
        }
    }
}
