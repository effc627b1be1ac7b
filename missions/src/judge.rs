//! Looks at a goal: our own checks first, then a judge that sees evidence alone.

use serde_json::json;

use crate::goal::{Goal, GoalVerdict, JUDGE, Judged, question, read_answer};
use crate::message::{Message, Success, ToolCall};
use crate::model::{ModelCx, NoWords, Request};
use crate::run::{Run, TurnEnd};

/// What came of a look at the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Looked {
    Met { reason: String, evidence: String },
    NotMet { reason: String, evidence: String },
    Impossible { reason: String, evidence: String },
}

impl Looked {
    pub(crate) fn words(&self) -> (String, String) {
        match self {
            Looked::Met { reason, evidence }
            | Looked::NotMet { reason, evidence }
            | Looked::Impossible { reason, evidence } => (reason.clone(), evidence.clone()),
        }
    }

    fn of(judged: Judged) -> Looked {
        let Judged {
            verdict,
            reason,
            evidence,
        } = judged;
        match verdict {
            GoalVerdict::Met => Looked::Met { reason, evidence },
            GoalVerdict::NotMet => Looked::NotMet { reason, evidence },
            GoalVerdict::Impossible => Looked::Impossible { reason, evidence },
        }
    }
}

impl Run {
    /// Runs the checks, which must succeed whatever a judge says, and then asks the judge.
    pub(crate) async fn look_at(&self, goal: &Goal) -> Result<Looked, TurnEnd> {
        let mut shown = Vec::new();
        for (at, command) in goal.checks.iter().enumerate() {
            let (text, success) = self.check(command, at).await?;
            if success == Success::No {
                let reason = format!("`{command}` did not succeed:\n{text}");
                let evidence = text;
                return Ok(Looked::NotMet { reason, evidence });
            }
            shown.push(format!("`{command}` succeeded"));
        }
        if goal.condition.is_empty() {
            let evidence = shown.join("\n");
            let reason = "every check succeeded".to_owned();
            return Ok(Looked::Met { reason, evidence });
        }
        Ok(Looked::of(self.judge(goal).await?))
    }

    /// A check passes hooks and rules like any other command of the agent.
    async fn check(&self, command: &str, at: usize) -> Result<(String, Success), TurnEnd> {
        let call = ToolCall {
            id: format!("check_{}_{}", self.n_results, at + 1),
            name: "run_command".to_owned(),
            input: json!({ "command": command }),
        };
        let called = self.call(&call).await;
        match called.end {
            Some(end) => Err(end),
            None => Ok(match called.message {
                Message::Result { text, success, .. } => (text, success),
                Message::User(text) | Message::Assistant { text, .. } => (text, Success::No),
            }),
        }
    }

    async fn judge(&self, goal: &Goal) -> Result<Judged, TurnEnd> {
        let messages = [Message::User(question(goal, &self.messages))];
        let text = self.ask_apart(JUDGE, &messages).await?;
        Ok(read_answer(&text))
    }

    /// One question to the judge's model: no tools, no history.
    pub(crate) async fn ask_apart(
        &self,
        system: &str,
        messages: &[Message],
    ) -> Result<String, TurnEnd> {
        crate::judge::ask(&self.deps, &self.scene, (system, messages)).await
    }
}

/// One question to the judge's model, on the mission's budget.
pub(crate) async fn ask(
    deps: &crate::Deps,
    scene: &crate::Scene,
    (system, messages): (&str, &[Message]),
) -> Result<String, TurnEnd> {
    let bytes: usize = messages
        .iter()
        .map(|it| match it {
            Message::User(text) => text.len(),
            Message::Assistant { text, .. } | Message::Result { text, .. } => text.len(),
        })
        .sum();
    let size = crate::budget::about_tokens(bytes + system.len());
    let reserved = deps.account.reserve(size, deps.clock.now());
    let reservation = reserved.map_err(TurnEnd::OverBudget)?;
    let request = Request {
        system,
        messages,
        tools: &[],
        n_results: 0,
        max_output_tokens: reservation.max_output,
    };
    let cx = ModelCx {
        cancel: &scene.cancel,
        words: &NoWords,
    };
    let reply = deps.models.judge.reply(request, cx).await;
    let reply = reply.map_err(|it| crate::run::failed(&it))?;
    reservation.settle(reply.usage);
    Ok(reply.text)
}

/// Puts one question to the judge's model, for hooks that ask a model.
///
/// # Errors
/// The model gave no answer; the end says why.
pub async fn ask_model(
    deps: &crate::Deps,
    scene: &crate::Scene,
    system: &str,
    prompt: &str,
) -> Result<String, TurnEnd> {
    let messages = [Message::User(prompt.to_owned())];
    ask(deps, scene, (system, &messages)).await
}
