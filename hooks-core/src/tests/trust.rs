//! Which files of a clone run.

use std::path::{Path, PathBuf};

use crate::{
    Asking, DialectId, Dialects, Fingerprint, HookPlace, LastTexts, LoadRequest, Loss, NoLastTexts,
    Recorded, Roots, Source, Trust, TrustDecision, TrustState, load,
};

/// One decision about every file.
#[derive(Debug)]
struct Decided(Option<Recorded>);

impl Trust for Decided {
    fn trusts_folder(&self, _workspace: &Path) -> bool {
        false
    }

    fn recorded(&self, _place: &HookPlace, _workspace: &Path) -> Option<Recorded> {
        self.0.clone()
    }
}

/// What every file said last.
#[derive(Debug)]
struct Said(String);

impl LastTexts for Said {
    fn keep(&self, _file: &Path, _text: &str) {}

    fn recall(&self, _file: &Path, _loss: Loss) -> Option<String> {
        Some(self.0.clone())
    }
}

struct Project {
    _folder: tempfile::TempDir,
    roots: Roots,
}

impl Project {
    fn new() -> Project {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let roots = Roots {
            home: root.join("home"),
            user: root.join("user"),
            repository: root.join("repo"),
            app_data: root.join("data"),
        };
        let project = Project {
            _folder: folder,
            roots,
        };
        project.write("repo/guard.sh", "exit 0\n");
        project
    }

    fn write(&self, path: &str, text: &str) -> PathBuf {
        let file = self.roots.home.parent().unwrap().join(path);
        stdx::fs::write_atomic(&file, text.as_bytes(), stdx::fs::Access::Keep).unwrap();
        file
    }

    fn place(&self, dialect: DialectId) -> HookPlace {
        let places = self.roots.places(dialect);
        places
            .into_iter()
            .find(|it| it.source == Source::Project && it.file.starts_with(&self.roots.repository))
            .unwrap()
    }

    /// The decision that a person would make about the file as it is now.
    fn decide(&self, dialect: DialectId, decision: TrustDecision) -> Recorded {
        let place = self.place(dialect);
        let bytes = stdx::fs::read(&place.file, stdx::fs::Limit { bytes: 1 << 20 }).unwrap();
        let document = crate::parse_document(&place.file, &bytes).unwrap();
        let row = dialect.dialect();
        let config = (row.read_config)(row.rules, &document);
        let found = Fingerprint::of(&place, &document, &config.handlers, &self.roots.repository);
        Recorded {
            decision,
            sha256: found.sha256,
            text: Some(found.text),
            scripts: found.scripts,
        }
    }

    /// Each layer's trust and commands.
    fn states(
        &self,
        dialect: DialectId,
        recorded: Option<Recorded>,
    ) -> Vec<(TrustState, Vec<String>)> {
        self.states_after(dialect, recorded, &NoLastTexts)
    }

    /// The same, where something is known of what files said before.
    fn states_after(
        &self,
        dialect: DialectId,
        recorded: Option<Recorded>,
        last: &dyn LastTexts,
    ) -> Vec<(TrustState, Vec<String>)> {
        let dialects = Dialects::default();
        let trust = Decided(recorded);
        let request = LoadRequest {
            last,
            files: &stdx::fs::Files::default(),
            places: vec![self.place(dialect)],
            plugins: Vec::new(),
            managed: Vec::new(),
            roots: &self.roots,
            dialects: &dialects,
            trust: &trust,
            asking: Asking::Needed,
        };
        let layers = load(&request).value;
        layers
            .iter()
            .map(|it| {
                (
                    it.trust,
                    it.handlers.iter().map(|it| it.action.summary()).collect(),
                )
            })
            .collect()
    }
}

