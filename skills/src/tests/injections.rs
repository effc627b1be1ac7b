use std::sync::Mutex;

use stdx::Pending;

use crate::render::is_failure;
use crate::{
    Injection, InjectionReply, InjectionRunner, MAX_OUTPUT_CHARS, RenderRequest, Rendered,
    SkillError, commands, render,
};

use super::{codes, read_text, skill};

/// Answers `<command>` to each command, unless the command is one of the words below.
#[derive(Debug, Default)]
struct Echo {
    ran: Mutex<Vec<String>>,
}

impl InjectionRunner for Echo {
    fn run<'a>(&'a self, injection: Injection<'a>) -> Pending<'a, InjectionReply> {
        let command = injection.command.to_owned();
        self.ran.lock().unwrap().push(command.clone());
        let reply = match command.as_str() {
            "refuse" => InjectionReply::Refused {
                reason: "not on a Friday".to_owned(),
            },
            "fail" => InjectionReply::Failed {
                reason: "did not finish within 120s".to_owned(),
            },
            "false" => InjectionReply::Ran {
                exit: 1,
                output: "no\n".to_owned(),
            },
            "grep x y" => InjectionReply::Ran {
                exit: 1,
                output: String::new(),
            },
            "flood" => InjectionReply::Ran {
                exit: 0,
                output: "é".repeat(MAX_OUTPUT_CHARS + 1),
            },
            it => InjectionReply::Ran {
                exit: 0,
                output: format!("<{it}>\n"),
            },
        };
        Box::pin(async { reply })
    }
}

fn run(body: &str, arguments: &str) -> (Result<Rendered, SkillError>, Vec<String>) {
    let echo = Echo::default();
    let request = RenderRequest {
        arguments,
        ..RenderRequest::default()
    };
    let res = stdx::block_on(render(&skill(body), &request, &echo));
    (res, echo.ran.into_inner().unwrap())
}

#[track_caller]
fn check(body: &str, arguments: &str, expected: &str) {
    let (res, _) = run(body, arguments);
    assert_eq!(res.unwrap().prompt, expected, "{body:?} with {arguments:?}");
}

#[track_caller]
fn check_shown(body: &str, expected: &[&str]) {
    let (res, ran) = run(body, "");
    let res = res.unwrap();
    assert_eq!(res.prompt, body, "the text stays");
    assert_eq!(ran, [""; 0], "nothing runs");
    assert_eq!(codes(&res.problems), expected);
}

#[track_caller]
fn check_refused(body: &str, arguments: &str, expected: &str) {
    let (res, _) = run(body, arguments);
    assert_eq!(res.unwrap_err().to_string(), expected);
}

#[test]
fn a_command_runs_at_a_line_start_or_after_a_blank() {
    check("!`date`", "", "<date>");
    check(
        "It is !`date` now\n- !`who`",
        "",
        "It is <date> now\n- <who>",
    );
    check("a!`date`", "", "a!`date`");
    check("(!`date`)", "", "(!`date`)");
    check("`a` !`date` `b`", "", "`a` <date> `b`");
    check("! `date`", "", "! `date`");
    check("!` `", "", "!` `");
}

#[test]
fn a_block_runs_as_one_command() {
    check(
        "Now:\n```!\ngit status\ngit diff\n```\nGo.",
        "",
        "Now:\n<git status\ngit diff>\nGo.",
    );
    check("```!\n\n```", "", "```!\n\n```");
}

#[test]
fn what_comes_out_is_not_looked_at_again() {
    check(
        "!`echo \\$0 \\$ARGUMENTS` $0",
        "a",
        "<echo $0 $ARGUMENTS> a",
    );
}

#[test]
fn documentation_is_shown_and_not_run() {
    check_shown("```\n!`date`\n```", &["skills/injection-shown 6:1"]);
    check_shown(
        "~~~~\n```!\ndate\n```\n!`x`\n~~~~",
        &["skills/injection-shown 9:1"],
    );
    check_shown(
        "Write `` !`date` `` to run it.",
        &["skills/injection-shown 5:10"],
    );
    check_shown("````\n```!\ndate\n```\n````", &[]);
    check_shown("```!\ndate", &["skills/injection-unclosed 5:1"]);
    check_shown("\\!`date`", &[]);
}

#[test]
fn a_refusal_or_failure_ends_the_invocation() {
    check_refused(
        "!`refuse`",
        "",
        "skill `tide` was not run: its command `refuse` is refused: not on a Friday",
    );
    check_refused(
        "!`fail`",
        "",
        "skill `tide` was not run: its command `fail` failed: did not finish within 120s",
    );
    check_refused(
        "!`false`",
        "",
        "skill `tide` was not run: its command `false` exited with code 1: no",
    );
    check("!`grep x y`.", "", ".");
    let (_, ran) = run("!`one` !`refuse` !`two`", "");
    assert_eq!(
        ran,
        ["one", "refuse"],
        "what comes after a refusal does not run"
    );
}

