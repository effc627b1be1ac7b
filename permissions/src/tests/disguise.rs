//! No combination of disguises lifts a deny.

use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::test_runner::Config;

use super::evasion::denied;
use super::{rules, verdict};
use crate::Verdict;

/// Ways to hide a command which must not change what it is.
fn disguise(command: impl Strategy<Value = String> + 'static) -> impl Strategy<Value = String> {
    let shapes: Vec<(&str, &str)> = vec![
        ("true && ", ""),
        ("true; ", ""),
        ("false || ", ""),
        ("cat x | ", ""),
        ("ls\n", "\n"),
        ("", " && true"),
        ("", " | cat"),
        ("", " > /dev/null 2>&1"),
        ("", " &"),
        ("", " # done"),
        ("(", ")"),
        ("{ ", "; }"),
        ("! ", ""),
        ("echo $(", ")"),
        ("echo \"$(", ")\""),
        ("x=$(", ")"),
        ("diff <(", ") y"),
        ("if true; then ", "; fi"),
        ("for x in a b; do ", "; done"),
        ("while ", "; do :; done"),
        ("case x in x) ", ";; esac"),
        ("f() { ", "; }; f"),
        ("cat <<EOF\n$(", ")\nEOF"),
        ("[[ -n $(", ") ]]"),
    ];
    (command, proptest::sample::select(shapes)).prop_map(|(command, (head, tail))| {
        // A here-document or a comment inside must have its line for itself.
        let tail = match command.contains("EOF") || command.contains('#') {
            true => format!("\n{}", tail.trim_start_matches([';', ' '])),
            false => tail.to_owned(),
        };
        format!("{head}{command}{tail}")
    })
}

/// Things that may stand before a simple command.
fn prefix() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(vec![
        "",
        "FOO=1 ",
        "FOO='a b' BAR=$(date) ",
        "timeout 5 ",
        "timeout -k 1 5 ",
        "nice -n 3 ",
        "nohup ",
        "time ",
        "command ",
        "env A=1 ",
        "stdbuf -oL ",
        "sudo ",
        "xargs ",
        "exec ",
        "< /dev/null ",
        "> /dev/null ",
        "/usr/bin/env ",
    ])
}

/// One way to write a word.
fn spelled(word: &'static str) -> impl Strategy<Value = String> {
    prop_oneof![
        Just(word.to_owned()),
        Just(format!("'{word}'")),
        Just(format!("\"{word}\"")),
        Just(format!("\\{word}")),
        Just(format!("$'{word}'")),
        (1..word.len()).prop_map(|at| format!("{}''{}", &word[..at], &word[at..])),
        (1..word.len()).prop_map(|at| format!("{}\"{}\"", &word[..at], &word[at..])),
        (1..word.len()).prop_map(|at| format!("{}\\{}", &word[..at], &word[at..])),
        (1..word.len()).prop_map(|at| format!("{}\\\n{}", &word[..at], &word[at..])),
        (1..word.len()).prop_map(|at| format!("{}$(true){}", &word[..at], &word[at..])),
    ]
}

fn push() -> impl Strategy<Value = String> {
    let words = (spelled("git"), spelled("push"), any::<bool>());
    (prefix(), prefix(), words).prop_map(|(outer, inner, (git, push, has_more))| {
        let more = if has_more { " origin main" } else { "" };
        // Only the shell and `env` take assignments.
        let takes_assignments = outer.is_empty() || outer.contains("env") || outer == "time ";
        let inner = if inner.contains('=') && !takes_assignments {
            ""
        } else {
            inner
        };
        format!("{outer}{inner}{git} {push}{more}")
    })
}

proptest! {
    #![proptest_config(Config { cases: 400, failure_persistence: None, ..Config::default() })]

    #[test]
    fn no_disguise_lifts_a_deny(command in disguise(disguise(disguise(push())))) {
        denied(&command);
    }

    #[test]
    fn no_disguise_in_an_inner_shell_lifts_a_deny(command in disguise(push())) {
        let quoted = command.replace('\'', "'\\''");
        denied(&format!("bash -c '{quoted}'"));
        denied(&format!("eval '{quoted}'"));
    }

    #[test]
    fn any_text_is_decided(command in "[ -~\n\t]{0,60}") {
        let found = verdict(&rules("allow Bash(ls *)\n deny Bash(rm *)"), &command);
        proptest::prop_assert_ne!(found, Verdict::Ask);
    }
}
