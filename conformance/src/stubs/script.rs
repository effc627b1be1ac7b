//! The stubs of a case as they answer one event in one dialect.

use std::collections::BTreeMap;

use hooks_core::{Dialect, DialectId, EventName, Neutral};
use serde_json::{Map, Value};

use crate::case::{Case, Fire, GivenHook, HookType, Says, Stub, StubKind, Verb, When};
use crate::error::CaseError;
use crate::stage::{Stage, dialect_of};
use crate::words::Speech;

/// The answers of every stub, in the order of its calls; one alone answers all.
#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    pub(crate) answers: BTreeMap<String, Vec<Answer>>,
    /// What a stub should say and its dialect has no words for.
    pub(crate) unsayable: BTreeMap<String, Vec<&'static str>>,
}

/// How a stub answers one call.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) ending: Ending,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    /// The stub that must have been started before.
    pub(crate) waits_for: Option<String>,
    pub(crate) reads_stdin: bool,
    /// The rest of what the case says, for servers, models and skills.
    pub(crate) stub: Stub,
}

/// How a program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Exit(i32),
    Signal(i32),
    /// Only by force.
    Killed,
}

/// For which event a stub speaks.
#[derive(Clone, Copy)]
struct Occasion<'a> {
    case: &'a Case,
    stage: &'a Stage,
    fire: Option<&'a Fire>,
}

impl Script {
    /// The stubs of a case for one of its steps.
    pub(crate) fn of(case: &Case, when: &When, stage: &Stage) -> Result<Script, CaseError> {
        let fire = match &when.verb {
            Verb::Fire(fire) => Some(fire.as_ref()),
            _ => None,
        };
        let occasion = Occasion { case, stage, fire };
        let mut res = Script::default();
        for (name, stubs) in &case.stubs {
            let answers: Result<Vec<_>, _> = stubs
                .0
                .iter()
                .map(|it| res.answer(name, it, occasion))
                .collect();
            res.answers.insert(name.clone(), answers?);
        }
        Ok(res)
    }

    /// The stubs that stand in for programs.
    pub(crate) fn programs(&self) -> impl Iterator<Item = &str> {
        self.names(StubKind::Command)
    }

    /// The names of the stubs of a kind.
    pub(crate) fn of_kind(&self, kind: StubKind) -> Vec<String> {
        self.names(kind).map(str::to_owned).collect()
    }

    /// The stub of a kind whose name occurs in a text.
    pub(crate) fn named_in(&self, text: &str, kind: StubKind) -> Option<String> {
        self.names(kind)
            .find(|it| text.contains(it))
            .map(str::to_owned)
    }

    fn names(&self, kind: StubKind) -> impl Iterator<Item = &str> {
        let is_kind =
            move |answers: &[Answer]| answers.first().is_some_and(|it| it.stub.kind == kind);
        let of_kind = self.answers.iter().filter(move |(_, it)| is_kind(it));
        of_kind.map(|(name, _)| name.as_str())
    }

    fn answer(
        &mut self,
        name: &str,
        stub: &Stub,
        occasion: Occasion<'_>,
    ) -> Result<Answer, CaseError> {
        let read = |name: &str| occasion.stage.of_case(name);
        let bytes = |content: &Option<crate::case::Content>| match content {
            Some(content) => content.bytes(read),
            None => Ok(Vec::new()),
        };
        let mut stdout = bytes(&stub.stdout)?;
        if let Some(says) = &stub.says {
            stdout = self.said(name, says, occasion)?.into_bytes();
        }
        let started = |it: &String| it.strip_suffix(".started").map(str::to_owned);
        Ok(Answer {
            ending: ending(stub),
            stdout,
            stderr: bytes(&stub.stderr)?,
            waits_for: stub.waits_for.as_ref().and_then(started),
            reads_stdin: stub.reads_stdin,
            stub: stub.clone(),
        })
    }

