//! What a mission needs of the world around it. Wiring implements these; nothing here knows what a
//! hook file or a permission rule looks like.

use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use stdx::{Cancel, Pending, PortError};

use crate::fact::Fact;
use crate::gate::{Consent, HookVerdict, RuleVerdict};
use crate::tool::ToolResult;

/// Where something happens: the session, and which of its runs.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The session's id.
    pub session: String,
    /// The mission's id.
    pub mission: String,
    /// The transcript.
    pub transcript: PathBuf,
    /// The current folder of the work, absolute.
    pub cwd: PathBuf,
    /// The project's root, absolute.
    pub project: PathBuf,
    /// The helper, where it is one that works.
    pub helper: Option<Helper>,
    /// The hooks that led here, one id a line; empty in the agent's own run.
    pub trail: String,
    /// Rules that a skill brought its own permission for, in the words of its file [NEO-32, A-56].
    pub granted: Vec<String>,
    /// Ends everything in this run.
    pub cancel: Cancel,
}

/// A helper at work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Helper {
    /// Its id, unique in the session.
    pub id: String,
    /// The custom agent that it is, or `general`.
    pub agent: String,
}

/// Tells hooks what happens, and hears what they say. The mission's own thread calls it and waits. A
/// hook never fails a mission, so nothing here is an error.
pub trait Hooks: Debug + Send + Sync {
    /// Fires one event.
    fn fire<'a>(&'a self, fact: Fact<'a>, scene: &'a Scene) -> Pending<'a, HookSays>;

    /// What hooks beside the work said for the agent since the last question.
    fn overheard(&self) -> Vec<String> {
        Vec::new()
    }

    /// Waits a little for hooks beside the work and then ends them; the runs that ended.
    fn close<'a>(&'a self) -> Pending<'a, Vec<HookLine>> {
        Box::pin(std::future::ready(Vec::new()))
    }
}

/// What all hooks together say of one event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HookSays {
    /// The verdict.
    pub verdict: HookVerdict,
    /// The input to use, in our words, if a hook changed it.
    pub input: Option<Map<String, Value>>,
    /// Texts for the agent.
    pub contexts: Vec<String>,
    /// Texts for the agent beside a tool's result.
    pub feedback: Vec<String>,
    /// Notes to the person.
    pub notes: Vec<String>,
    /// Why the agent goes on although it wanted to finish.
    pub keep_going: Option<String>,
    /// Everything stops, with this reason for the person.
    pub halt: Option<String>,
    /// The tool's output to use instead.
    pub output: Option<String>,
    /// The runs, in declared order.
    pub runs: Vec<HookLine>,
}

/// One run of a hook, for lists.
#[derive(Clone, Debug, PartialEq)]
pub struct HookLine {
    /// The event's internal name.
    pub event: String,
    /// The tool's name, on events about one.
    pub tool: Option<String>,
    /// Whether it said something worth a line: it blocked, failed, changed something.
    pub is_loud: bool,
    /// The run as it is printed: one object.
    pub run: Value,
}

/// Decides tool calls by the rules, the organisation and the mode.
pub trait Rules: Debug + Send + Sync {
    /// Decides the final input of a call, in our words.
    fn decide(&self, tool: &str, input: &Map<String, Value>, scene: &Scene) -> RuleVerdict;

    /// The rule that [`Rules::grant`] would add for the call, for the person to read; `None` where no
    /// rule can be made of it.
    fn rule_for(&self, tool: &str, input: &Map<String, Value>) -> Option<String>;

    /// Lets calls like this one through from now on, because a person said so.
    ///
    /// # Errors
    /// The rule cannot be kept; the call itself still runs.
    fn grant(&self, grant: Grant, rule: &str) -> Result<(), PortError>;
}

/// How long a person's yes lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grant {
    /// As long as the mission.
    Mission,
    /// From now on, in the person's own settings of this project.
    Always,
}

/// The person, as far as there is one. Called from the mission's thread; only one question at a time
/// reaches it.
pub trait Person: Debug + Send + Sync {
    /// Asks whether a call may run.
    fn ask<'a>(&'a self, question: Question<'a>) -> Pending<'a, Answer>;
}

