//! What a command hook gets to see, and what is reported of it. Real processes: they are the subject.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use hooks_core::{
    Action, CommandLine, DialectId, Ended, Environment, EnvironmentRule, Handler, HookBackend,
    HookCall, RawReply, Shell, Trail, parse_document,
};
use stdx::{Cancel, block_on};

use crate::{BaseEnvironment, CommandBackend};

/// The base environment of all tests: a path, a secret, a variable of git, a locale.
fn base() -> BaseEnvironment {
    let variables = [
        ("PATH", "/usr/bin:/bin"),
        ("API_KEY", "secret"),
        ("GIT_DIR", "/elsewhere/.git"),
        ("LC_ALL", "C"),
        ("OTEL_X", "1"),
        ("KEEP_ME", "kept"),
    ];
    BaseEnvironment::new(variables.map(|(name, value)| (name.into(), value.into())))
        .keeping([OsString::from("KEEP_ME")])
}

/// A handler with this command line, made by reading a file as any other.
fn handler(command: CommandLine) -> Handler {
    let text = br#"{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}"#;
    let document = parse_document("settings.json".as_ref(), text).unwrap();
    let dialect = DialectId::ClaudeCode.dialect();
    let mut config = (dialect.read_config)(dialect.rules, &document);
    let mut handler = config.handlers.remove(0);
    handler.action = Action::Command(command);
    handler
}

fn run(command: CommandLine, environment: Environment) -> RawReply {
    let handler = handler(command);
    let call = HookCall {
        handler: &handler,
        stdin: Arc::from(b"{\"a\":1}".as_slice()),
        environment,
        cwd: Path::new("/tmp"),
        timeout: Duration::from_secs(20),
        cancel: Cancel::new(),
        trail: Trail::default().with("outer"),
    };
    block_on(CommandBackend::new(base()).run(call))
}

fn environment(base: EnvironmentRule) -> Environment {
    Environment {
        base,
        unset: &["OTEL_*"],
        set: vec![("CLAUDE_PROJECT_DIR".to_owned(), "/my project".into())],
    }
}

fn shell(line: &str) -> CommandLine {
    CommandLine::Shell {
        line: line.to_owned(),
        shell: Shell::Standard,
    }
}

#[track_caller]
fn check(command: CommandLine, base: EnvironmentRule, expected: &str) {
    let reply = run(command, environment(base));
    assert_eq!(reply.ended, Ended::Exit(0), "{reply:?}");
    assert_eq!(reply.stdout.text(), expected);
}

#[test]
fn a_hook_inherits_all_but_what_names_a_repository_or_is_taken_away() {
    let line = r#"echo "${API_KEY-unset} ${GIT_DIR-unset} ${OTEL_X-unset} $CLAUDE_PROJECT_DIR $TACKLE_TRAIL""#;
    check(
        shell(line),
        EnvironmentRule::Inherited,
        "secret unset unset /my project outer\n",
    );
}

#[test]
fn a_cleaned_environment_keeps_harmless_names_alone() {
    let line = r#"echo "${API_KEY-unset} ${GIT_DIR-unset} $LC_ALL $KEEP_ME $CLAUDE_PROJECT_DIR""#;
    check(
        shell(line),
        EnvironmentRule::Cleaned,
        "unset unset C kept /my project\n",
    );
}

#[test]
fn the_exec_form_has_no_shell_and_fills_placeholders_once() {
    let args = [
        "${CLAUDE_PROJECT_DIR}/x; echo no",
        "$CLAUDE_PROJECT_DIR",
        "${OTHER}",
    ];
    let command = CommandLine::Exec {
        program: "printf".to_owned(),
        args: std::iter::once("%s|")
            .chain(args)
            .map(str::to_owned)
            .collect(),
    };
    let expected = "/my project/x; echo no|$CLAUDE_PROJECT_DIR|${OTHER}|";
    check(command, EnvironmentRule::Inherited, expected);
}

#[test]
fn the_payload_is_there_with_its_end() {
    check(shell("cat"), EnvironmentRule::Inherited, "{\"a\":1}");
}

#[test]
fn a_script_that_is_not_there_is_named() {
    let reply = run(shell("./gone.sh"), environment(EnvironmentRule::Inherited));
    assert_eq!(reply.ended, Ended::Exit(127));
    assert!(
        reply.notes.iter().any(|it| it.contains("gone.sh")),
        "{:?}",
        reply.notes
    );
}

#[test]
fn a_program_that_is_not_there_never_started() {
    let command = CommandLine::Exec {
        program: "no-such-program".to_owned(),
        args: Vec::new(),
    };
    let reply = run(command, environment(EnvironmentRule::Inherited));
    let Ended::NotStarted(fault) = reply.ended else {
        panic!("it started: {reply:?}");
    };
    assert!(fault.message.contains("no-such-program"), "{fault:?}");
}