fn claude(command: &str) -> String {
    format!(r#"{{"hooks":{{"Stop":[{{"hooks":[{{"type":"command","command":"{command}"}}]}}]}}}}"#)
}

#[track_caller]
fn check(actual: Vec<(TrustState, Vec<String>)>, expected: &[(TrustState, &[&str])]) {
    let expected: Vec<_> = expected
        .iter()
        .map(|(state, commands)| {
            (
                *state,
                commands
                    .iter()
                    .map(|it| (*it).to_owned())
                    .collect::<Vec<_>>(),
            )
        })
        .collect();
    assert_eq!(actual, expected);
}

#[test]
fn a_decision_belongs_to_exact_bytes() {
    let project = Project::new();
    project.write("repo/.claude/settings.json", &claude("./guard.sh"));
    check(
        project.states(DialectId::ClaudeCode, None),
        &[(TrustState::Undecided, &["./guard.sh"])],
    );
    let allowed = project.decide(DialectId::ClaudeCode, TrustDecision::Allow);
    check(
        project.states(DialectId::ClaudeCode, Some(allowed.clone())),
        &[(TrustState::Allowed, &["./guard.sh"])],
    );
    let denied = project.decide(DialectId::ClaudeCode, TrustDecision::Deny);
    check(
        project.states(DialectId::ClaudeCode, Some(denied)),
        &[(TrustState::Denied, &["./guard.sh"])],
    );

    project.write("repo/.claude/settings.json", &claude("./other.sh"));
    check(
        project.states(DialectId::ClaudeCode, Some(allowed)),
        &[
            (TrustState::Allowed, &["./guard.sh"]),
            (TrustState::Changed, &["./other.sh"]),
        ],
    );
}

#[test]
fn a_changed_script_is_a_changed_hook() {
    let project = Project::new();
    project.write("repo/.claude/settings.json", &claude("sh ./guard.sh"));
    let allowed = project.decide(DialectId::ClaudeCode, TrustDecision::Allow);
    project.write("repo/guard.sh", "rm -r ~\n");
    check(
        project.states(DialectId::ClaudeCode, Some(allowed)),
        &[(TrustState::Changed, &["sh ./guard.sh"])],
    );
}

/// Every common way to name a script of the project is seen.
#[test]
fn a_script_is_found_however_it_is_named() {
    let lines = [
        "./guard.sh",
        "sh guard.sh --fast",
        r#"\"$CLAUDE_PROJECT_DIR\"/s/a.sh"#,
        r#"\"${CLAUDE_PROJECT_DIR}/s/a.sh\" x"#,
        "${CLAUDE_PROJECT_DIR:-.}/s/a.sh",
        "cd s && ./a.sh",
        "cd s; exec ./a.sh",
        "sh -c 'cd s && ./a.sh'",
        "cat x | s/a.sh > /dev/null",
        "FOO=1 s/a.sh",
        r#"\"$(git rev-parse --show-toplevel)/s/a.sh\""#,
        "`pwd`/s/a.sh",
        "P=$CLAUDE_PROJECT_DIR; $P/s/a.sh",
        r"s/a\\ b.sh",
    ];
    for line in lines {
        let project = Project::new();
        project.write("repo/s/a.sh", "exit 0\n");
        project.write("repo/s/a b.sh", "exit 0\n");
        project.write("repo/.claude/settings.json", &claude(line));
        let allowed = project.decide(DialectId::ClaudeCode, TrustDecision::Allow);
        project.write("repo/s/a.sh", "exit 1\n");
        project.write("repo/s/a b.sh", "exit 1\n");
        project.write("repo/guard.sh", "exit 1\n");
        let states = project.states(DialectId::ClaudeCode, Some(allowed));
        assert_eq!(states[0].0, TrustState::Changed, "{line}");
    }
}

#[test]
fn events_at_the_root_and_the_off_switch_are_covered() {
    let project = Project::new();
    let with = |command: &str| {
        format!(r#"{{"Stop":[{{"type":"command","command":"{command}"}}],"theme":"dark"}}"#)
    };
    project.write("repo/.neo/settings.json", &with("echo good"));
    let allowed = project.decide(DialectId::Neo, TrustDecision::Allow);
    project.write(
        "repo/.neo/settings.json",
        &with("echo good").replace("dark", "light"),
    );
    check(
        project.states(DialectId::Neo, Some(allowed.clone())),
        &[(TrustState::Allowed, &["echo good"])],
    );
    project.write("repo/.neo/settings.json", &with("echo evil"));
    check(
        project.states(DialectId::Neo, Some(allowed.clone())),
        &[
            (TrustState::Allowed, &["echo good"]),
            (TrustState::Changed, &["echo evil"]),
        ],
    );
    let off = with("echo good").replacen('{', r#"{"disableAllHooks":true,"#, 1);
    project.write("repo/.neo/settings.json", &off);
    check(
        project.states(DialectId::Neo, Some(allowed)),
        &[
            (TrustState::Allowed, &["echo good"]),
            (TrustState::Changed, &[]),
        ],
    );
}

/// A second value under a key that is already there is a change like any other.
#[test]
fn a_key_that_stands_twice_hides_nothing() {
    let project = Project::new();
    project.write("repo/.claude/settings.json", &claude("echo good"));
    let allowed = project.decide(DialectId::ClaudeCode, TrustDecision::Allow);
    let evil = r#""Stop":[{"hooks":[{"type":"command","command":"echo evil"}]}],"Stop""#;
    let twice = claude("echo good").replace(r#""Stop""#, evil);
    project.write("repo/.claude/settings.json", &twice);
    check(
        project.states(DialectId::ClaudeCode, Some(allowed)),
        &[
            (TrustState::Allowed, &["echo good"]),
            (TrustState::Changed, &["echo evil"]),
        ],
    );
}

#[test]
fn in_agent_v_a_changed_file_runs_nothing_and_scripts_are_not_covered() {
    let project = Project::new();
    project.write("repo/.vyotiq/hooks.json", &claude("./guard.sh"));
    let allowed = project.decide(DialectId::AgentV, TrustDecision::Allow);
    project.write("repo/guard.sh", "exit 1\n");
    check(
        project.states(DialectId::AgentV, Some(allowed.clone())),
        &[(TrustState::Allowed, &["./guard.sh"])],
    );
    project.write("repo/.vyotiq/hooks.json", &claude("./other.sh"));
    check(
        project.states(DialectId::AgentV, Some(allowed)),
        &[(TrustState::Changed, &["./other.sh"])],
    );
}

#[test]
fn a_new_permission_rule_beside_the_hooks_asks_nobody() {
    let project = Project::new();
    project.write("repo/.claude/settings.json", &claude("./guard.sh"));
    let allowed = project.decide(DialectId::ClaudeCode, TrustDecision::Allow);
    let with_rule =
        claude("./guard.sh").replacen('{', r#"{"permissions":{"deny":["Bash(rm *)"]},"#, 1);
    project.write("repo/.claude/settings.json", &with_rule);
    check(
        project.states(DialectId::ClaudeCode, Some(allowed)),
        &[(TrustState::Allowed, &["./guard.sh"])],
    );
}

/// Spoiling an allowed file switches nothing off, and the order in which scripts are named is no part
/// of a decision.
#[test]
fn a_file_that_is_broken_keeps_its_allowed_text_in_force() {
    let project = Project::new();
    let two = r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"sh ./z.sh"}]}],"PreToolUse":[{"hooks":[{"type":"command","command":"sh ./guard.sh"}]}]}}"#;
    project.write("repo/z.sh", "exit 0\n");
    project.write("repo/.claude/settings.json", two);
    let allowed = project.decide(DialectId::ClaudeCode, TrustDecision::Allow);
    let in_force: (TrustState, &[&str]) = (TrustState::Allowed, &["sh ./guard.sh", "sh ./z.sh"]);
    for broken in ["{", "", "[1]", "\u{0}"] {
        project.write("repo/.claude/settings.json", broken);
        check(
            project.states(DialectId::ClaudeCode, Some(allowed.clone())),
            &[in_force, (TrustState::Changed, &[])],
        );
    }
}