/// A question to the person.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The tool.
    pub tool: &'a str,
    /// The final input.
    pub input: &'a Map<String, Value>,
    /// What would happen: a diff, a command.
    pub preview: Option<String>,
    /// Why it is asked.
    pub reason: String,
    /// The rule that `always` would add.
    pub rule: Option<String>,
    /// The helper that wants it.
    pub helper: Option<&'a Helper>,
}

/// What the person answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// This once.
    Once,
    /// And others like it.
    Granted(Grant),
    /// No, or nobody.
    Refused(Consent),
}

/// Shows what happens. Called from the mission's thread for each thing; it must not wait.
pub trait View: Debug + Send + Sync {
    /// Shows one thing.
    fn show(&self, shown: Shown<'_>, scene: &Scene);
}

/// Something to be shown.
#[derive(Clone, Debug)]
pub enum Shown<'a> {
    /// The next piece of what the agent says.
    Words(&'a str),
    /// All that the agent said in one reply.
    Message(&'a str),
    /// A tool begins.
    ToolStarted {
        /// The call's id.
        call_id: &'a str,
        /// The tool.
        tool: &'a str,
        /// Its final input.
        input: &'a Value,
    },
    /// A tool has ended, or did not run.
    ToolEnded {
        /// The call's id.
        call_id: &'a str,
        /// The tool.
        tool: &'a str,
        /// What it gave.
        result: &'a ToolResult,
        /// Who refused it, if it did not run.
        refused_by: Option<&'a str>,
        /// How long it took.
        took: Duration,
    },
    /// A hook ran.
    Hook(&'a HookLine),
    /// A hook speaks to the person, or we do.
    Note(&'a str),
    /// A person was asked and answered so.
    Approval {
        /// The tool.
        tool: &'a str,
        /// The answer's word: `once`, `mission`, `always`, `no`, `nobody`.
        answer: &'a str,
    },
    /// The model is asked again.
    Retry {
        /// Why.
        reason: &'a str,
        /// After how long.
        wait: Duration,
    },
    /// The goal was judged.
    Judged {
        /// The round, from 1.
        round: u32,
        /// Whether it was met.
        met: bool,
        /// Why.
        reason: &'a str,
    },
    /// A helper began or ended.
    Helper {
        /// Whether it has begun.
        begun: bool,
        /// What it was asked, or what it said.
        text: &'a str,
    },
    /// History was summarised: this many messages became one.
    Compacted(usize),
}

/// Skills as an agent uses them.
pub trait SkillShelf: Debug + Send + Sync {
    /// The list for the system prompt, within its budget; empty when there are none.
    fn listing(&self) -> String;

    /// Renders a skill for the model; its hooks join the session from here on.
    fn open<'a>(
        &'a self,
        name: &'a str,
        args: &'a str,
        scene: &'a Scene,
    ) -> Pending<'a, Result<OpenSkill, PortError>>;
}

/// A skill, ready for use.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpenSkill {
    /// The prompt.
    pub prompt: String,
    /// Whether it is read into the conversation or runs as a helper of its own.
    pub place: SkillPlace,
    /// The rules that it brings its own permission for; empty where it has none, or may give none.
    pub granted: Vec<String>,
}

/// Where a skill works.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum SkillPlace {
    /// In the conversation.
    #[default]
    Inline,
    /// In a helper of its own, which is this agent.
    Fork {
        /// The agent's name, if the skill names one.
        agent: Option<String>,
    },
}

/// Custom agents as an agent uses them.
pub trait AgentShelf: Debug + Send + Sync {
    /// The list for the system prompt, within its budget; empty when there are none.
    fn listing(&self) -> String;

    /// The agent of this name.
    ///
    /// # Errors
    /// There is none; the message names what there is.
    fn get(&self, name: &str) -> Result<AgentRole, PortError>;
}

/// What makes a helper this agent.
#[derive(Clone, Debug, Default)]
pub struct AgentRole {
    /// Its name.
    pub name: String,
    /// Its instructions.
    pub instructions: String,
    /// The tools that it may use as a helper, by our names: never more than looking [N-AGENT-09..11].
    pub tools: Vec<String>,
    /// The model of its role; `None` where it uses the session's [N-AGENT-04].
    pub model: Option<Arc<dyn crate::Model>>,
}
