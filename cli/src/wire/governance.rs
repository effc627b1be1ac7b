//! Whether the organisation lets a hook command start.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hooks_core::{ChainLayer, Governed, Handler};
use permissions::{Governance, GovernanceDecision, HookCommand, govern_command};
use stdx::Pending;

/// The managed rules, and the commands that a person approved in this session.
#[derive(Debug)]
pub(crate) struct ManagedGovernance {
    governance: Governance,
    project: PathBuf,
    home: PathBuf,
    approved: BTreeSet<String>,
}

impl ManagedGovernance {
    /// Governance by these rules.
    pub(crate) fn new(governance: Governance, project: &Path, home: &Path) -> ManagedGovernance {
        ManagedGovernance {
            governance,
            project: project.to_owned(),
            home: home.to_owned(),
            approved: BTreeSet::new(),
        }
    }

    /// The same, these commands having a person's yes.
    #[must_use]
    pub(crate) fn approving(mut self, commands: BTreeSet<String>) -> ManagedGovernance {
        self.approved = commands;
        self
    }

    /// What the managed rules of the hook's dialect say of its command.
    pub(crate) fn decide(
        &self,
        handler: &Handler,
        layer: &ChainLayer,
        cwd: &Path,
    ) -> GovernanceDecision {
        let rules = self.governance.rules_for(layer.dialect.as_str());
        let command = handler.action.summary();
        let hook = HookCommand {
            command: &command,
            cwd,
            project: &self.project,
            home: &self.home,
        };
        govern_command(&rules, &hook)
    }
}

impl hooks_core::Governance for ManagedGovernance {
    fn command<'a>(
        &'a self,
        handler: &'a Handler,
        layer: &'a ChainLayer,
        cwd: &'a Path,
    ) -> Pending<'a, Governed> {
        let governed = match self.decide(handler, layer, cwd) {
            GovernanceDecision::NotGoverned | GovernanceDecision::Allowed { .. } => {
                Governed::Allowed
            }
            GovernanceDecision::NeedsApproval { .. }
                if self.approved.contains(&handler.action.summary()) =>
            {
                Governed::Allowed
            }
            GovernanceDecision::NeedsApproval { rule } => Governed::Refused {
                reason: format!(
                    "the managed rule `{}` wants a person's approval, and nobody gave it",
                    rule.text
                ),
            },
            GovernanceDecision::Refused { rule } => Governed::Refused {
                reason: format!("the managed rule `{}` refuses it", rule.text),
            },
        };
        Box::pin(std::future::ready(governed))
    }
}