#[test]
fn long_output_is_cut() {
    let (res, _) = run("!`flood`", "");
    let res = res.unwrap();
    assert_eq!(res.prompt.chars().count(), MAX_OUTPUT_CHARS);
    assert_eq!(codes(&res.problems), ["skills/output-cut"]);
}

#[track_caller]
fn check_command(command: &str, arguments: &str, expected: &str) {
    let (_, ran) = run(&format!("!`{command}`"), arguments);
    assert_eq!(ran, [expected], "{command} with {arguments:?}");
}

#[test]
fn arguments_stay_arguments_in_a_command() {
    check_command("gh pr view $0", "12", "gh pr view 12");
    check_command("gh pr view $ARGUMENTS", "12 --web", "gh pr view 12 --web");
    check_command("ls $0", "'a b'", "ls 'a b'");
    check_command("ls $ARGUMENTS", "a; rm -rf /", "ls 'a;' rm -rf /");
    check_command("ls $0", "$(rm)", "ls '$(rm)'");
    check_command("ls $0", "\"it's\"", r"ls 'it'\''s'");
    check_command(
        "grep \"$ARGUMENTS\" x",
        "a\" $(rm)",
        r#"grep "a\" \$(rm)" x"#,
    );
    check_command("grep '$0' x", "\"a'b\"", r"grep 'a'\''b' x");
    check_command("echo \\\"$0", "';'", "echo \\\"';'");
    check_command("awk '{print \\$1}' $0", "x y", "awk '{print $1}' x");
    check_command("head \"$(which $0)\"", "sh", "head \"$(which sh)\"");
}

#[test]
fn what_cannot_be_quoted_for_sure_is_refused() {
    let refused = |command: &str| {
        format!(
            "skill `tide` was not run: the value of `$0` cannot be put into `{command}` without a risk"
        )
    };
    let command = "echo \"$(head $0)\"";
    check_refused(&format!("!`{command}`"), "'a;b'", &refused(command));
    check_refused(
        "```!\ncat <<X\n$0\nX\n```",
        "'a;b'",
        &refused("cat <<X\n$0\nX"),
    );
    check_refused("!`ls # $0`", "'a;b'", &refused("ls # $0"));
    let text = "---\nshell: powershell\n---\n!`ls $0`";
    let skill = read_text(text).value.unwrap();
    let request = RenderRequest {
        arguments: "'a;b'",
        ..RenderRequest::default()
    };
    let res = stdx::block_on(render(&skill, &request, &Echo::default()));
    assert_eq!(res.unwrap_err().to_string(), refused("ls $0"));
}

#[test]
fn exit_one_of_a_program_that_says_no_is_no_failure() {
    let fails = [
        "false",
        "cat x | sed y",
        "grep x y; false",
        "git log",
        "grep 'a;false' | wc",
    ];
    for command in fails {
        assert!(is_failure(command, 1), "{command}");
    }
    let says_no = [
        "grep x y",
        "/usr/bin/diff a b",
        "git diff",
        "git grep x",
        "LANG=C rg x",
        "cat a | grep 'x;y'",
        "[ -f x ]",
        "! test -f x",
        "true && find .;",
    ];
    for command in says_no {
        assert!(!is_failure(command, 1), "{command}");
        assert!(is_failure(command, 2), "{command}");
    }
}

#[test]
fn a_rendering_may_move_to_another_thread() {
    fn is_send(_: &impl Send) {}
    let (skill, request) = (skill("Go."), RenderRequest::default());
    is_send(&render(&skill, &request, &Echo::default()));
}

#[test]
fn commands_are_listed_as_written_with_their_lines() {
    let skill = skill("\nSee !`ls $0`.\n```!\ndate\n```\n");
    let found: Vec<_> = commands(&skill)
        .into_iter()
        .map(|it| (it.value, it.place.line, it.place.column))
        .collect();
    assert_eq!(
        found,
        [("ls $0".to_owned(), 6, 5), ("date".to_owned(), 7, 1)]
    );
}

#[test]
fn many_shown_commands_get_few_notes() {
    let (res, _) = run(&"`` !`a` ``\n".repeat(100), "");
    let problems = res.unwrap().problems;
    assert_eq!(problems.len(), 21);
    assert_eq!(
        codes(&problems[19..]),
        ["skills/injection-shown 24:4", "skills/injection-shown 25:4"]
    );
    assert_eq!(
        problems[20].message,
        "80 commands from here on stand inside code, so they are shown and not run"
    );
}
