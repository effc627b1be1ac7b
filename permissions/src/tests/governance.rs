//! Managed settings and what they decide.

use std::path::Path;

use serde_json::json;

use super::{call, input};
use crate::{
    Governance, GovernanceDecision, HookCommand, ManagedFile, ManagedPlaces, Mode, Source,
    Switches, govern_command, govern_input,
};

const OURS: &str = r#"{
  "hooks": { "PreToolUse": [] },
  "permissions": { "deny": ["Bash(curl *)"], "defaultMode": "ask" },
  "strictHooks": true,
  "neuralinverse": {
    "hooks": { "tool.before": [] },
    "permissions": { "ask": ["run_shell(/opt/corp/*)"], "allow": ["run_shell(true)"] },
    "disableAllHooks": false,
    "allowManagedHooksOnly": true
  }
}"#;

const CLAUDE: &str = r#"{
  "permissions": { "deny": ["Edit(//etc/**)"], "defaultMode": "plan" },
  "disableAllHooks": true,
  "neuralinverse": { "permissions": { "deny": ["Bash"] } }
}"#;

fn file<'a>(bytes: &'a str, dialect: Option<&'a str>) -> ManagedFile<'a> {
    ManagedFile {
        file: Path::new("/etc/tackle/managed-settings.json"),
        bytes: bytes.as_bytes(),
        dialect,
    }
}

fn governance() -> Governance {
    let loaded = Governance::read(&[file(OURS, None), file(CLAUDE, Some("claude-code"))]);
    assert_eq!(loaded.problems, []);
    loaded.value
}

/// `-`, or what is decided and by which rule.
fn shown(decision: &GovernanceDecision) -> String {
    let (word, rule) = match decision {
        GovernanceDecision::NotGoverned => return "-".to_owned(),
        GovernanceDecision::Allowed { rule } => ("allowed", rule),
        GovernanceDecision::NeedsApproval { rule } => ("approval", rule),
        GovernanceDecision::Refused { rule } => ("refused", rule),
    };
    assert_eq!(rule.source, Source::Managed);
    format!("{word} by {}", rule.text)
}

#[track_caller]
fn check(dialect: &str, command: &str, expected: &str) {
    let hook = HookCommand {
        command,
        cwd: Path::new("/src/app"),
        project: Path::new("/src/app"),
        home: Path::new("/home/ann"),
    };
    let found = govern_command(&governance().rules_for(dialect), &hook);
    assert_eq!(
        shown(&found),
        expected,
        "the hook command `{command}` of {dialect}"
    );
}

#[test]
fn a_hook_command_is_decided_like_a_command_of_the_agent() {
    check("neuralinverse", "curl x", "refused by Bash(curl *)");
    check(
        "neuralinverse",
        "cat | curl -d @- x",
        "refused by Bash(curl *)",
    );
    check(
        "neuralinverse",
        "/opt/corp/policy",
        "approval by run_shell(/opt/corp/*)",
    );
    check("neuralinverse", "true", "allowed by run_shell(true)");
    check("neuralinverse", "./check.sh", "-");
    check("neo", "$CLAUDE_PROJECT_DIR/check.sh", "-");
    check("neo", "\"$CLAUDE_PROJECT_DIR\"/check.sh $X", "-");
    check("neuralinverse", "$(cat x)", "refused by Bash(curl *)");
}

#[test]
fn a_section_speaks_for_its_dialect() {
    check("neo", "curl x", "refused by Bash(curl *)");
    check("neo", "/opt/corp/policy", "-");
    check("claude-code", "ls > /etc/x", "refused by Edit(//etc/**)");
    check("neo", "ls > /etc/x", "-");
}

#[test]
fn without_managed_rules_nothing_is_governed() {
    let none = Governance::default();
    let input = input(json!({ "command": "curl x" }));
    let found = govern_input(&none.rules_for("neuralinverse"), &call("run_shell", &input));
    assert_eq!(found, GovernanceDecision::NotGoverned);
}

#[test]
fn any_input_is_decided() {
    let input = input(json!({ "file_path": "/etc/hosts" }));
    let found = govern_input(&governance().all_rules(), &call("Write", &input));
    assert_eq!(shown(&found), "refused by Edit(//etc/**)");
}

#[test]
fn switches_and_modes_are_plain_data() {
    let governance = governance();
    let strict = Switches {
        strict_hooks: true,
        ..Switches::default()
    };
    assert_eq!(governance.switches("neo"), strict);
    assert_eq!(
        governance.switches("neuralinverse"),
        Switches {
            allow_managed_hooks_only: true,
            ..strict
        }
    );
    assert_eq!(
        governance.switches("claude-code"),
        Switches {
            disable_all_hooks: true,
            ..strict
        }
    );
    assert_eq!(governance.mode("neo"), Some(Mode::Ask));
    assert_eq!(governance.mode("claude-code"), Some(Mode::ReadOnly));
}

#[test]
fn one_broken_file_leaves_the_other() {
    let loaded = Governance::read(&[file("{", None), file(CLAUDE, Some("claude-code"))]);
    let codes: Vec<&str> = loaded.problems.iter().map(|it| &*it.code).collect();
    assert_eq!(codes, ["permissions/not-json"]);
    assert!(!loaded.value.all_rules().rules().is_empty());
    let loaded = Governance::read(&[file(r#"{"strictHooks": "yes"}"#, None)]);
    assert_eq!(
        loaded.problems[0].message,
        "`strictHooks` must be `true` or `false`, found text"
    );
}

#[test]
#[cfg(not(any(windows, target_os = "macos")))]
fn the_places_are_part_of_the_program() {
    let places = ManagedPlaces::system();
    assert_eq!(
        places.tackle(),
        Path::new("/etc/tackle/managed-settings.json")
    );
    assert_eq!(
        places.claude_code(),
        Path::new("/etc/claude-code/managed-settings.json")
    );
}
