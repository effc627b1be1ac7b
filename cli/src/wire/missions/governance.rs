//! Hook commands that the organisation wants a person's yes for, asked once a session.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use hooks_core::{ChainLayer, Governed, Handler};
use missions::{Answer, Person, Question};
use permissions::GovernanceDecision;
use serde_json::{Map, Value};
use stdx::Pending;

use crate::wire::governance::ManagedGovernance;

/// The managed rules, and the person whom they want to be asked.
#[derive(Debug)]
pub(super) struct AskingGovernance {
    pub(super) managed: ManagedGovernance,
    pub(super) person: Arc<dyn Person>,
    pub(super) answers: Mutex<BTreeMap<String, bool>>,
}

impl AskingGovernance {
    async fn ask(&self, command: String) -> bool {
        let known = self.answers().get(&command).copied();
        if let Some(answer) = known {
            return answer;
        }
        let input = Map::from_iter([("command".to_owned(), Value::from(command.clone()))]);
        let question = Question {
            tool: "a hook command",
            input: &input,
            preview: Some(command.clone()),
            reason: "your organisation wants a person's yes before it starts".to_owned(),
            rule: None,
            helper: None,
        };
        let yes = matches!(
            self.person.ask(question).await,
            Answer::Once | Answer::Granted(_)
        );
        self.answers().insert(command, yes);
        yes
    }

    fn answers(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, bool>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl hooks_core::Governance for AskingGovernance {
    fn command<'a>(
        &'a self,
        handler: &'a Handler,
        layer: &'a ChainLayer,
        cwd: &'a Path,
    ) -> Pending<'a, Governed> {
        Box::pin(async move {
            let decision = self.managed.decide(handler, layer, cwd);
            let asks = matches!(decision, GovernanceDecision::NeedsApproval { .. });
            if asks && self.ask(handler.action.summary()).await {
                return Governed::Allowed;
            }
            hooks_core::Governance::command(&self.managed, handler, layer, cwd).await
        })
    }
}
