//! The words that rows of rules are written in.

use std::time::Duration;

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
