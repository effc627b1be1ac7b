//! The permission rules of a project, and `if` rules of hooks, over `permissions`.

use std::path::PathBuf;
use std::sync::Arc;

use memchr::memmem;

use hooks_core::{DialectId, HookPlace, RuleCall, RuleMatcher, Source};
use permissions::{Call, Governance, ManagedFile, RuleSet, SettingsFile, Standing, read_settings};
use stdx::Problem;
use stdx::fs::{Files, Limit};

use crate::context::Context;

/// The largest settings file that is read.
const LIMIT: Limit = Limit {
    bytes: hooks_core::FILE_LIMIT,
};

/// All rules that hold in a project.
#[derive(Debug, Default)]
pub(crate) struct ProjectRules {
    /// The rules of all settings files, the organisation's first.
    pub(crate) rules: RuleSet,
    /// What the organisation says.
    pub(crate) governance: Governance,
    /// Whether that is all that it says.
    pub(crate) managed: ManagedState,
    /// What was wrong, and what was held back.
    pub(crate) problems: Vec<Problem>,
}

/// Whether the organisation's rules could be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ManagedState {
    /// They could, or there are none.
    #[default]
    Known,
    /// There is a file that could not be used: what it would refuse, nobody knows.
    Lost,
}

/// The code of a settings file whose rules are lost.
const UNREADABLE: &str = "permissions/unreadable";

/// Whether files of the repository may grant something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grants {
    /// They may: somebody trusts them.
    Count,
    /// They may only narrow.
    HeldBack,
}

impl ProjectRules {
    /// The organisation's rules alone.
    pub(crate) fn managed(context: &Context) -> ProjectRules {
        let managed = &context.world.managed;
        let mut problems = Vec::new();
        let mut read = |path| managed_bytes(&context.files, path, &mut problems);
        let (ours, claude) = (read(managed.tackle()), read(managed.claude_code()));
        let files = [
            ManagedFile {
                file: managed.tackle(),
                bytes: &ours,
                dialect: None,
            },
            ManagedFile {
                file: managed.claude_code(),
                bytes: &claude,
                dialect: Some("claude-code"),
            },
        ];
        let present: Vec<_> = files
            .into_iter()
            .filter(|it| !it.bytes.is_empty())
            .collect();
        let loaded = Governance::read(&present);
        problems.extend(loaded.problems);
        let is_lost = |it: &Problem| {
            let code = it.code.as_ref();
            matches!(
                code,
                UNREADABLE | "permissions/not-json" | "permissions/not-utf8"
            )
        };
        ProjectRules {
            rules: loaded.value.all_rules().rules().clone(),
            managed: if problems.iter().any(is_lost) {
                ManagedState::Lost
            } else {
                ManagedState::Known
            },
            governance: loaded.value,
            problems,
        }
    }

    /// Adds the rules of a settings file; one that is not there says nothing.
    pub(crate) fn add(&mut self, files: &Files, place: &HookPlace, standing: Standing) {
        let bytes = match files.read(&place.file, LIMIT) {
            Ok(bytes) => bytes,
            Err(error) if error.is_missing() => return,
            Err(error) => {
                let problem = Problem::error(UNREADABLE, error.with_cause());
                let hint = "no permission rule of this file holds until it can be read";
                self.problems
                    .push(problem.in_file(&place.file).with_hint(hint));
                return;
            }
        };
        if !may_have_rules(&bytes) {
            return;
        }
        let loaded = read_settings(&SettingsFile {
            file: &place.file,
            bytes: &bytes,
            source: source(place.source),
            standing,
        });
        self.problems.extend(loaded.problems);
        for held in &loaded.value.held_back {
            let text = format!(
                "`{}` in `{}` has no effect until the folder is trusted",
                stdx::text::printable(&held.text),
                held.key
            );
            let problem = Problem::note("permissions/held-back", text)
                .in_file(&place.file)
                .at(held.place);
            self.problems.push(
                problem.with_hint("list the folder under `trusted_folders` in your own settings"),
            );
        }
        self.rules.extend(loaded.value.rules);
    }

    /// Whether the organisation has any rule at all.
    pub(crate) fn governs(&self) -> bool {
        !self.governance.all_rules().rules().is_empty()
    }

    /// Whether a managed guard that fails to answer refuses, in any dialect.
    pub(crate) fn strict_hooks(&self) -> bool {
        DialectId::ALL
            .iter()
            .any(|it| self.governance.switches(it.as_str()).strict_hooks)
    }
}

/// The bytes of a managed file; none where there is no such file, a problem where it cannot be read.
fn managed_bytes(files: &Files, path: &std::path::Path, problems: &mut Vec<Problem>) -> Arc<[u8]> {
    match files.read(path, LIMIT) {
        Ok(bytes) => bytes,
        Err(error) if error.is_missing() => Arc::default(),
        Err(error) => {
            let hint = "what the organisation's rules would decide is asked until they can be read";
            let problem = Problem::error(UNREADABLE, error.with_cause());
            problems.push(problem.in_file(path).with_hint(hint));
            Arc::default()
        }
    }
}

/// Most files hold no rules, and looking for the word is cheaper than parsing. A key may also be
/// written with escapes.
fn may_have_rules(bytes: &[u8]) -> bool {
    let holds = |text: &str| memmem::find(bytes, text.as_bytes()).is_some();
    holds("permissions") || holds("\\u")
}

fn source(source: Source) -> permissions::Source {
    match source {
        Source::Managed => permissions::Source::Managed,
        Source::Project => permissions::Source::Project,
        Source::Local => permissions::Source::Local,
        Source::User | Source::Plugin | Source::Skill | Source::Agent => permissions::Source::User,
    }
}

/// Tests `if` rules by the permission grammar.
#[derive(Debug)]
pub(crate) struct RuleGrammar {
    /// The person's home folder, for `~/`.
    pub(crate) home: PathBuf,
}

impl RuleMatcher for RuleGrammar {
    fn matches(&self, rule: &str, call: &RuleCall<'_>) -> Result<bool, Problem> {
        let call = Call {
            tool: call.tool,
            input: call.input,
            cwd: call.cwd,
            project: call.project,
            home: &self.home,
        };
        permissions::matches(rule, &call)
    }
}
