//! What is done over all layers once they are read.

use std::collections::BTreeMap;

use stdx::Problem;

use crate::dialect::{DialectId, Switch};
use crate::layer::{Layer, Source};
use crate::rules::Files;

use super::{Loader, Read};

/// The plugin that a layer belongs to.
fn plugin_name(layer: &Layer) -> Option<&str> {
    layer.plugin.as_ref().map(|it| it.name.as_str())
}

impl Loader<'_> {
    /// Where only the first file counts, it counts even when it is broken: the others are
    /// listed, and run nothing. Managed layers are no part of that.
    pub(super) fn first_found(&mut self) {
        for dialect in DialectId::ALL {
            if self.request.dialects.get(dialect).rules.files != Files::FirstFound {
                continue;
            }
            let mut layers = self
                .layers
                .iter_mut()
                .filter(|it| it.layer.dialect == dialect && it.layer.source != Source::Managed);
            let Some(first) = layers.next().map(|it| it.layer.file.clone()) else {
                continue;
            };
            for other in layers.filter(|it| it.layer.file != first) {
                let reason = format!(
                    "`{}` was found first, and files of this dialect are never merged",
                    first.display()
                );
                other.layer.silence(&reason);
            }
        }
    }

    /// `disableAllHooks`: the narrowest file that says something decides, managed above all. It never
    /// silences managed hooks unless a managed file says so, and a file nobody allowed cannot
    /// silence anybody.
    pub(super) fn switches(&mut self) {
        for dialect in DialectId::ALL {
            let of_dialect = |it: &&Read| {
                it.layer.dialect == dialect && it.switch != Switch::Unset && it.layer.trust.runs()
            };
            let managed = self
                .layers
                .iter()
                .filter(of_dialect)
                .find(|it| it.layer.source == Source::Managed);
            let narrowest = self
                .layers
                .iter()
                .filter(of_dialect)
                .max_by_key(|it| it.layer.source);
            let Some(decides) = managed.or(narrowest) else {
                continue;
            };
            if decides.switch != Switch::Off {
                continue;
            }
            let by_managed = decides.layer.source == Source::Managed;
            let reason = format!("`disableAllHooks` in `{}`", decides.layer.file.display());
            for read in self
                .layers
                .iter_mut()
                .filter(|it| it.layer.dialect == dialect)
            {
                if by_managed || read.layer.source != Source::Managed {
                    read.layer.silence(&reason);
                }
            }
        }
    }

    pub(super) fn not_read_here(&mut self) {
        for (file, hint) in self.request.roots.not_read() {
            if file.exists() {
                let problem = Problem::warning(
                    "hooks/not-read-here",
                    "a hooks file in this place is not read",
                );
                self.problems.push(problem.in_file(file).with_hint(hint));
            }
        }
    }

    /// Gives every hook its id: dialect, source and place in the document. Two layers of one dialect
    /// and source are told apart by a number, those of plugins by the plugin's name.
    pub(super) fn name_handlers(&mut self) {
        for index in 0..self.layers.len() {
            let (before, rest) = self.layers.split_at_mut(index);
            let layer = &mut rest[0].layer;
            let same = before
                .iter()
                .filter(|it| it.layer.dialect == layer.dialect && it.layer.source == layer.source)
                .filter(|it| plugin_name(&it.layer) == plugin_name(layer));
            let number = match (same.count(), plugin_name(layer)) {
                (0, None) => String::new(),
                (n, None) => (n + 1).to_string(),
                (0, Some(name)) => format!(":{name}"),
                (n, Some(name)) => format!(":{name}#{}", n + 1),
            };
            let mut seen: BTreeMap<String, usize> = BTreeMap::new();
            for handler in &mut layer.handlers {
                let n_before = seen.entry(handler.pointer.clone()).or_default();
                *n_before += 1;
                // A key that stands twice gives two hooks one pointer.
                let again = match *n_before {
                    1 => String::new(),
                    n => format!("#{n}"),
                };
                let (dialect, source) = (layer.dialect.as_str(), layer.source.as_str());
                let parts = [dialect, ":", source, &number, ":", &handler.pointer, &again];
                handler.id = parts.concat();
            }
        }
    }
}
