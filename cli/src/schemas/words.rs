//! Fields that hold one of a few words.

use std::borrow::Cow;
use std::marker::PhantomData;

use hooks_core::{DialectId, HandlerKind, RunStatus, TrustState};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::commands::agents::{instructions, report};
use crate::commands::hooks::list::report::word_of;
use crate::commands::hooks::run::permission;
use crate::commands::hooks::trust::list::word;
use crate::commands::plugins::report::{word_of_off, word_of_power, word_of_source};

/// A dialect.
pub(crate) type Dialect = OneOf<DialectId>;
/// Where a hook file comes from.
pub(crate) type Source = OneOf<hooks_core::Source>;
/// Who brought a skill.
pub(crate) type SkillSource = OneOf<skills::Source>;
/// Whether the hooks of a file may run.
pub(crate) type Trust = OneOf<TrustState>;
/// What a person decided about a file.
pub(crate) type TrustDecision = OneOf<hooks_core::TrustDecision>;
/// A kind of hook.
pub(crate) type Kind = OneOf<HandlerKind>;
/// What the failure of a hook means.
pub(crate) type OnFailure = OneOf<hooks_core::OnFailure>;
/// How a run ended.
pub(crate) type Status = OneOf<RunStatus>;
/// What hooks decided.
pub(crate) type Verdict = OneOf<hooks_core::Verdict>;
/// What permission rules decided.
pub(crate) type Decision = OneOf<permissions::Verdict>;
/// Whether something goes ahead.
pub(crate) type Proceeds = OneOf<permission::Proceeds>;
/// What an agent is for.
pub(crate) type AgentRole = OneOf<agents_md::Role>;
/// Who put an agent where it is.
pub(crate) type AgentSource = OneOf<agents_md::AgentSource>;
/// Whose folder an agent stands in.
pub(crate) type AgentProduct = OneOf<agents_md::Product>;
/// Who wrote a piece of instructions.
pub(crate) type InstructionOrigin = OneOf<agents_md::InstructionSource>;

/// Whose place a plugin stands in.
pub(crate) type PluginSource = OneOf<plugins::Source>;
/// Who switched a plugin off.
pub(crate) type PluginOff = OneOf<plugins::WhyOff>;
/// What the hooks of a plugin may do.
pub(crate) type PluginPower = OneOf<plugins::HookPower>;

/// A text which is one of the words for `T`.
pub(crate) struct OneOf<T>(PhantomData<T>);

/// A type whose values have words.
pub(crate) trait Words {
    /// The name of the definition in a schema.
    const NAME: &'static str;

    /// The word of each value.
    fn words() -> Vec<&'static str>;
}

impl<T: Words> JsonSchema for OneOf<T> {
    fn schema_name() -> Cow<'static, str> {
        T::NAME.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": T::words() })
    }
}

impl Words for DialectId {
    const NAME: &'static str = "Dialect";

    fn words() -> Vec<&'static str> {
        DialectId::ALL.map(DialectId::as_str).into()
    }
}

impl Words for hooks_core::Source {
    const NAME: &'static str = "Source";

    fn words() -> Vec<&'static str> {
        use hooks_core::Source::{Agent, Local, Managed, Plugin, Project, Skill, User};
        let all = [Managed, User, Project, Local, Plugin, Skill, Agent];
        all.map(hooks_core::Source::as_str).into()
    }
}

impl Words for TrustState {
    const NAME: &'static str = "Trust";

    fn words() -> Vec<&'static str> {
        use TrustState::{Allowed, Changed, Denied, NotNeeded, Undecided};
        let all = [NotNeeded, Allowed, Denied, Undecided, Changed];
        all.map(TrustState::as_str).into()
    }
}

impl Words for hooks_core::TrustDecision {
    const NAME: &'static str = "TrustDecision";

    fn words() -> Vec<&'static str> {
        use hooks_core::TrustDecision::{Allow, Deny};
        [Allow, Deny].map(word).into()
    }
}

impl Words for HandlerKind {
    const NAME: &'static str = "Kind";

