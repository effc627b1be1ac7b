//! What the permission rules say of a tool call, and what follows from hooks and rules together.

use hooks_core::{DialectId, Event, EventName, Outcome, ToolUse, Verdict};
use missions::gate::{
    AskedBy, GateAction, GateEvent, GateState, HookVerdict, Input, RuleVerdict, step,
};
use permissions::{Call, Decision, Standing};
use serde_json::{Map, Value};

use super::options::{Approval, Mode, RunOptions};
use crate::commands::hooks::layers::{Scope, places};
use crate::context::Context;
use crate::wire::rules::{Grants, ManagedState, ProjectRules};
use crate::wire::trust_store::TrustStore;

/// What the rules say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Permission {
    /// The decision; `None` where there is no tool call to decide about.
    decision: Option<permissions::Verdict>,
    /// The rule that decided, if it was one.
    pub(crate) rule: Option<String>,
}

/// Whether what was about to happen goes ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proceeds {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// A person decides.
    Asks,
}

impl Proceeds {
    /// What follows once the question is answered; without an answer it stays open.
    pub(super) fn answered(self, answer: Option<Approval>) -> Proceeds {
        match (self, answer) {
            (Proceeds::Asks, Some(Approval::Yes)) => Proceeds::Yes,
            (Proceeds::Asks, Some(Approval::No | Approval::Nobody)) => Proceeds::No,
            (other, _) => other,
        }
    }

    /// The word of the JSON contract.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Proceeds::Yes => "yes",
            Proceeds::No => "no",
            Proceeds::Asks => "asks",
        }
    }
}

impl Permission {
    /// The word of the JSON contract.
    pub(crate) fn word(&self) -> &'static str {
        word(self.decision.unwrap_or(permissions::Verdict::None))
    }
}

/// The word for what rules decided.
pub(crate) fn word(verdict: permissions::Verdict) -> &'static str {
    match verdict {
        permissions::Verdict::None => "none",
        permissions::Verdict::Allow => "allow",
        permissions::Verdict::Ask => "ask",
        permissions::Verdict::Deny => "deny",
    }
}

/// The rules that hold: the organisation's always, those of settings files where a call is decided.
pub(crate) fn rules(
    context: &Context,
    options: &RunOptions,
    scope: &Scope,
    event: &Event,
) -> ProjectRules {
    let mut rules = ProjectRules::managed(context);
    if !is_about_permission(&event.name) {
        return rules;
    }
    let grants = match options.trust_all {
        true => Grants::Count,
        false => grants(context),
    };
    add_files(context, (scope, grants), &mut rules);
    rules
}

/// The rules that hold for whatever runs in the project.
pub(crate) fn rules_of_project(context: &Context) -> ProjectRules {
    let mut rules = ProjectRules::managed(context);
    add_files(context, (&Scope::default(), grants(context)), &mut rules);
    rules
}

/// Whether the rules of the repository may grant something.
fn grants(context: &Context) -> Grants {
    let trust = TrustStore::read(&context.roots, &context.settings.trusted_folders);
    match hooks_core::Trust::trusts_folder(&trust, &context.roots.repository) {
        true => Grants::Count,
        false => Grants::HeldBack,
    }
}

fn add_files(context: &Context, (scope, grants): (&Scope, Grants), rules: &mut ProjectRules) {
    for place in permission_files(context, scope) {
        let came_with_clone = scope.files.is_none() && context.roots.came_with_clone(&place.file);
        let standing = match (came_with_clone, grants) {
            (true, Grants::HeldBack) => Standing::OnlyNarrow,
            (true, Grants::Count) | (false, _) => Standing::Trusted,
        };
        rules.add(&context.files, &place, standing);
    }
}

/// The settings files: those whose hooks are read, and our own.
fn permission_files(context: &Context, scope: &Scope) -> Vec<hooks_core::HookPlace> {
    let ours = |mut place: hooks_core::HookPlace| {
        if place.dialect == DialectId::Tackle {
            place.file.set_file_name("settings.json");
        }
        place
    };
    match &scope.files {
        Some(files) => files.clone(),
        None => {
            let own = context.settings.places(&context.roots, DialectId::Tackle);
            let has_rules =
                |it: &hooks_core::HookPlace| it.covered == hooks_core::Covered::HooksPart;
            let others = places(context, scope).into_iter().filter(has_rules);
            own.into_iter().chain(others).map(ours).collect()
        }
    }
}

