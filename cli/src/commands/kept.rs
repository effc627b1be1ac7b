//! What is kept of sessions and missions, for the commands that look at it.

use std::path::Path;
use std::time::SystemTime;

use missions::{
    HookRunRecord, MissionFilter, MissionReader, MissionRecord, SessionRecord, StepRecord,
};
use stdx::PortError;
use stdx::text::nearest;
use store::{MAX_HOOK_RUNS, Store};

use crate::commands::run::session;
use crate::context::Context;
use crate::error::CommandError;

/// The store, if anything was ever kept. Looking makes no file.
#[derive(Debug)]
pub(crate) struct Kept {
    store: Option<Store>,
}

impl Kept {
    /// Opens the store and marks what died, so that nothing dead is shown as running.
    pub(crate) fn open(context: &Context) -> Result<Kept, CommandError> {
        if !session::path(context).exists() {
            return Ok(Kept { store: None });
        }
        let store = session::store(context)?;
        store.mark_interrupted().map_err(session::fault)?;
        Ok(Kept { store: Some(store) })
    }

    /// The store, to change something in it.
    pub(crate) fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// The missions, the newest first.
    pub(crate) fn missions(
        &self,
        filter: &MissionFilter,
    ) -> Result<Vec<MissionRecord>, CommandError> {
        self.read(|it| it.missions(filter))
    }

    /// The sessions of a project, or of all; the last used first.
    pub(crate) fn sessions(
        &self,
        project: Option<&Path>,
    ) -> Result<Vec<SessionRecord>, CommandError> {
        self.read(|it| it.sessions(project))
    }

    /// The steps and hook runs of a mission, in their order.
    pub(crate) fn history(
        &self,
        mission: &str,
    ) -> Result<(Vec<StepRecord>, Vec<HookRunRecord>), CommandError> {
        self.read(|it| it.history(mission))
    }

    fn read<T: Default>(
        &self,
        read: impl FnOnce(&Store) -> Result<T, PortError>,
    ) -> Result<T, CommandError> {
        match &self.store {
            Some(store) => read(store).map_err(|it| CommandError::fault(it.to_string())),
            None => Ok(T::default()),
        }
    }

    /// The mission of this id, or whose id alone begins so.
    pub(crate) fn mission(&self, id: &str) -> Result<MissionRecord, CommandError> {
        let all = self.missions(&MissionFilter::default())?;
        let known = Known {
            noun: "mission",
            list: "tackle missions list --all",
        };
        known.find(id, all, |it| &it.id)
    }

    /// The session of this id, or whose id alone begins so.
    pub(crate) fn session(&self, id: &str) -> Result<SessionRecord, CommandError> {
        let known = Known {
            noun: "session",
            list: "tackle sessions list --all",
        };
        known.find(id, self.sessions(None)?, |it| &it.id)
    }

    /// The last mission in which the hook of this id ran.
    pub(crate) fn mission_of_hook(&self, id: &str) -> Result<Option<String>, CommandError> {
        let Some(store) = &self.store else {
            return Ok(None);
        };
        let limit = usize::try_from(MAX_HOOK_RUNS).unwrap_or(usize::MAX);
        let runs = store.hook_runs(None, limit).map_err(session::fault)?;
        let found = runs.into_iter().filter(|it| it.run["id"] == id);
        Ok(found.filter_map(|it| it.mission).next())
    }
}

/// What is looked for by its id.
struct Known {
    noun: &'static str,
    list: &'static str,
}

impl Known {
    /// The whole id first: one id may be the beginning of another.
    fn find<T>(&self, id: &str, all: Vec<T>, id_of: fn(&T) -> &String) -> Result<T, CommandError> {
        let is = |it: &T| id_of(it) == id;
        let begins = |it: &T| !id.is_empty() && id_of(it).starts_with(id);
        let n_found = all.iter().filter(|it| begins(it)).count();
        let whole = all.iter().position(is);
        let at = whole.or_else(|| all.iter().position(begins).filter(|_| n_found == 1));
        let ids: Vec<String> = all.iter().map(|it| id_of(it).clone()).collect();
        let found = at.and_then(|at| all.into_iter().nth(at));
        found.ok_or_else(|| self.unknown(id, &ids))
    }

    fn unknown(&self, id: &str, ids: &[String]) -> CommandError {
        let Known { noun, list } = self;
        let fitting: Vec<String> = ids
            .iter()
            .filter(|it| !id.is_empty() && it.starts_with(id))
            .map(|it| format!("`{it}`"))
            .collect();
        if !fitting.is_empty() {
            let n = fitting.len();
            let shown = fitting.into_iter().take(5).collect::<Vec<_>>().join(", ");
            return CommandError::usage(format!("`{id}` begins the ids of {n} {noun}s: {shown}"));
        }
        let error = CommandError::usage(format!("no {noun} is called `{id}`"));
        let error = match nearest(id, ids.iter().map(String::as_str)) {
            Some(near) => error.hint(format!("did you mean `{near}`?")),
            None => error,
        };
        error.hint(format!("`{list}` shows them"))
    }
}

/// A moment as lists show it: `2026-01-02 03:04:05Z`.
pub(crate) fn shown_time(time: SystemTime) -> String {
    crate::commands::hooks::runs::shown_time(&stdx::rfc3339(time))
}

#[cfg(test)]
mod tests {
    use super::Known;

    #[track_caller]
    fn check(id: &str, expected: Result<&str, &str>) {
        let known = Known {
            noun: "mission",
            list: "a list",
        };
        let all: Vec<String> = ["m-12", "m-123", "m-777"].map(str::to_owned).into();
        let found = known.find(id, all, |it| it).map_err(|it| it.message);
        let expected = expected.map(str::to_owned).map_err(str::to_owned);
        assert_eq!(found, expected, "{id}");
    }

    #[test]
    fn a_whole_id_or_the_beginning_of_one_alone_is_meant() {
        check("m-12", Ok("m-12"));
        check("m-7", Ok("m-777"));
        check(
            "m-1",
            Err("`m-1` begins the ids of 2 missions: `m-12`, `m-123`"),
        );
        check("m-9", Err("no mission is called `m-9`"));
        check("", Err("no mission is called ``"));
    }
}
