//! What a dialect rules, as a row of data that one can read in a glance.
//!
//! Where the sources differ (C-01..C-51) there is a field; the engine asks the row and holds no rule
//! of its own. What a dialect *reads and writes* are the functions of [`crate::Dialect`].

use std::borrow::Cow;

use crate::dialect::DialectId;
use crate::event::{Event, EventName};
use crate::handler::HandlerKind;

mod kinds;

pub use kinds::*;

/// The rules of one dialect.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Whose rules these are.
    pub dialect: DialectId,
    /// How several hooks of one event run [C-14].
    pub order: Order,
    /// Which input a later hook of the same call sees [C-15].
    pub later_sees: LaterSees,
    /// What several files of the dialect mean together [C-02].
    pub files: Files,
    /// What happens to the same handler written twice.
    pub duplicates: Duplicates,
    /// How matchers are read [C-09, C-10].
    pub matcher: MatcherGrammar,
    /// What a matcher that cannot be read means.
    pub bad_matcher: BadMatcher,
    /// How long hooks may take [C-17, C-18, C-19].
    pub timeout: TimeoutRules,
    /// At which ends of a hook its JSON counts [C-28].
    pub json_at: JsonAt,
    /// What counts as JSON on standard output, and what the rest is.
    pub stdout: StdoutRule,
    /// Where the reason of an exit 2 comes from first.
    pub exit_two_reason: ReasonFrom,
    /// Which reason is told when several hooks block.
    pub reasons: Reasons,
    /// How the payload ends.
    pub stdin_end: StdinEnd,
    /// Where an answer may carry a changed input [C-31].
    pub rewrite_at: Where,
    /// Where an answer may carry context for the agent [C-32].
    pub context_at: Where,
    /// Whether `hookSpecificOutput` must name its event.
    pub event_name_in_answer: EventNameInAnswer,
    /// Characters of context that one hook may give; more is cut.
    pub context_limit: usize,
    /// Characters of any other text that is passed on; more is cut.
    pub text_limit: usize,
    /// What happens to contexts when a hook blocks.
    pub contexts_at_block: ContextsAtBlock,
    /// The meaning of the top-level `decision` words [C-30].
    pub decisions: &'static [(&'static str, Word)],
    /// The meaning of the `permissionDecision` words [C-29].
    pub permissions: &'static [(&'static str, Word)],
    /// Who learns of an exit code that is neither 0 nor 2 [C-26].
    pub other_exit: OtherExit,
    /// How often hooks may keep the agent going in a row [C-46].
    pub stop_ceiling: Option<u32>,
    /// Whether a prompt that was queued while the agent worked passes the prompt's hooks [C-47].
    pub queued_prompt: Honoured,
    /// Whether a session that goes on after a summary of its history starts again [C-39].
    pub start_after_compaction: Honoured,
    /// Whether before-tool hooks speak before or after approval [C-35].
    pub phase: Phase,
    /// What a hook's environment starts from [C-38].
    pub environment: EnvironmentRule,
    /// The folder in which hooks run [N-HOOK-24, V-73].
    pub runs_in: RunsIn,
    /// The kinds of handler that run here [C-05].
    pub kinds: &'static [HandlerKind],
    /// Whether hooks have any influence at all [C-43].
    pub power: Power,
    /// The events it knows and what each rules.
    pub events: Cow<'static, [EventRules]>,
}

/// What a dialect rules about one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRules {
    /// The internal name.
    pub event: EventName,
    /// The dialect's own word [C-06].
    pub word: &'static str,
    /// What a block does: exit 2 and the JSON words that mean block, where they count.
    pub block: BlockEffect,
    /// Whether exit 2 and a model's no are a block here; where they are not, only the JSON object
    /// decides, at exit 2 as at any other.
    pub exit_block: Honoured,
    /// Whether a block in JSON counts on this event.
    pub json_block: Honoured,
    /// What context for the agent does [C-32].
    pub context: ContextEffect,
    /// What it means when a hook of this event gives no answer.
    pub silence: Silence,
    /// What plain text on standard output is, at exit 0 [C-33].
    pub plain_text: PlainText,
    /// What the matcher is tested on [C-13].
    pub subject: Subject,
    /// Whether the agent waits for the hooks.
    pub awaited: Awaited,
    /// Whether hooks after a block still run [C-16].
    pub after_block: AfterBlock,
    /// What it means when governance refuses to start a hook of this event [NI-42..44].
    pub refused: Refused,
}