    /// A neutral answer in the words of the dialect that hears it. What cannot be said is left out
    /// and noted.
    fn said(
        &mut self,
        name: &str,
        says: &Says,
        occasion: Occasion<'_>,
    ) -> Result<String, CaseError> {
        let hook = occasion.hook_of(name);
        let dialect = occasion.dialect(hook)?.unwrap_or(DialectId::Tackle);
        let event = occasion.event(hook)?;
        let rules = dialect.dialect().rules;
        let Some(event) = rules.event(&EventName::from_word(&event)) else {
            self.unsayable
                .entry(name.to_owned())
                .or_default()
                .push("event");
            return Ok(String::new());
        };
        let rewrite = occasion.rewrite(says, dialect)?;
        let mut neutral = neutral(says, rewrite);
        loop {
            match say(dialect.dialect(), event, &neutral) {
                Ok(text) => return Ok(text),
                Err(what) if !drop_part(&mut neutral, what) => {
                    return Err(CaseError::nonsense(format!(
                        "{dialect} cannot say `{what}`"
                    )));
                }
                Err(what) => self
                    .unsayable
                    .entry(name.to_owned())
                    .or_default()
                    .push(what),
            }
        }
    }
}

fn say(
    dialect: &Dialect,
    event: &hooks_core::EventRules,
    neutral: &Neutral,
) -> Result<String, &'static str> {
    (dialect.say)(dialect.rules, event, neutral).map_err(|it| it.what)
}

fn ending(stub: &Stub) -> Ending {
    match (stub.sleeps_until_killed, stub.signal) {
        (true, _) => Ending::Killed,
        (false, Some(signal)) => Ending::Signal(signal),
        (false, None) => Ending::Exit(stub.exit),
    }
}

impl<'a> Occasion<'a> {
    /// The hook that runs a stub; of several the one that waits for what is fired.
    fn hook_of(self, name: &str) -> Option<&'a GivenHook> {
        let runs_it = |it: &&GivenHook| stub_of(it).as_deref() == Some(name);
        let fired = self.fire.map(|it| it.event.as_str());
        let mut hooks = self.case.given.hooks.iter().filter(runs_it);
        let exact = hooks.clone().find(|it| Some(it.on.as_str()) == fired);
        exact.or_else(|| hooks.next())
    }

    fn dialect(self, hook: Option<&GivenHook>) -> Result<Option<DialectId>, CaseError> {
        match hook {
            Some(hook) => dialect_of(hook, self.stage.run_in),
            None => Ok(self.stage.run_in),
        }
    }

    fn event(self, hook: Option<&GivenHook>) -> Result<String, CaseError> {
        let on = hook.map(|it| it.on.clone());
        let fired = || self.fire.map(|it| it.event.clone());
        on.or_else(fired)
            .ok_or_else(|| CaseError::nonsense("`says` needs an event: give `stdout`"))
    }

    fn rewrite(
        self,
        says: &Says,
        dialect: DialectId,
    ) -> Result<Option<Map<String, Value>>, CaseError> {
        let Some(ours) = &says.rewrite else {
            return Ok(None);
        };
        let Some(tool) = self.fire.and_then(|it| it.tool.as_deref()) else {
            return Ok(Some(ours.clone()));
        };
        let speech = Speech {
            dialect: Some(dialect),
        };
        speech.input(tool, ours).map(Some)
    }
}

/// The name of the stub that a command hook runs.
fn stub_of(hook: &GivenHook) -> Option<String> {
    match hook.kind {
        HookType::Command => {
            let program = hook.exec.as_ref().and_then(|it| it.first().cloned());
            program.or_else(|| hook.run.as_deref().and_then(first_word))
        }
        HookType::Http
        | HookType::Prompt
        | HookType::Agent
        | HookType::Skill
        | HookType::McpTool => None,
    }
}

/// The first word of a command line.
fn first_word(line: &str) -> Option<String> {
    line.split_whitespace().next().map(str::to_owned)
}

fn neutral(says: &Says, rewrite: Option<Map<String, Value>>) -> Neutral {
    Neutral {
        block: says.block.clone(),
        allow: says.allow.clone(),
        ask: says.ask.clone(),
        rewrite,
        context: says.context.clone(),
        note: says.note.clone(),
        halt: says.halt.clone(),
    }
}

/// Leaves out what cannot be said; whether there was such a part.
fn drop_part(neutral: &mut Neutral, what: &str) -> bool {
    let text = match what {
        "block" | "deny" => &mut neutral.block,
        "allow" => &mut neutral.allow,
        "ask" => &mut neutral.ask,
        "context" => &mut neutral.context,
        "note" => &mut neutral.note,
        "halt" => &mut neutral.halt,
        _ => return neutral.rewrite.take().is_some(),
    };
    text.take().is_some()
}