    fn words() -> Vec<&'static str> {
        use HandlerKind::{Agent, Command, Http, McpTool, Prompt, Skill};
        let all = [Command, Http, Prompt, Agent, Skill, McpTool];
        all.map(HandlerKind::as_str).into()
    }
}

impl Words for hooks_core::OnFailure {
    const NAME: &'static str = "OnFailure";

    fn words() -> Vec<&'static str> {
        use hooks_core::OnFailure::{Block, Proceed};
        [Proceed, Block].map(word_of).into()
    }
}

impl Words for RunStatus {
    const NAME: &'static str = "Status";

    fn words() -> Vec<&'static str> {
        use RunStatus::{Background, Blocked, Failed, NotStarted, Ok, Planned, Skipped, TimedOut};
        let all = [
            Ok, Blocked, Failed, TimedOut, NotStarted, Skipped, Background, Planned,
        ];
        all.map(RunStatus::as_str).into()
    }
}

impl Words for hooks_core::Verdict {
    const NAME: &'static str = "Verdict";

    /// Written out: a verdict carries more than its word.
    fn words() -> Vec<&'static str> {
        vec!["none", "allow", "ask", "block"]
    }
}

impl Words for permissions::Verdict {
    const NAME: &'static str = "Decision";

    fn words() -> Vec<&'static str> {
        use permissions::Verdict::{Allow, Ask, Deny, None};
        [None, Allow, Ask, Deny].map(permission::word).into()
    }
}

impl Words for plugins::Source {
    const NAME: &'static str = "PluginSource";

    fn words() -> Vec<&'static str> {
        use plugins::Source::{Personal, Project, Repository};
        [Project, Repository, Personal].map(word_of_source).into()
    }
}

impl Words for plugins::WhyOff {
    const NAME: &'static str = "PluginOff";

    fn words() -> Vec<&'static str> {
        use plugins::Scope::{Local, Project, User};
        use plugins::WhyOff::{All, Claude, Disabled, Managed, NotByDefault, NotEnabled};
        let scopes = [Local, Project, User].map(Claude);
        let all = [Managed, All, Disabled, NotByDefault, NotEnabled].into_iter();
        all.chain(scopes).map(word_of_off).collect()
    }
}

impl Words for plugins::HookPower {
    const NAME: &'static str = "PluginPower";

    fn words() -> Vec<&'static str> {
        use plugins::HookPower::{Full, Observer};
        let all = [Observer, Full(plugins::Product::Tackle)];
        all.map(word_of_power).into()
    }
}

impl Words for permission::Proceeds {
    const NAME: &'static str = "Proceeds";

    fn words() -> Vec<&'static str> {
        use permission::Proceeds::{Asks, No, Yes};
        [Yes, No, Asks].map(permission::Proceeds::as_str).into()
    }
}

impl Words for skills::Source {
    const NAME: &'static str = "SkillSource";

    fn words() -> Vec<&'static str> {
        use skills::Source::{Personal, Plugin, Project, Shipped};
        let plugin = String::new();
        let all = [Shipped, Personal, Project, Plugin { plugin }];
        all.iter().map(skills::Source::word).collect()
    }
}

impl Words for agents_md::Role {
    const NAME: &'static str = "AgentRole";

    fn words() -> Vec<&'static str> {
        use agents_md::Role::{Delegate, Explore};
        [Explore, Delegate].map(agents_md::Role::word).into()
    }
}

impl Words for agents_md::AgentSource {
    const NAME: &'static str = "AgentSource";

    fn words() -> Vec<&'static str> {
        report::sources()
    }
}

impl Words for agents_md::Product {
    const NAME: &'static str = "AgentProduct";

    fn words() -> Vec<&'static str> {
        use agents_md::Product::{ClaudeCode, Nemocode, Ours};
        [Ours, Nemocode, ClaudeCode].map(report::product).into()
    }
}

impl Words for agents_md::InstructionSource {
    const NAME: &'static str = "InstructionOrigin";

    fn words() -> Vec<&'static str> {
        use agents_md::InstructionSource::{Personal, Repository};
        [Personal, Repository].map(instructions::source).into()
    }
}