/// Decides the final input of a tool call.
pub(crate) fn decide(
    context: &Context,
    options: &RunOptions,
    event: &Event,
    rules: &ProjectRules,
) -> Permission {
    let Some(tool) = event
        .tool
        .as_ref()
        .filter(|_| is_about_permission(&event.name))
    else {
        return Permission::default();
    };
    let (name, input) = in_rule_words(event, tool);
    let call = Call {
        tool: &name,
        input: &input,
        cwd: &event.session.cwd,
        project: &event.session.project,
        home: &context.roots.user,
    };
    let mode = match options.mode {
        Mode::Ask => permissions::Mode::Ask,
        Mode::Auto => permissions::Mode::Auto,
        Mode::ReadOnly => permissions::Mode::ReadOnly,
    };
    let Decision { verdict, rule, .. } = permissions::decide(&rules.rules, &call, mode);
    let lost = rules.managed == ManagedState::Lost && verdict != permissions::Verdict::Deny;
    if lost {
        return lost_rules();
    }
    Permission {
        decision: Some(verdict),
        rule: rule.map(|it| it.text),
    }
}

/// Where the organisation's rules cannot be read a person decides: neither a rule below nor a hook
/// stands in for what they would say.
fn lost_rules() -> Permission {
    Permission {
        decision: Some(permissions::Verdict::Ask),
        rule: Some("managed settings that cannot be read".to_owned()),
    }
}

/// Rules are written in Claude Code's words for tools and fields.
fn in_rule_words(event: &Event, tool: &ToolUse) -> (String, Map<String, Value>) {
    let claude = DialectId::ClaudeCode.dialect().vocabulary;
    match hooks_core::shown(claude, event) {
        Some(shown) => (shown.name.into_owned(), shown.input),
        None => (tool.spoken.clone(), tool.input.clone()),
    }
}

/// The events whose input is what will run.
fn is_about_permission(event: &EventName) -> bool {
    matches!(event, EventName::PreToolUse | EventName::PermissionRequest)
}

/// What follows from hooks and rules together: deny rules and a block come first, then every wish to
/// ask; a hook's allow spares the ordinary question alone [NI-32, NI-33].
pub(crate) fn proceeds(event: &Event, outcome: &Outcome, permission: &Permission) -> Proceeds {
    use permissions::Verdict::Deny;
    if outcome.verdict.blocks() || outcome.keep_going.is_some() {
        return Proceeds::No;
    }
    // A turn that ends here never shows its prompt to the agent; a tool still runs (both observed).
    if outcome.halt.is_some() && event.name == EventName::UserPromptSubmit {
        return Proceeds::No;
    }
    if event.name == EventName::PermissionRequest && permission.decision == Some(Deny) {
        return Proceeds::No;
    }
    if event.name != EventName::PreToolUse {
        return Proceeds::Yes;
    }
    by_gate(outcome, permission)
}

/// Takes what was said through the machine that owns the order of a tool call, as far as the person.
fn by_gate(outcome: &Outcome, permission: &Permission) -> Proceeds {
    let said = [
        GateEvent::Called,
        GateEvent::Valid,
        GateEvent::Hooks {
            verdict: said_by_hooks(&outcome.verdict),
            input: Input::Kept,
        },
        GateEvent::Decided(permission.said_by_rules()),
        // What would be asked is left to whoever runs the call.
        GateEvent::Hooks {
            verdict: HookVerdict::None,
            input: Input::Kept,
        },
        GateEvent::Notified,
    ];
    let mut state = GateState::default();
    for event in said {
        let (next, action) = step(state, event);
        state = next;
        match action {
            GateAction::Refuse(_) => return Proceeds::No,
            GateAction::HooksAfter | GateAction::Run => return Proceeds::Yes,
            GateAction::AskPerson => return Proceeds::Asks,
            _ => {}
        }
    }
    Proceeds::Asks
}

fn said_by_hooks(verdict: &Verdict) -> HookVerdict {
    match verdict {
        Verdict::None => HookVerdict::None,
        Verdict::Allow { .. } => HookVerdict::Allow,
        Verdict::Ask { .. } => HookVerdict::Ask,
        Verdict::Block { by, reason } => HookVerdict::Block {
            by: by.clone(),
            reason: reason.clone(),
        },
    }
}

impl Permission {
    fn said_by_rules(&self) -> RuleVerdict {
        use permissions::Verdict::{Allow, Ask, Deny, None as NoRule};
        match self.decision.unwrap_or(NoRule) {
            Deny => RuleVerdict::Deny {
                reason: String::new(),
            },
            Allow => RuleVerdict::Allow,
            Ask if self.rule.is_some() => RuleVerdict::Ask(AskedBy::Rule),
            Ask | NoRule => RuleVerdict::Ordinary,
        }
    }
}
