//! Follow-ups: what a person sends while the agent works is taken between two steps [V-41].

use crate::fact::{Arrival, Fact};
use crate::gate::HookVerdict;
use crate::ports::Shown;
use crate::run::{Run, TurnEnd};

impl Run {
    /// The texts that came in since the last step, less those that a hook refused. A helper has none.
    pub(crate) async fn followups(&self) -> Result<Vec<String>, TurnEnd> {
        let Some(inbox) = self
            .deps
            .inbox
            .as_ref()
            .filter(|_| self.scene.helper.is_none())
        else {
            return Ok(Vec::new());
        };
        let waiting = inbox.take(&self.scene.session);
        let waiting = waiting.map_err(|it| TurnEnd::Failed(it.to_string()))?;
        let mut texts = Vec::new();
        for waiting in waiting {
            texts.extend(self.heard(waiting.text).await);
        }
        Ok(texts)
    }

    async fn heard(&self, text: String) -> Option<String> {
        let prompt = Fact::Prompt {
            text: &text,
            arrival: Arrival::Queued,
        };
        let says = self.fire(prompt).await;
        if let HookVerdict::Block { reason, .. } = says.verdict {
            let note = format!("a hook refused the follow-up: {reason}");
            self.deps.view.show(Shown::Note(&note), &self.scene);
            return None;
        }
        let contexts = says.contexts.into_iter();
        Some(contexts.fold(text, |text, it| format!("{text}\n\n{it}")))
    }

    /// Whether somebody waits to be heard: then the agent is not about to finish [V-51].
    pub(crate) fn has_followups(&self) -> bool {
        let inbox = self
            .deps
            .inbox
            .as_ref()
            .filter(|_| self.scene.helper.is_none());
        inbox.is_some_and(|it| it.has_any(&self.scene.session))
    }
}
