//! Decides whether a tool call or a command is allowed.
//!
//! A [`Rule`], `Tool` or `Tool(pattern)`, stands in one of three lists of a [`RuleSet`], which is
//! filled from settings files ([`read_settings`]) and from the managed settings of an organisation
//! ([`Governance`]). [`decide`] holds a [`Call`] against the rules, deny over ask over allow, and
//! asks the [`Mode`] where no rule speaks. A shell command is taken apart by [`split`] first, so
//! that `ls && git push`, `FOO=1 git push` and `echo $(git push)` are all a `git push`.
//!
//! Does not run, read or ask anything: files come in as bytes, answers go out as values. Knows
//! nothing of hooks or agents; a hook's `if` is [`matches()`], and [`govern_command`] decides its
//! command.
//!
//! # Example
//!
//! ```
//! use permissions::{Call, Mode, SettingsFile, Source, Standing, Verdict, decide, read_settings};
//! use std::path::Path;
//!
//! let settings = read_settings(&SettingsFile {
//!     file: Path::new("/home/ann/.claude/settings.json"),
//!     bytes: br#"{ "permissions": { "allow": ["Bash(git *)"], "deny": ["Bash(git push *)"] } }"#,
//!     source: Source::User,
//!     standing: Standing::Trusted,
//! });
//! assert_eq!(settings.problems, []);
//!
//! let verdict = |command: &str| {
//!     let input = serde_json::json!({ "command": command });
//!     let call = Call {
//!         tool: "Bash",
//!         input: input.as_object().expect("it is an object"),
//!         cwd: Path::new("/src/app"),
//!         project: Path::new("/src/app"),
//!         home: Path::new("/home/ann"),
//!     };
//!     decide(&settings.value.rules, &call, Mode::Ask).verdict
//! };
//! assert_eq!(verdict("git status | git stripspace"), Verdict::Allow);
//! assert_eq!(verdict("git status | tee status.txt"), Verdict::Ask);
//! assert_eq!(verdict("git status && timeout 5 'git' pu\\sh"), Verdict::Deny);
//! ```
//!
//! # Limitations
//!
//! A rule on commands is about their words. What a program makes of its words is its own affair:
//! `git -C . push`, a script, `make`, `python -c` and an alias in a configuration file are not the
//! `git push` that a rule names. Rules on files see the file tools and the redirections of a
//! command, not what the programs in it open. Paths are compared as texts: a link is not followed,
//! so a caller who wants its target judged must ask about that path as well. Commands are read as
//! bash reads them; those of PowerShell are not taken apart. A deny rule may also hit what only may
//! be meant: `$X y` is every command, and `git "push x"` is a `git push`.

mod call;
mod condition;
mod decide;
mod govern;
mod json;
mod managed;
mod mode;
mod paths;
mod rule;
mod rule_set;
mod settings;
mod shell;
mod text;
mod tool;
mod wildcard;

pub use call::Call;
pub use condition::matches;
pub use decide::{Decision, RuleRef, Verdict, decide, decide_by_rules};
pub use govern::{GovernanceDecision, HookCommand, govern_command, govern_input};
pub use managed::{Governance, ManagedFile, ManagedPlaces, ManagedRules, Switches};
pub use mode::Mode;
pub use rule::{Origin, Rule, Source};
pub use rule_set::{List, RuleSet};
pub use settings::{HeldBack, PermissionSettings, SettingsFile, Standing, read_settings};
pub use shell::{Certainty, Part, Role, Split, split};

#[cfg(test)]
mod tests;
