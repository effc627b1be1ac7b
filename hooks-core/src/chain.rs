//! All layers of one dialect, ready to be asked by event.

use std::path::PathBuf;
use std::sync::Arc;

use crate::dialect::{Dialect, DialectId};
use crate::event::EventName;
use crate::handler::{Handler, PluginFolders};
use crate::layer::{Layer, Source, TrustState};

/// The layers of one dialect in source order.
#[derive(Debug)]
pub(crate) struct Chain {
    pub(crate) dialect: Dialect,
    events: Vec<(EventName, Vec<LayerHandlers>)>,
}

/// The hooks that one layer has for one event.
type LayerHandlers = (Arc<ChainLayer>, Vec<Arc<Handler>>);

/// What a hook needs to know of its layer.
#[derive(Clone, Debug)]
pub struct ChainLayer {
    /// Whose rules hold.
    pub dialect: DialectId,
    /// Where the file comes from.
    pub source: Source,
    /// The file.
    pub file: PathBuf,
    /// Whether its hooks may run.
    pub trust: TrustState,
    /// The plugin it belongs to.
    pub plugin: Option<PluginFolders>,
}

impl Chain {
    /// Sorts the layers by source; layers of one source keep their order.
    pub(crate) fn new(dialect: Dialect, mut layers: Vec<Layer>) -> Chain {
        layers.sort_by_key(|it| it.source);
        let mut chain = Chain {
            dialect,
            events: Vec::new(),
        };
        for layer in layers {
            chain.add(layer);
        }
        chain
    }

    fn add(&mut self, layer: Layer) {
        let shared = Arc::new(ChainLayer {
            dialect: layer.dialect,
            source: layer.source,
            file: layer.file,
            trust: layer.trust,
            plugin: layer.plugin,
        });
        for handler in layer.handlers {
            let event = handler.event.clone();
            let entries = self.entries(event);
            match entries.last_mut() {
                Some((last, handlers)) if Arc::ptr_eq(last, &shared) => {
                    handlers.push(Arc::new(handler));
                }
                _ => entries.push((Arc::clone(&shared), vec![Arc::new(handler)])),
            }
        }
    }

    fn entries(&mut self, event: EventName) -> &mut Vec<LayerHandlers> {
        let at = self
            .events
            .iter()
            .position(|(it, _)| *it == event)
            .unwrap_or_else(|| {
                self.events.push((event, Vec::new()));
                self.events.len() - 1
            });
        &mut self.events[at].1
    }

    /// The hooks of an event, by layer, in declared order.
    pub(crate) fn candidates(
        &self,
        event: &EventName,
    ) -> impl Iterator<Item = (&Arc<ChainLayer>, &[Arc<Handler>])> {
        let entries = self.events.iter().find(|(it, _)| it == event);
        entries
            .into_iter()
            .flat_map(|(_, it)| it)
            .map(|(layer, handlers)| (layer, handlers.as_slice()))
    }
}
