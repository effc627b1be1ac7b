//! Two readers of one command line: where the quick one understands a line, it understands what
//! clap does.

use std::ffi::OsString;

use clap::{Arg, CommandFactory, Parser};

use super::{Cli, Command, Globals, hot};
use crate::commands::hooks::HooksCommand;
use crate::commands::hooks::run::options::RunOptions;

type Understood = Option<(Globals, RunOptions)>;

fn by_hand(words: &[&str]) -> Understood {
    let words: Vec<_> = words.iter().map(OsString::from).collect();
    hot::hooks_run(&words)
}

fn by_clap(words: &[&str]) -> Understood {
    let words = std::iter::once("tackle").chain(words.iter().copied());
    let Cli { globals, command } = Cli::try_parse_from(words).ok()?;
    match command {
        Command::Hooks(HooksCommand::Run(options)) => Some((globals, *options)),
        _ => None,
    }
}

/// The words after `hooks run`, and that both understand them alike.
#[track_caller]
fn check(line: &str) {
    let words: Vec<_> = ["hooks", "run"]
        .into_iter()
        .chain(line.split(' '))
        .collect();
    check_words(&words);
}

#[track_caller]
fn check_words(words: &[&str]) {
    let understood = by_hand(words);
    assert!(
        understood.is_some(),
        "the quick reader gives up on {words:?}"
    );
    assert_eq!(understood, by_clap(words), "{words:?}");
}

/// What clap refuses, the quick reader must not understand.
#[track_caller]
fn check_refused(words: &[&str]) {
    assert_eq!(by_clap(words), None, "clap understands {words:?}");
    assert_eq!(
        by_hand(words),
        None,
        "the quick reader understands {words:?}"
    );
}

#[test]
fn what_is_typed_often_is_understood_alike() {
    check("PreToolUse");
    check("tool.before --dialect neuralinverse");
    check("PreToolUse --tool Bash --tool-input {\"command\":\"git_push\"}");
    check("--tool Bash PreToolUse");
    check("PreToolUse --tool=Bash --tool-input=@input.json");
    check("PostToolUse --tool Read --tool-output @output.txt");
    check("UserPromptSubmit --prompt hello");
    check("UserPromptSubmit --prompt=-hello");
    check("UserPromptSubmit --prompt=");
    check("Stop --field stop_hook_active=true --field last_message=x");
    check("Stop --config a.json --config neo:b.json");
    check("Stop --payload -");
    check("Stop --payload=-");
    check("Stop --mode auto --approval nobody");
    check("Stop --mode=read-only --approval=yes");
    check("Stop --trust-all --dry-run --exit-code");
    check("Stop --json --quiet");
    check("Stop --home h --project p --color never");
    check("Stop -v");
    check("Stop -q --json");
    check_words(&["--json", "hooks", "run", "Stop"]);
    check_words(&["hooks", "--home=h", "run", "Stop", "--color", "always"]);
    check_words(&["-v", "hooks", "run", "Stop", "--dialect", "claude-code"]);
    check_words(&["hooks", "run", "Stop", "--prompt", ""]);
    check_words(&["hooks", "run", "", "--tool", "a b"]);
    check_words(&["hooks", "run", "-"]);
}

#[test]
fn what_is_wrong_is_left_to_clap() {
    check_refused(&[]);
    check_refused(&["hooks"]);
    check_refused(&["hooks", "run"]);
    check_refused(&["hooks", "list"]);
    check_refused(&["run", "hooks", "Stop"]);
    check_refused(&["hooks", "run", "Stop", "Stop"]);
    check_refused(&["hooks", "run", "Stop", "--dialect", "emacs"]);
    check_refused(&[
        "hooks",
        "run",
        "Stop",
        "--dialect",
        "neo",
        "--dialect",
        "neo",
    ]);
    check_refused(&["hooks", "run", "Stop", "--mode", "auto", "--mode", "ask"]);
    check_refused(&["hooks", "run", "Stop", "--color", "auto", "--color", "auto"]);
    check_refused(&["hooks", "run", "Stop", "--mode", "Ask"]);
    check_refused(&["hooks", "run", "Stop", "--tool"]);
    check_refused(&["hooks", "run", "Stop", "--tool", "-x"]);
    check_refused(&["hooks", "run", "Stop", "--tool", "--json"]);
    check_refused(&["hooks", "run", "Stop", "--tool", "-1"]);
    check_refused(&["hooks", "run", "Stop", "--home", ""]);
    check_refused(&["hooks", "run", "Stop", "--home="]);
    check_refused(&["hooks", "run", "Stop", "--json=yes"]);
    check_refused(&["hooks", "run", "Stop", "--dry"]);
    check_refused(&["hooks", "run", "Stop", "--dry-run", "--dry-run"]);
    check_refused(&["hooks", "run", "Stop", "-vv"]);
    check_refused(&["hooks", "run", "Stop", "-v", "-q"]);
    check_refused(&["hooks", "run", "Stop", "-x"]);
    check_refused(&["hooks", "run", "Stop", "--help"]);
    check_refused(&["hooks", "run", "--version"]);
    check_refused(&["--dialect", "neo", "hooks", "run", "Stop"]);
    check_refused(&["hooks", "--dry-run", "run", "Stop"]);
    check_refused(&["hooks", "--", "run", "Stop"]);
}

/// Every option of `hooks run` that clap knows, in each form in which it may be typed.
#[test]
fn the_quick_reader_knows_every_option() {
    let mut command = Cli::command();
    command.build();
    let found = command
        .find_subcommand("hooks")
        .and_then(|it| it.find_subcommand("run"));
    let run = found.expect("there is a `hooks run`");
    let is_option =
        |it: &&Arg| !it.is_positional() && !["help", "version"].contains(&it.get_id().as_str());
    let options: Vec<_> = run.get_arguments().filter(is_option).collect();
    assert!(options.len() > 15, "{} options are few", options.len());
    for option in options {
        for form in forms(option) {
            let words: Vec<_> = ["hooks", "run", "Stop"]
                .into_iter()
                .chain(form.iter().map(String::as_str))
                .collect();
            check_words(&words);
        }
    }
}

fn forms(option: &Arg) -> Vec<Vec<String>> {
    let long = option
        .get_long()
        .map(|it| format!("--{it}"))
        .expect("every option has a long name");
    if !option.get_action().takes_values() {
        let short = option.get_short().map(|it| vec![format!("-{it}")]);
        return short.into_iter().chain([vec![long]]).collect();
    }
    let values: Vec<_> = match option.get_possible_values() {
        words if !words.is_empty() => words.iter().map(|it| it.get_name().to_owned()).collect(),
        _ if option.get_id() == "dialect" => {
            hooks_core::DialectId::ALL.map(|it| it.to_string()).into()
        }
        _ => vec!["value".to_owned()],
    };
    let loose = values.iter().map(|it| vec![long.clone(), it.clone()]);
    let tied = values.iter().map(|it| vec![format!("{long}={it}")]);
    loose.chain(tied).collect()
}
