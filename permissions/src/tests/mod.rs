//! What each part promises, in tables.

mod commands;
mod conditions;
mod decisions;
mod disguise;
mod evasion;
mod files;
mod governance;
mod limits;
mod rules;
mod settings;
mod splitting;

use std::cell::Cell;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::{Call, Decision, List, Mode, Origin, Rule, RuleSet, Source, Verdict, decide};

thread_local! {
    static N_PARSES: Cell<usize> = const { Cell::new(0) };
}

/// Called by the parser, so that a test can say that it was not needed.
pub(crate) fn count_parse() {
    N_PARSES.set(N_PARSES.get() + 1);
}

fn n_parses() -> usize {
    N_PARSES.get()
}

fn origin(source: Source) -> Origin {
    Origin {
        source,
        file: None,
        place: None,
    }
}

/// A rule set from lines such as `deny Bash(rm *)`.
#[track_caller]
fn rules(text: &str) -> RuleSet {
    let mut res = RuleSet::default();
    for line in text.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let (list, rule) = line.split_once(' ').expect("a list and a rule");
        let list = match list {
            "allow" => List::Allow,
            "ask" => List::Ask,
            "deny" => List::Deny,
            other => panic!("no list is called `{other}`"),
        };
        let rule = Rule::parse(rule, origin(Source::Project)).value;
        res.add(list, rule.expect("a rule"));
    }
    res
}

fn input(value: Value) -> Map<String, Value> {
    value.as_object().expect("an object").clone()
}

fn call<'a>(tool: &'a str, input: &'a Map<String, Value>) -> Call<'a> {
    Call {
        tool,
        input,
        cwd: Path::new("/src/app"),
        project: Path::new("/src/app"),
        home: Path::new("/home/ann"),
    }
}

fn decide_command(rules: &RuleSet, command: &str) -> Decision {
    let input = input(json!({ "command": command }));
    decide(rules, &call("Bash", &input), Mode::Ask)
}

/// The verdict of rules alone; what no rule speaks of is [`Verdict::None`].
fn verdict(rules: &RuleSet, command: &str) -> Verdict {
    let input = input(json!({ "command": command }));
    crate::decide_by_rules(rules, &call("Bash", &input)).verdict
}
