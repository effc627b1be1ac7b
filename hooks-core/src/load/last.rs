//! A file that is being saved: what it said last stays in force, so that no guard is off meanwhile.

use std::fmt::Debug;
use std::path::Path;

use stdx::Problem;

use super::{Config, Document, HookPlace, Loader, Source, parse_document};

/// Remembers what hook files said while they were in order.
///
/// The loader asks it about files that may run and are no organisation's. What it cannot keep or
/// find, it says nothing about: then a broken file silences its own hooks, and is reported.
pub trait LastTexts: Debug + Send + Sync {
    /// The file is in order and says this.
    fn keep(&self, file: &Path, text: &str);

    /// What the file said last, as far as that still holds.
    fn recall(&self, file: &Path, loss: Loss) -> Option<String>;
}

/// How a file was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// It is there and cannot be used: empty, half written, spoiled.
    Broken,
    /// It is not there: gone, or between two steps of an editor that saves by rename.
    Gone,
}

/// Remembers nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLastTexts;

impl LastTexts for NoLastTexts {
    fn keep(&self, _file: &Path, _text: &str) {}

    fn recall(&self, _file: &Path, _loss: Loss) -> Option<String> {
        None
    }
}

impl Loader<'_> {
    /// Keeps what a file says that is in order. A plugin's hooks may stand inside its manifest, and
    /// they end with the plugin, so they are not kept.
    pub(super) fn keep(&self, place: &HookPlace, document: &Document) {
        if place.source != Source::Plugin {
            self.request.last.keep(&place.file, document.text());
        }
    }

    /// What a lost file said last, and that it is in force.
    pub(super) fn last_good(&self, place: &HookPlace, loss: Loss) -> Option<(Document, Config)> {
        let text = self.request.last.recall(&place.file, loss)?;
        let document = parse_document(&place.file, text.as_bytes()).ok()?;
        let mut config = self.read(place, &document);
        config.problems = vec![stays(place, loss)];
        Some((document, config))
    }

    /// A file that is not there, which it may be for a moment only.
    pub(super) fn gone(&mut self, place: &HookPlace) {
        if let Some((document, config)) = self.last_good(place, Loss::Gone)
            && let Some(state) = self.of_kept(place, (&document, &config))
        {
            self.add(place, config, state);
        }
    }
}

fn stays(place: &HookPlace, loss: Loss) -> Problem {
    let (text, hint) = match loss {
        Loss::Broken => (
            "the file cannot be used; what it said last stays in force",
            "mend it; an empty object `{}` switches its hooks off",
        ),
        Loss::Gone => (
            "the file is gone; what it said last stays in force for a moment",
            "nothing is to be done: a removed file stops counting after two seconds",
        ),
    };
    Problem::warning("hooks/last-good", text)
        .in_file(&place.file)
        .with_hint(hint)
}
