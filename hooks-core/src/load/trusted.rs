//! Files that came with a clone: what a person decided about their bytes rules.

use stdx::Problem;

use super::{Asking, Config, Covered, Document, HookPlace, Loader, TrustState, parse_document};
use crate::handler::Handler;
use crate::trust::{Fingerprint, Ground, Recorded, Standing, same_scripts, standing};

impl Loader<'_> {
    /// The state of a file about which nobody needs to decide; `None` for all others.
    pub(super) fn without_decision(&self, place: &HookPlace) -> Option<TrustState> {
        let came_with_clone = self.request.roots.came_with_clone(&place.file);
        if self.request.asking == Asking::Waived || !came_with_clone {
            return Some(TrustState::NotNeeded);
        }
        let is_trusted = self
            .request
            .trust
            .trusts_folder(&self.request.roots.repository);
        is_trusted.then_some(TrustState::Allowed)
    }

    /// The state of a text that was kept, as if it still stood in its file. That it was in force
    /// once is no reason to run it: the decision, or a script that it names, may have changed.
    pub(super) fn of_kept(
        &self,
        place: &HookPlace,
        (document, config): (&Document, &Config),
    ) -> Option<TrustState> {
        if let Some(state) = self.without_decision(place) {
            return Some(state);
        }
        let workspace = &self.request.roots.repository;
        let recorded = self.request.trust.recorded(place, workspace)?;
        let kept = Fingerprint::of(place, document, &config.handlers, workspace);
        match standing(place, Some(&kept), &recorded) {
            Standing::AsRead(TrustState::Allowed) => Some(TrustState::Allowed),
            Standing::AsRead(_) | Standing::LastAllowed => None,
        }
    }

    /// A file that came with a clone: a person's decision about its bytes rules.
    pub(super) fn on_trust(&mut self, place: &HookPlace, parsed: Result<Document, Problem>) {
        let workspace = &self.request.roots.repository;
        let Some(recorded) = self.request.trust.recorded(place, workspace) else {
            let config = self.config(place, parsed);
            return self.add(place, config, TrustState::Undecided);
        };
        let found = parsed.as_ref().ok().map(|document| {
            let config = self.read(place, document);
            Fingerprint::of(place, document, &config.handlers, workspace)
        });
        let standing = standing(place, found.as_ref(), &recorded);
        if let (Standing::AsRead(TrustState::Allowed), Ok(document)) = (&standing, &parsed) {
            self.keep(place, document);
        }
        let config = self.config(place, parsed);
        match standing {
            Standing::AsRead(state) => self.add(place, config, state),
            Standing::LastAllowed => self.last_allowed(place, &recorded, config),
        }
    }

    /// The text that was allowed stays in force; what is new is held back. A file that was broken
    /// since then is a changed file: nobody switches a guard off by spoiling it.
    fn last_allowed(&mut self, place: &HookPlace, recorded: &Recorded, mut new: Config) {
        let text = recorded.text.as_deref().unwrap_or_default();
        let old = parse_document(&place.file, text.as_bytes()).map(|it| self.read(place, &it));
        let workspace = &self.request.roots.repository;
        if let Ok(mut old) = old
            && same_scripts(&old.handlers, Ground::of(place, workspace), recorded)
        {
            new.handlers
                .retain(|it| !old.handlers.iter().any(|old| same_hook(old, it)));
            old.problems = vec![stays_in_force(place)];
            if place.covered == Covered::HooksPart {
                // The text that is kept is not laid out like the file.
                old.handlers.iter_mut().for_each(|it| it.place = None);
                old.skipped.iter_mut().for_each(|it| it.line = None);
            }
            self.add(place, old, TrustState::Allowed);
        }
        self.add(place, new, TrustState::Changed);
    }
}

/// Whether two entries are the same hook, wherever they stand.
fn same_hook(left: &Handler, right: &Handler) -> bool {
    left.event == right.event
        && left.action == right.action
        && left.matcher.text() == right.matcher.text()
        && left.condition == right.condition
        && (left.timeout, left.on_failure, left.waiting, left.times)
            == (right.timeout, right.on_failure, right.waiting, right.times)
}

fn stays_in_force(place: &HookPlace) -> Problem {
    let text = "the file changed since it was allowed; the allowed text stays in force";
    Problem::warning("hooks/last-allowed", text)
        .in_file(&place.file)
        .with_hint("`tackle hooks trust allow` shows what is new and asks")
}
