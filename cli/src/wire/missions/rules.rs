//! Decides the calls of a mission by the project's rules, the organisation and the mode.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use hooks_core::{DialectId, Event, EventName, Session, ToolUse};
use missions::gate::{AskedBy, RuleVerdict};
use missions::{Grant, Rules, Scene};
use permissions::{Call, Decision, List, Mode, Origin, Rule, RuleSet, Source, Verdict};
use serde_json::{Map, Value};
use stdx::{PortError, Problem};

use super::facts::ours;
use super::grants;
use crate::wire::rules::{ManagedState, ProjectRules};

/// The rules of one mission.
#[derive(Debug)]
pub(crate) struct MissionRules {
    rules: RuleSet,
    managed: ManagedState,
    mode: Mode,
    granted: Mutex<Vec<String>>,
    cwd: PathBuf,
    project: PathBuf,
    home: PathBuf,
    /// Where a lasting yes is written: the person's own settings of this project.
    settings: PathBuf,
    cwd_event: Arc<Session>,
}

/// What a mission's rules are made of.
#[derive(Debug)]
pub(crate) struct RulesGround {
    /// The rules of all files.
    pub(crate) rules: ProjectRules,
    /// The mode.
    pub(crate) mode: Mode,
    /// The folder to work in.
    pub(crate) cwd: PathBuf,
    /// The project's root.
    pub(crate) project: PathBuf,
    /// The person's home.
    pub(crate) home: PathBuf,
    /// The person's own settings of this project.
    pub(crate) settings: PathBuf,
}

impl MissionRules {
    /// Rules over this ground.
    pub(crate) fn new(ground: RulesGround) -> MissionRules {
        let session = Session {
            id: String::new(),
            cwd: ground.cwd.clone(),
            project: ground.project.clone(),
            transcript: None,
        };
        MissionRules {
            rules: ground.rules.rules,
            managed: ground.rules.managed,
            mode: ground.mode,
            granted: Mutex::default(),
            cwd: ground.cwd,
            project: ground.project,
            home: ground.home,
            settings: ground.settings,
            cwd_event: Arc::new(session),
        }
    }

    /// All rules, with what a person and skills granted since.
    fn all(&self, scene: &Scene) -> RuleSet {
        let mut rules = self.rules.clone();
        let granted = self.granted.lock().unwrap_or_else(PoisonError::into_inner);
        for text in granted.iter().chain(&scene.granted) {
            // One that cannot be read grants nothing.
            if let Some(rule) = Rule::parse(text, origin()).value {
                rules.add(List::Allow, rule);
            }
        }
        rules
    }

    fn has_grants(&self, scene: &Scene) -> bool {
        let granted = self.granted.lock().unwrap_or_else(PoisonError::into_inner);
        !granted.is_empty() || !scene.granted.is_empty()
    }

    fn decision(&self, call: &Call<'_>, (tool, scene): (&str, &Scene)) -> Decision {
        let own;
        let rules = match self.has_grants(scene) {
            true => {
                own = self.all(scene);
                &own
            }
            false => &self.rules,
        };
        match is_harmless(tool) {
            true => permissions::decide_by_rules(rules, call),
            false => permissions::decide(rules, call, self.mode),
        }
    }
}

/// Asking a helper and opening a skill change nothing: what they lead to is decided call by call.
fn is_harmless(tool: &str) -> bool {
    matches!(tool, "ask_agent" | "skill")
}

fn origin() -> Origin {
    Origin {
        source: Source::User,
        file: None,
        place: None,
    }
}

impl Rules for MissionRules {
    fn decide(&self, tool: &str, input: &Map<String, Value>, scene: &Scene) -> RuleVerdict {
        let (name, input) = in_rule_words(tool, input, &self.cwd_event);
        let call = Call {
            tool: &name,
            input: &input,
            cwd: &self.cwd,
            project: &self.project,
            home: &self.home,
        };
        let decision = self.decision(&call, (tool, scene));
        if decision.verdict != Verdict::Deny && self.managed == ManagedState::Lost {
            // What the organisation would say nobody knows, so a person decides.
            return RuleVerdict::Ask(AskedBy::Governance);
        }
        verdict(decision, tool)
    }

    fn rule_for(&self, tool: &str, input: &Map<String, Value>) -> Option<String> {
        let (name, input) = in_rule_words(tool, input, &self.cwd_event);
        grants::rule_for(&name, &input, &self.project)
    }

    fn grant(&self, grant: Grant, rule: &str) -> Result<(), PortError> {
        let mut granted = self.granted.lock().unwrap_or_else(PoisonError::into_inner);
        granted.push(rule.to_owned());
        drop(granted);
        match grant {
            Grant::Mission => Ok(()),
            Grant::Always => grants::keep(&self.settings, rule).map_err(error),
        }
    }
}

fn error(problem: Problem) -> PortError {
    PortError::new(problem.message)
}

fn verdict(decision: Decision, tool: &str) -> RuleVerdict {
    let by = decision.rule.as_ref().map(|it| match it.source {
        Source::Managed => AskedBy::Governance,
        _ => AskedBy::Rule,
    });
    match (decision.verdict, by) {
        (Verdict::Deny, _) => RuleVerdict::Deny {
            reason: decision.reason,
        },
        (Verdict::Ask, Some(by)) => RuleVerdict::Ask(by),
        (Verdict::Ask, None) => RuleVerdict::Ordinary,
        (Verdict::None, _) if !is_harmless(tool) => RuleVerdict::Ordinary,
        (Verdict::Allow | Verdict::None, _) => RuleVerdict::Allow,
    }
}

/// Rules are written in Claude Code's words for tools and fields.
fn in_rule_words(
    tool: &str,
    input: &Map<String, Value>,
    session: &Session,
) -> (String, Map<String, Value>) {
    let mut event = Event::new(EventName::PreToolUse, session.clone());
    event.tool = Some(ToolUse {
        spoken: tool.to_owned(),
        meanings: ours().meanings(tool),
        input: input.clone(),
        call_id: None,
        output: None,
    });
    let claude = DialectId::ClaudeCode.dialect().vocabulary;
    match hooks_core::shown(claude, &event) {
        Some(shown) => (shown.name.into_owned(), shown.input),
        None => (tool.to_owned(), input.clone()),
    }
}
