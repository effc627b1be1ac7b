//! The tools of one run: what the model is told, and who does it.

use std::sync::Arc;

use crate::tool::{Effect, Tool, ToolSpec};
use crate::validate::Validator;

/// The tools of one run.
#[derive(Debug)]
pub(crate) struct Toolbox {
    tools: Vec<Arc<dyn Tool>>,
    specs: Vec<ToolSpec>,
    validator: Arc<Validator>,
    n_bytes: usize,
}

impl Toolbox {
    /// These tools; of two with one name the first counts.
    pub(crate) fn new(tools: &[Arc<dyn Tool>], special: Vec<ToolSpec>) -> Toolbox {
        let mut specs: Vec<ToolSpec> = Vec::new();
        let mut kept: Vec<Arc<dyn Tool>> = Vec::new();
        for tool in tools {
            if specs.iter().all(|it| it.name != tool.spec().name) {
                specs.push(tool.spec().clone());
                kept.push(Arc::clone(tool));
            }
        }
        specs.extend(special);
        let lengths = specs
            .iter()
            .map(|it| it.name.len() + it.description.len() + it.input_schema.to_string().len());
        Toolbox {
            n_bytes: lengths.sum(),
            validator: Arc::new(Validator::new(&specs)),
            tools: kept,
            specs,
        }
    }

    pub(crate) fn specs(&self) -> &[ToolSpec] {
        &self.specs
    }

    pub(crate) fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    pub(crate) fn validator(&self) -> &Validator {
        &self.validator
    }

    pub(crate) fn knows(&self, name: &str) -> bool {
        self.specs.iter().any(|it| it.name == name)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Arc<dyn Tool>> {
        self.tools.iter().find(|it| it.spec().name == name)
    }

    /// What a call does at worst. A helper only looks; a skill is only read.
    pub(crate) fn effect(&self, name: &str) -> Effect {
        match self.get(name) {
            Some(tool) => tool.effect(),
            None => Effect::Looks,
        }
    }
}
