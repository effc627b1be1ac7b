//! Values in commands that read them once more.

use crate::{InjectionReply, InjectionRunner, RenderRequest, SkillError, render};

use super::skill;

#[derive(Debug)]
struct Nothing;

impl InjectionRunner for Nothing {
    fn run<'a>(&'a self, _: crate::Injection<'a>) -> stdx::Pending<'a, InjectionReply> {
        Box::pin(async {
            InjectionReply::Ran {
                exit: 0,
                output: String::new(),
            }
        })
    }
}

/// Whether a value with marks of the shell is put into the command.
fn takes_anything(command: &str) -> bool {
    let request = RenderRequest {
        arguments: "'a; $(b)'",
        ..RenderRequest::default()
    };
    let skill = skill(&format!("```!\n{command}\n```"));
    match stdx::block_on(render(&skill, &request, &Nothing)) {
        Ok(_) => true,
        Err(SkillError::UnsafeArgument { .. }) => false,
        Err(other) => panic!("{command}: {other}"),
    }
}

#[track_caller]
fn check_safe(commands: &[&str]) {
    for command in commands {
        assert!(takes_anything(command), "{command}");
    }
}

#[track_caller]
fn check_refused(commands: &[&str]) {
    for command in commands {
        assert!(!takes_anything(command), "{command}");
    }
}

#[test]
fn a_value_is_not_read_again_by_a_shell() {
    check_refused(&[
        "sh -c \"echo $0\"",
        "/bin/bash -ec 'echo $0'",
        "bash -o pipefail -c \"echo $0\"",
        "timeout 5 zsh -c \"$0\"",
        "ls | xargs -I{} sh -c \"echo {} $0\"",
        "find . -exec sh -c \"echo $0\" \\;",
        "eval echo $0",
        "x=$0; eval \"echo \\$x\"",
        "echo \"$0\" | sh",
        "echo \"$0\" | bash -s",
        "ssh host \"ls $0\"",
        "trap \"echo $0\" EXIT",
        "alias q=\"$0\"",
        "su -c \"$0\"",
        "make X=\"$0\"",
    ]);
    check_safe(&[
        "bash x.sh $ARGUMENTS",
        "sh -eu ./x.sh --check \"$0\"",
        "bash -o pipefail x.sh $0",
        "sh x.sh; ls $0",
        "sh -c date && ls $0",
        "gh issue create --title \"please read and eval $0\"",
        "npm run watch-all -- $ARGUMENTS",
        "git log | sed s/a/b/ | grep $0",
        "cat ~/.ssh $0",
    ]);
}

#[test]
fn a_value_is_not_read_again_by_a_program_for_scripts() {
    check_refused(&[
        "sed s/a/$0/ x",
        "awk '{print \"$0\"}' x",
        "python3 -c \"print('$0')\"",
        "python3.12 -Ic \"print('$0')\"",
        "perl -ne 'print if /$0/' x",
        "node --eval \"$0\"",
        "deno eval \"$0\"",
        "echo \"$0\" | python3 -",
    ]);
    check_safe(&[
        "python3 x.py -c $0",
        "python3 -m pytest -k \"$ARGUMENTS\"",
        "node x.js -e $0",
    ]);
}

#[test]
fn a_value_is_not_calculated() {
    check_refused(&[
        "[[ $0 -eq 1 ]]",
        "test -v $0",
        "[ -v \"$0\" ]",
        "printf -v $0 x",
        "let x=$0",
        "declare \"$0=1\"",
        "if read $0; then ls; fi",
        "echo $[ $0 ]",
        "x[$0]=1",
        "a=( [$0]=1 )",
        "i=$0; a[i]=1",
        "let 'a[$0]'",
        "x 'a[b[0]+$0]'",
        "x \"a[\\\"$0]\"",
        "x '$0[1]'",
    ]);
    check_safe(&[
        "[ -f \"$0\" ] && cat \"$0\"",
        "printf '[%s]' $0 $1",
        "test -n \"$0\"",
        "printf '%s' \"$0\"",
        "let x=1; ls $0",
    ]);
}

#[test]
fn nothing_before_a_value_joins_its_quotation_mark() {
    check_refused(&[
        "echo $$0",
        r"echo \\\$0",
        r#"echo "\\\$0""#,
        "echo ${x:-\"a}b\"} $0",
        "echo ${x:-'a}b'} \"$0\"",
    ]);
    check_safe(&["cd \"${HOME}\" && ls $0", "echo a$0b\"$0\"'$0'"]);
}