impl Rules {
    /// What is ruled about an event; `None` when this dialect does not know it.
    pub fn event(&self, event: &EventName) -> Option<&EventRules> {
        self.events.iter().find(|it| it.event == *event)
    }

    /// What is ruled about an event as it happened: a call that failed is `PostToolUseFailure`
    /// where a dialect knows it, else a `PostToolUse`.
    pub fn event_of(&self, event: &Event) -> Option<&EventRules> {
        let failed = event.name == EventName::PostToolUseFailure
            || event.name == EventName::PostToolUse && event.tool_failed();
        if !failed {
            return self.event(&event.name);
        }
        let failure = self.event(&EventName::PostToolUseFailure);
        failure.or_else(|| self.event(&EventName::PostToolUse))
    }

    /// What is ruled about the event that this dialect calls `word`.
    pub fn event_by_word(&self, word: &str) -> Option<&EventRules> {
        self.events.iter().find(|it| it.word == word)
    }

    /// Whether handlers of this kind run here.
    pub fn runs(&self, kind: HandlerKind) -> bool {
        self.kinds.contains(&kind)
    }
}

impl EventRules {
    /// An event on which hooks only look on: the start for tables, which name what differs.
    pub const fn plain(event: EventName, word: &'static str) -> EventRules {
        EventRules {
            event,
            word,
            block: BlockEffect::Ignored,
            exit_block: Honoured::Yes,
            json_block: Honoured::No,
            context: ContextEffect::Ignored,
            silence: Silence::Proceeds,
            plain_text: PlainText::Ignored,
            subject: Subject::Nothing,
            awaited: Awaited::Yes,
            after_block: AfterBlock::RunRest,
            refused: Refused::SkipsHook,
        }
    }

    /// The same, with this effect of a block by exit 2.
    pub const fn block(mut self, effect: BlockEffect) -> EventRules {
        self.block = effect;
        self
    }

    /// The same, neither exit 2 nor a model's no being a block.
    pub const fn only_json_blocks(mut self) -> EventRules {
        self.exit_block = Honoured::No;
        self
    }

    /// The same, a block in JSON having the same effect.
    pub const fn json_blocks(mut self) -> EventRules {
        self.json_block = Honoured::Yes;
        self
    }

    /// The same, taking context.
    pub const fn takes_context(mut self) -> EventRules {
        self.context = ContextEffect::Told;
        self
    }

    /// The same, context letting the agent go on.
    pub const fn context_keeps_going(mut self) -> EventRules {
        self.context = ContextEffect::KeepsGoing;
        self
    }

    /// The same, a hook without an answer meaning this.
    pub const fn silence(mut self, silence: Silence) -> EventRules {
        self.silence = silence;
        self
    }

    /// The same, plain text being context.
    pub const fn text_is_context(mut self) -> EventRules {
        self.plain_text = PlainText::Context;
        self
    }

    /// The same, the matcher being tested on this.
    pub const fn on(mut self, subject: Subject) -> EventRules {
        self.subject = subject;
        self
    }

    /// The same, awaited like this.
    pub const fn awaited(mut self, awaited: Awaited) -> EventRules {
        self.awaited = awaited;
        self
    }

    /// The same, a block ending the list.
    pub const fn skips_rest(mut self) -> EventRules {
        self.after_block = AfterBlock::SkipRest;
        self
    }

    /// The same, governance's refusal of a hook blocking what it guards.
    pub const fn fails_closed(mut self) -> EventRules {
        self.refused = Refused::BlocksAction;
        self
    }
}
