//! Long histories become a summary, with hooks before and after.

use crate::fact::{Fact, Start, Trigger};
use crate::gate::HookVerdict;
use crate::message::Message;
use crate::model::{ModelCx, NoWords, Request};
use crate::ports::Shown;
use crate::transcript::Line;

use super::{Run, TurnEnd};

const SYSTEM: &str = "You summarise the work of an agent so that it can go on without its history.";
const WISH: &str = "Summarise the conversation so far: the task in the user's own words, what was done, \
                    which files were changed and how, what was found out, what is still to do, and \
                    anything that must not be forgotten. Write for the agent that goes on.";
const HEAD: &str = "The conversation so far was summarised, since it became long:";

/// Of the newest messages, as many as fit in this share of the window stay as they are.
const KEPT_SHARE: u64 = 5;

impl Run {
    /// Summarises when four fifths of the window are full.
    pub(super) async fn compact_if_long(&mut self) -> Result<(), TurnEnd> {
        if self.size() * 5 > self.window() * 4 {
            self.compact(Trigger::Auto).await?;
        }
        Ok(())
    }

    fn window(&self) -> u64 {
        let known = self.model.context_tokens();
        known.unwrap_or(self.deps.limits.history_tokens)
    }

    /// Summarises; false when a hook forbade it or nothing would be won.
    pub(crate) async fn compact(&mut self, trigger: Trigger) -> Result<bool, TurnEnd> {
        let kept = match trigger {
            Trigger::Auto => self.kept(),
            Trigger::Manual => 0,
        };
        let n_old = self.messages.len() - kept;
        if n_old < 2 {
            return Ok(false);
        }
        let says = self.fire(Fact::BeforeCompact(trigger)).await;
        if matches!(says.verdict, HookVerdict::Block { .. }) {
            return Ok(false);
        }
        let summary = self.summary(n_old).await?;
        self.write(Line::Compacted {
            summary: &format!("{HEAD}\n\n{summary}"),
            kept,
        })?;
        let rest = self.messages.split_off(n_old);
        self.messages = vec![Message::User(format!("{HEAD}\n\n{summary}"))];
        self.messages.extend(rest);
        self.deps.view.show(Shown::Compacted(n_old), &self.scene);
        self.compacted(trigger, &summary).await?;
        Ok(true)
    }

    async fn compacted(&mut self, trigger: Trigger, summary: &str) -> Result<(), TurnEnd> {
        // The session starts again before hooks hear of the summary: so Claude Code was seen to do it.
        let start = match self.scene.helper {
            None => self.fire(Fact::SessionStart(Start::Compact)).await.contexts,
            Some(_) => Vec::new(),
        };
        let after = self.fire(Fact::AfterCompact { trigger, summary }).await;
        for text in start.into_iter().chain(after.contexts) {
            self.push(Message::User(text), None)?;
        }
        Ok(())
    }

    /// How many of the newest messages stay: never a result without its call.
    fn kept(&self) -> usize {
        let room = self.window() / KEPT_SHARE;
        let mut size = 0;
        let mut kept = 0;
        for (at, message) in self.messages.iter().rev().enumerate() {
            size += crate::budget::about_tokens(super::words::bytes_of(message));
            if size > room {
                break;
            }
            if !matches!(message, Message::Result { .. }) {
                kept = at + 1;
            }
        }
        kept
    }

    async fn summary(&self, n_old: usize) -> Result<String, TurnEnd> {
        let mut messages = self.messages[..n_old].to_vec();
        messages.push(Message::User(WISH.to_owned()));
        let now = self.deps.clock.now();
        let reserved = self.deps.account.reserve(self.size(), now);
        let reservation = reserved.map_err(TurnEnd::OverBudget)?;
        let request = Request {
            system: SYSTEM,
            messages: &messages,
            tools: &[],
            n_results: self.n_results,
            max_output_tokens: reservation.max_output,
        };
        let cx = ModelCx {
            cancel: &self.scene.cancel,
            words: &NoWords,
        };
        let reply = self.model.reply(request, cx).await;
        let reply = reply.map_err(|it| super::failed(&it))?;
        reservation.settle(reply.usage);
        Ok(reply.text)
    }
}
