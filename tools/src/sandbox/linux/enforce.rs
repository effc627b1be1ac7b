//! Landlock: who may write where, and without a view of its own also who may read.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};

use super::super::grants::{Exceptions, grants};
use super::super::{Availability, SandboxError, SandboxRules, View};
use super::real::{entries, entry};

/// The newest interface whose rights about writing are asked for: later ones are about devices and
/// sockets, which programs need.
const WRITING: ABI = ABI::V3;

const ABIS: [ABI; 10] = [
    ABI::V1,
    ABI::V2,
    ABI::V3,
    ABI::V4,
    ABI::V5,
    ABI::V6,
    ABI::V7,
    ABI::V8,
    ABI::V9,
    ABI::V10,
];

/// Whether this system has sandboxes. Restricts nothing.
pub fn available() -> Availability {
    let works = |it: &&ABI| {
        let ruleset = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        let ruleset = ruleset.handle_access(AccessFs::from_all(**it));
        ruleset.and_then(Ruleset::create).is_ok()
    };
    match ABIS.iter().rev().find(works) {
        Some(abi) => Availability::Landlock { abi: *abi as u32 },
        None => Availability::Missing {
            why: "the kernel has no Landlock, or it is switched off".to_owned(),
        },
    }
}

/// Restricts this thread for good.
pub(super) fn restrict(rules: &SandboxRules, view: &View) -> Result<(), SandboxError> {
    match try_restrict(rules, view) {
        Ok(RulesetStatus::NotEnforced) => Err(SandboxError::Missing {
            why: "the kernel has no Landlock, or it is switched off".to_owned(),
        }),
        Ok(_) => Ok(()),
        Err(error) => Err(SandboxError::Landlock {
            message: error.to_string(),
        }),
    }
}

fn try_restrict(rules: &SandboxRules, view: &View) -> Result<RulesetStatus, RulesetError> {
    let writing = AccessFs::from_write(WRITING);
    let ruleset = Ruleset::default().handle_access(writing)?;
    // What is confined cannot end what is not, such as the daemon.
    let ruleset = ruleset.scope(Scope::Signal)?;
    let writable = writing & !(AccessFs::MakeChar | AccessFs::MakeBlock);
    let created = match view {
        View::Own => ruleset.create()?,
        View::Shared { .. } => {
            let created = ruleset.handle_access(AccessFs::ReadFile)?.create()?;
            grant(created, &readable_paths(rules), AccessFs::ReadFile.into())?
        }
    };
    let created = grant(created, &writable_paths(rules, view), writable)?;
    Ok(created.restrict_self()?.ruleset)
}

fn writable_paths(rules: &SandboxRules, view: &View) -> Vec<PathBuf> {
    match view {
        // Read-only mounts hold the exceptions.
        View::Own => rules.writable.clone(),
        View::Shared { .. } => {
            let each = rules.writable.iter();
            each.flat_map(|it| writable_below(it, rules)).collect()
        }
    }
}

fn writable_below(path: &Path, rules: &SandboxRules) -> Vec<PathBuf> {
    let inside = rules.hidden.iter().filter(|it| !path.starts_with(it));
    let whole = rules
        .protected
        .iter()
        .filter(|it| !is_of_git(it))
        .chain(inside);
    let whole: Vec<PathBuf> = whole.cloned().collect();
    let except = Exceptions {
        whole: &whole,
        shallow: &rules.fixed,
        but: &[],
    };
    grants(&entry(path), except, &entries)
}

/// Git makes and moves files right beside its configuration; without that there is no commit.
fn is_of_git(path: &Path) -> bool {
    path.components().any(|it| it.as_os_str() == ".git")
}

fn readable_paths(rules: &SandboxRules) -> Vec<PathBuf> {
    let seen: Vec<PathBuf> = rules.shown.iter().chain(&rules.writable).cloned().collect();
    let except = Exceptions {
        whole: &rules.hidden,
        shallow: &[],
        but: &seen,
    };
    grants(&entry(Path::new("/")), except, &entries)
}

/// What vanished meanwhile, or cannot be reached anyway, needs no grant.
fn grant(
    ruleset: RulesetCreated,
    paths: &[PathBuf],
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let opened = paths
        .iter()
        .filter_map(|it| Some((it, PathFd::new(it).ok()?)));
    opened
        .map(|(path, fd)| match path.is_dir() {
            true => PathBeneath::new(fd, access),
            false => PathBeneath::new(fd, access & AccessFs::from_file(WRITING)),
        })
        .try_fold(ruleset, RulesetCreated::add_rule)
}