/// A file of the clone that is gone for a moment has no more power than it would have if it were there.
#[test]
fn what_a_lost_file_said_runs_as_far_as_it_is_allowed() {
    let project = Project::new();
    let text = claude("sh ./guard.sh");
    let file = project.write("repo/.claude/settings.json", &text);
    let decide = |it| Some(project.decide(DialectId::ClaudeCode, it));
    let (allowed, denied) = (decide(TrustDecision::Allow), decide(TrustDecision::Deny));
    std::fs::remove_file(file).unwrap();
    let said = Said(text);
    let after = |it| project.states_after(DialectId::ClaudeCode, it, &said);
    let in_force: (TrustState, &[&str]) = (TrustState::Allowed, &["sh ./guard.sh"]);
    check(after(allowed.clone()), &[in_force]);
    check(after(None), &[]);
    check(after(denied), &[]);
    project.write("repo/guard.sh", "rm -r ~\n");
    check(after(allowed), &[]);
}

/// Of two `hooks` keys both are read: the second does not switch the guards of the first off.
#[test]
fn every_hooks_key_is_read() {
    let project = Project::new();
    let twice = r#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"}]}]},"hooks":{"Stop":[{"hooks":[{"type":"command","command":"b"}]}]}}"#;
    project.write("repo/.claude/settings.json", twice);
    check(
        project.states(DialectId::ClaudeCode, None),
        &[(TrustState::Undecided, &["a", "b"])],
    );
}
