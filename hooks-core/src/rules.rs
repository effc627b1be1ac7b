//! What a dialect rules, as a row of data that one can read in a glance.
//!
//! Where the sources differ (C-01..C-51) there is a field; the engine asks the row and holds no rule
//! of its own. What a dialect *reads and writes* are the functions of [`crate::Dialect`].

use std::borrow::Cow;
use std::time::Duration;

use crate::dialect::DialectId;
use crate::event::{Event, EventName};
use crate::handler::HandlerKind;

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

/// How several hooks of one event run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// One after another, in declared order.
    Sequential,
    /// All at once.
    Parallel,
}

/// Which input a later hook of the same call sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaterSees {
    /// The input as the chain found it.
    Original,
    /// The input as its predecessors left it.
    Rewritten,
}

/// What several files of one dialect mean together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    /// The first that exists stands alone [N-HOOK-15].
    FirstFound,
    /// All count [NI-51].
    Joined,
}

/// What happens to the same handler written twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    /// Each runs.
    RunEach,
    /// One run for the same action, over all files that are not a plugin's.
    RunOnce,
}

/// How matchers are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatcherGrammar {
    /// Claude Code's: plain words are exact names in a list, anything else is an unanchored
    /// JavaScript regular expression.
    ListOrPattern,
    /// A regular expression over the whole name, case-sensitive [V-30, A-08].
    WholePattern,
    /// Names joined by bars, with `*` and `?`.
    Glob,
}

/// What a matcher that cannot be read means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadMatcher {
    /// It is compared literally, with a warning.
    Literal,
    /// It matches nothing, with an error.
    MatchesNothing,
}

/// How long hooks may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeoutRules {
    /// The field that sets it; `None` where there is no such field.
    pub field: Option<&'static str>,
    /// The unit of the field.
    pub unit: Unit,
    /// What holds without the field.
    pub default: Duration,
    /// The most that counts; larger values run with this.
    pub ceiling: Option<Duration>,
    /// What a value that is not a positive number means.
    pub bad: BadTimeout,
}

/// The unit of a timeout field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Milliseconds,
}

/// What a timeout that is not a positive number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadTimeout {
    /// The entry is skipped and listed [A-81, NEO-53].
    SkipEntry,
    /// The default holds, with a problem: a guard is worth more than its timeout.
    UseDefault,
}

/// At which ends of a hook its JSON counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonAt {
    /// Exit 0 only.
    ExitZero,
    /// Every exit code, not death by signal.
    EveryExit,
}

/// What counts as JSON on standard output, and what the rest is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StdoutRule {
    /// Text that begins with a brace and parses to an object is JSON, all else is text.
    ObjectOrText,
    /// Claude Code's since 2.1.248: begins *and* ends with a brace or it is text; what looks like
    /// JSON and does not parse is a failure.
    Classified,
    /// Anything but a JSON object is a failure [N-HOOK-49].
    ObjectOnly,
}

/// Where the reason of an exit 2 comes from first; the other place, then a fixed text, follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonFrom {
    /// Standard error.
    Stderr,
    /// The reason in the JSON, if that blocks as well.
    Json,
}

/// Which reason is told when several hooks block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reasons {
    /// That of the first in declared order.
    First,
    /// All, in declared order, a line each.
    Joined,
}

/// How the payload on standard input ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StdinEnd {
    /// With the closing brace.
    Bare,
    /// With a line break.
    Newline,
}

/// Where an answer may carry something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// Nowhere.
    Nowhere,
    /// At the top level.
    Top,
    /// Under `hookSpecificOutput`.
    Specific,
    /// Either; the top level wins.
    TopThenSpecific,
}

/// Whether `hookSpecificOutput` must name its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventNameInAnswer {
    /// It must be there and be right, else the object does not count.
    Required,
    /// It is not looked at.
    Ignored,
}

/// What happens to contexts when a hook blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextsAtBlock {
    /// They reach the agent all the same.
    Kept,
    /// They are dropped with what was blocked.
    Dropped,
}

/// What a word in an answer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Go on, and skip the ordinary question.
    Allow,
    /// Ask a person.
    Ask,
    /// Refuse.
    Block,
    /// Known, without effect here.
    Nothing,
}

/// Who learns of an exit code that is neither 0 nor 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherExit {
    /// The log alone.
    Logged,
    /// The user, as a warning.
    Warned,
}

/// Whether before-tool hooks speak before or after approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Before: an `allow` can spare the question.
    BeforeApproval,
    /// After: only a block still counts [V-44].
    AfterApproval,
}

/// What a hook's environment starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnvironmentRule {
    /// Ours, less the variables that name a git repository.
    Inherited,
    /// A short list of harmless names [V-75, A-88].
    Cleaned,
}

/// The folder in which hooks run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunsIn {
    /// The project's root, wherever the agent stands.
    Project,
    /// The folder in which the agent stands.
    WorkingFolder,
}

/// Whether hooks have any influence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Power {
    /// What they say counts.
    Full,
    /// They look on: exit code and output have no effect [N-PLUG-16].
    Observer,
}

/// What a block does on an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockEffect {
    /// Nothing at all.
    Ignored,
    /// Nothing but a warning to the user.
    Warned,
    /// What was about to happen is refused.
    Refuses,
    /// It is refused if it was the agent's own doing: `trigger` is `auto` [NI-14].
    RefusesAutomatic,
    /// It is refused unless it comes from the organisation: `source` is `policy_settings`.
    RefusesBelowPolicy,
    /// The reason goes to the agent; nothing is undone [NI-55].
    Feedback,
    /// The agent goes on, with the reason as its next instruction.
    KeepsGoing,
}

/// Whether something counts on an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Honoured {
    /// It counts.
    Yes,
    /// It is ignored.
    No,
}

/// What context for the agent does on an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextEffect {
    /// It is not taken.
    Ignored,
    /// The agent is told.
    Told,
    /// The agent is told and goes on, under the same ceiling as a block.
    KeepsGoing,
}

/// What it means when a hook gives no answer: it failed, never started, or ran out of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The action goes on [N-HOOK-45].
    Proceeds,
    /// A timeout refuses the action.
    TimeoutRefuses,
    /// Any failure refuses the action.
    FailureRefuses,
}

/// What plain text on standard output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainText {
    /// Context for the agent.
    Context,
    /// Nothing.
    Ignored,
}

/// What the matcher of an event is tested on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The tool's name.
    Tool,
    /// A field of the event, by its internal name.
    Field(&'static str),
    /// Nothing: a matcher on this event has no effect.
    Nothing,
}

/// Whether the agent waits for the hooks of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// It waits.
    Yes,
    /// They run beside the work [N-HOOK-09, V-56].
    No,
    /// It waits for all but skills.
    AllButSkills,
}

/// Whether hooks after a block still run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterBlock {
    /// They run.
    RunRest,
    /// They are skipped and listed as skipped [A-10, V-46].
    SkipRest,
}

/// What it means when governance refuses to start a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The hook is skipped, the action goes on [NI-44].
    SkipsHook,
    /// The action that the hook guards is blocked [NI-42, NI-43].
    BlocksAction,
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
