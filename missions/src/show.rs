//! Telling whoever watches.

use crate::deps::Deps;
use crate::ports::{HookSays, Scene, Shown};

/// Shows the runs of hooks and their notes.
pub(crate) fn hooks(deps: &Deps, scene: &Scene, says: &HookSays) {
    for line in &says.runs {
        deps.view.show(Shown::Hook(line), scene);
    }
    for note in &says.notes {
        deps.view.show(Shown::Note(note), scene);
    }
}
