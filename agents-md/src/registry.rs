//! All agents, and which of them answers to a name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use stdx::fs::Limit;
use stdx::text::nearest;
use stdx::{Loaded, Problem};

use crate::discover::{FoundFile, discover};
use crate::{AgentError, AgentPlace, CustomAgent, read_agent};

/// The most bytes of one file; the longest public header has 6,000 characters.
const LIMIT: Limit = Limit::mebibytes(1);

/// Every agent that was found, the winning places first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentRegistry {
    entries: Vec<AgentEntry>,
    active: BTreeMap<String, usize>,
}

/// An agent and whether it is the one that answers to its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentEntry {
    /// The agent.
    pub agent: CustomAgent,
    /// Whether it is in force.
    pub standing: Standing,
}

/// Whether an agent answers to its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It does.
    Active,
    /// One from a place that goes before does.
    Shadowed {
        /// The file of the other.
        by: PathBuf,
    },
}

impl AgentRegistry {
    /// Reads every place, the winning one first.
    pub fn load(places: &[AgentPlace]) -> Loaded<AgentRegistry> {
        let mut problems = Vec::new();
        let mut agents = Vec::new();
        let mut seen = BTreeSet::new();
        for place in places {
            for (agent, real) in read_files(place).drain_into(&mut problems) {
                // Where the home is the project, two places are one folder.
                if seen.insert((agent.id.clone(), real)) {
                    agents.push(agent);
                }
            }
        }
        let registry = AgentRegistry::of(agents).drain_into(&mut problems);
        Loaded {
            value: registry,
            problems,
        }
    }

    /// The registry of `agents`: of several with one name the first is active, and each other is
    /// told.
    pub fn of(agents: Vec<CustomAgent>) -> Loaded<AgentRegistry> {
        let mut res = Loaded::from(AgentRegistry::default());
        for agent in agents {
            let first = res.value.get(&agent.id).ok();
            let standing = first.map_or(Standing::Active, |it| Standing::Shadowed {
                by: it.file.clone(),
            });
            res.problems.extend(first.map(|it| shadowed(&agent, it)));
            res.value.push(AgentEntry { agent, standing });
        }
        res
    }

    fn push(&mut self, entry: AgentEntry) {
        let index = self.entries.len();
        let id = entry.agent.id.clone();
        self.active.entry(id).or_insert(index);
        self.entries.push(entry);
    }

    /// Every agent, shadowed ones too, in the order of places and paths.
    pub fn entries(&self) -> &[AgentEntry] {
        &self.entries
    }

    /// The agents that answer to their names, in the order of places and paths.
    pub fn active(&self) -> impl Iterator<Item = &CustomAgent> {
        let is_active = |it: &&AgentEntry| it.standing == Standing::Active;
        self.entries.iter().filter(is_active).map(|it| &it.agent)
    }

    /// The agent that is called by `id`.
    ///
    /// # Errors
    ///
    /// [`AgentError::Unknown`] with the names that are near.
    pub fn get(&self, id: &str) -> Result<&CustomAgent, AgentError> {
        match self.active.get(id) {
            Some(index) => Ok(&self.entries[*index].agent),
            None => Err(AgentError::Unknown {
                name: id.to_owned(),
                nearest: self.nearest(id),
            }),
        }
    }

    /// The last part of `plugin:name` counts as well: people leave out the plugin.
    fn nearest(&self, id: &str) -> Option<String> {
        let known = || self.active.keys().map(String::as_str);
        let near = nearest(id, known()).or_else(|| {
            let last = nearest(id, known().map(last_part))?;
            known().find(|it| last_part(it) == last)
        });
        near.map(str::to_owned)
    }
}

fn last_part(id: &str) -> &str {
    id.rsplit_once(':').map_or(id, |it| it.1)
}

/// The agents of one place, in the order of their paths.
pub fn read_place(place: &AgentPlace) -> Loaded<Vec<CustomAgent>> {
    read_files(place).map(|it| it.into_iter().map(|(agent, _)| agent).collect())
}

fn read_files(place: &AgentPlace) -> Loaded<Vec<(CustomAgent, PathBuf)>> {
    let mut problems = Vec::new();
    let files = discover(place).drain_into(&mut problems);
    let read = |it: FoundFile| {
        let agent = read_found(&it, place).drain_into(&mut problems)?;
        Some((agent, it.real))
    };
    let value = files.into_iter().filter_map(read).collect();
    Loaded { value, problems }
}

fn read_found(file: &FoundFile, place: &AgentPlace) -> Loaded<Option<CustomAgent>> {
    // The links were resolved and judged, so what is read is what was judged.
    match stdx::fs::read(&file.real, LIMIT) {
        Ok(bytes) => read_agent(&file.path, place, &bytes),
        Err(error) => {
            let problem = Problem::error("agents/file-unreadable", error.with_cause());
            Loaded::from(None).with(problem.in_file(&file.path))
        }
    }
}

/// Two files of one folder are a mistake; of two places one is meant to win.
fn shadowed(agent: &CustomAgent, first: &CustomAgent) -> Problem {
    let message = format!("`{}` is shadowed by `{}`", agent.id, first.file.display());
    let problem = match agent.place == first.place {
        true => Problem::warning("agents/duplicate-name", message)
            .with_hint("give one of the two another `name`"),
        false => Problem::note("agents/shadowed", message),
    };
    problem.in_file(&agent.file)
}
