//! Decides by managed rules alone: hook commands, and inputs that hooks rewrote.

use std::path::Path;

use serde_json::{Map, Value};

use crate::call::Call;
use crate::decide::{RuleRef, Verdict, decide_by_rules};
use crate::managed::ManagedRules;

/// What the managed settings say about a command or a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub enum GovernanceDecision {
    /// No managed rule speaks of it, so what is below decides. Without managed rules nothing is
    /// governed.
    NotGoverned,
    /// A managed rule allows it.
    Allowed {
        /// That rule.
        rule: RuleRef,
    },
    /// A person must approve it, whatever hooks and rules below say [NI-45]; with nobody there it
    /// does not run.
    NeedsApproval {
        /// The rule that says so.
        rule: RuleRef,
    },
    /// It does not run.
    Refused {
        /// The rule that refuses it.
        rule: RuleRef,
    },
}

/// The command of a hook, as it is given to a shell.
#[derive(Clone, Copy, Debug)]
pub struct HookCommand<'a> {
    /// The command line.
    pub command: &'a str,
    /// The folder it runs in; absolute.
    pub cwd: &'a Path,
    /// The root of the project; absolute.
    pub project: &'a Path,
    /// The folder that `~` stands for; absolute.
    pub home: &'a Path,
}

/// Decides the command of a hook like a command that the agent runs [NI-40].
pub fn govern_command(rules: &ManagedRules, hook: &HookCommand<'_>) -> GovernanceDecision {
    let mut input = Map::new();
    input.insert("command".to_owned(), Value::from(hook.command));
    let call = Call {
        tool: "run_command",
        input: &input,
        cwd: hook.cwd,
        project: hook.project,
        home: hook.home,
    };
    govern_input(rules, &call)
}

/// Decides a call with its final input, rewritten or not [NI-46].
pub fn govern_input(rules: &ManagedRules, call: &Call<'_>) -> GovernanceDecision {
    let decision = decide_by_rules(rules.rules(), call);
    match (decision.verdict, decision.rule) {
        (Verdict::None, _) | (_, None) => GovernanceDecision::NotGoverned,
        (Verdict::Allow, Some(rule)) => GovernanceDecision::Allowed { rule },
        (Verdict::Ask, Some(rule)) => GovernanceDecision::NeedsApproval { rule },
        (Verdict::Deny, Some(rule)) => GovernanceDecision::Refused { rule },
    }
}
