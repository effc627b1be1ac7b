//! The suite checks itself: what would make a case prove nothing is a failing test.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use super::{LoadedCase, Trial};
use crate::case::{Case, StubKind, Via};
use crate::requirements::Requirements;
use crate::stage::FILE_LIMIT;
use crate::transcript::canonical;

/// Something wrong with a case, whatever it claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The case, by its path.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

/// What is wrong with a case that can be read.
pub(super) fn case(loaded: &LoadedCase, requirements: &Requirements) -> Vec<Fault> {
    let case = &loaded.case;
    let mut messages = words(case, requirements);
    messages.extend(doors(loaded));
    messages.extend(stubs(case));
    messages.extend(files(loaded));
    messages.extend(expectations(loaded));
    let fault = |message| Fault {
        place: loaded.name.clone(),
        message,
    };
    messages.into_iter().map(fault).collect()
}

fn words(case: &Case, requirements: &Requirements) -> Vec<String> {
    let mut res = Vec::new();
    if case.about.trim().is_empty() {
        res.push("`about` must say what is claimed".to_owned());
    }
    let unknown = case.req.iter().filter(|it| !requirements.knows(it));
    res.extend(unknown.map(|it| format!("no requirement has the id `{it}`")));
    if case.whens.is_empty() {
        res.push("nothing happens: there is no `[[when]]`".to_owned());
    }
    let has_facts = case.whens.iter().any(|it| !it.facts.is_empty());
    if case.oracle.is_some() && !has_facts {
        res.push("`oracle` needs `facts`: what was recorded of the host".to_owned());
    }
    res
}

/// What only one driver can give.
fn doors(loaded: &LoadedCase) -> Vec<String> {
    let case = &loaded.case;
    let mut res = Vec::new();
    if case.via.is_empty() != case.why.is_none() {
        res.push("`via` and `why` go together".to_owned());
    }
    let mut only_inside = Vec::new();
    only_inside.extend(case.given.now.as_ref().map(|_| "`now`".to_owned()));
    only_inside.extend(case.given.terminal.then(|| "`terminal`".to_owned()));
    let kinds = case
        .stubs
        .iter()
        .filter(|(_, it)| !is_outside(it.kind(), loaded));
    only_inside.extend(kinds.map(|(name, _)| format!("stub `{name}`, which is no program,")));
    if case.via != [Via::Lib] {
        res.extend(
            only_inside
                .iter()
                .map(|it| format!("{it} needs `via = [\"lib\"]`")),
        );
    }
    if case.real {
        res.extend(
            only_inside
                .iter()
                .filter(|it| it.starts_with("stub"))
                .map(|it| format!("{it} cannot be `real`")),
        );
    }
    res
}

/// Whether a stub of this kind can be a program or a server of its own.
fn is_outside(kind: StubKind, loaded: &LoadedCase) -> bool {
    match kind {
        StubKind::Command => true,
        StubKind::Http => loaded.has_server,
        StubKind::Prompt | StubKind::Agent | StubKind::Skill => false,
    }
}

fn stubs(case: &Case) -> Vec<String> {
    let mut res = Vec::new();
    for (name, stubs) in &case.stubs {
        for stub in &stubs.0 {
            if stub.says.is_some() && stub.stdout.is_some() {
                res.push(format!(
                    "stub `{name}`: `says` and `stdout` exclude each other"
                ));
            }
            if let Some(what) = &stub.waits_for {
                let other = what
                    .strip_suffix(".started")
                    .filter(|it| case.stubs.contains_key(*it));
                if other.is_none() {
                    res.push(format!(
                        "stub `{name}`: `waits_for` must be `OTHER.started`, found `{what}`"
                    ));
                }
            }
        }
    }
    res
}

/// Files that nothing reads, and files that are not there.
fn files(loaded: &LoadedCase) -> Vec<String> {
    let sources: BTreeSet<&str> = loaded.case.sources().into_iter().collect();
    let missing = sources
        .iter()
        .filter(|it| !loaded.folder.join(it).is_file());
    let mut res: Vec<String> = missing
        .map(|it| format!("`{it}` is named and not there"))
        .collect();
    for name in entries(loaded, "") {
        let is_known = ["case.toml", "expect.json", "expect", "tree"].contains(&name.as_str());
        let is_source = sources
            .iter()
            .any(|it| *it == name || it.starts_with(&format!("{name}/")));
        if !is_known && !is_source {
            res.push(format!("`{name}` is used by nothing"));
        }
    }
    res
}

fn expectations(loaded: &LoadedCase) -> Vec<String> {
    let trials = loaded.case.dialects().map(|it| it.len()).unwrap_or(0);
    let mut found: Vec<String> = entries(loaded, "expect")
        .into_iter()
        .map(|it| format!("expect/{it}"))
        .collect();
    if loaded.folder.join("expect.json").is_file() {
        found.push("expect.json".to_owned());
    }
    let wanted = Trial::expectation_names(&loaded.case);
    let orphans = found.iter().filter(|it| !wanted.contains(it));
    let mut res: Vec<String> = orphans
        .map(|it| format!("`{it}` belongs to no run; this case has {trials} dialects"))
        .collect();
    let kept = found.iter().filter(|it| wanted.contains(it));
    res.extend(kept.filter_map(|it| not_canonical(loaded, it)));
    res
}

fn not_canonical(loaded: &LoadedCase, name: &str) -> Option<String> {
    let bytes = match stdx::fs::read(&loaded.folder.join(name), FILE_LIMIT) {
        Ok(bytes) => bytes,
        Err(error) => return Some(error.to_string()),
    };
    match serde_json::from_slice::<Value>(&bytes) {
        Err(error) => Some(format!("`{name}` is not JSON: {error}")),
        Ok(value) if canonical(&value).as_bytes() != bytes => Some(format!(
            "`{name}` is not canonical: keys sorted, two blanks of indent, a line feed at the end"
        )),
        Ok(_) => None,
    }
}

fn entries(loaded: &LoadedCase, below: &str) -> Vec<String> {
    let folder = loaded.folder.join(below);
    let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .map(|it| it.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
