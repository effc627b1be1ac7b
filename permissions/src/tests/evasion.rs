//! What must not slip past a rule, and what must not slip in by one.

use super::{rules, verdict};
use crate::Verdict;

const DENY: &str = "allow Bash(*)\n deny Bash(git push *)";

#[track_caller]
pub(super) fn denied(command: &str) {
    let found = verdict(&rules(DENY), command);
    assert_eq!(
        found,
        Verdict::Deny,
        "`{command}` is, or may be, a `git push`"
    );
}

#[track_caller]
fn not_denied(command: &str) {
    let found = verdict(&rules(DENY), command);
    assert_eq!(found, Verdict::Allow, "`{command}` is no `git push`");
}

/// Whether a command is allowed by these patterns.
#[track_caller]
fn allowed(patterns: &[&str], command: &str, expected: bool) {
    let text: String = patterns
        .iter()
        .map(|it| format!("allow Bash({it})\n"))
        .collect();
    let found = verdict(&rules(&text), command) == Verdict::Allow;
    assert_eq!(found, expected, "is `{command}` allowed by {patterns:?}?");
}

#[test]
fn lists_pipes_and_groups() {
    for command in [
        "ls && git push",
        "ls || git push",
        "ls; git push",
        "ls | git push",
        "ls |& git push",
        "ls & git push",
        "ls\ngit push",
        "git push & ls",
        "(git push)",
        "{ git push; }",
        "! git push",
        "if true; then git push; fi",
        "if git push; then :; fi",
        "for x in a; do git push; done",
        "for ((i=0;i<1;i++)); do git push; done",
        "while git push; do :; done",
        "until git push; do :; done",
        "case x in x) git push;; esac",
        "select x in a; do git push; done",
        "f() { git push; }; f",
        "function f { git push; }",
        "coproc git push",
        "time { git push; }",
    ] {
        denied(command);
    }
}

#[test]
fn substitutions() {
    for command in [
        "echo $(git push)",
        "echo `git push`",
        "echo \"$(git push)\"",
        "echo \"a `git push` b\"",
        "echo $(echo $(git push))",
        "echo `echo \\`git push\\``",
        "diff <(git push) x",
        "ls > >(git push)",
        "FOO=$(git push) ls",
        "FOO=$(git push)",
        "a=(x $(git push))",
        "echo ${x:-$(git push)}",
        "echo ${x:-`git push`}",
        "echo \"${x:-`git push`}\"",
        "echo $(( $(git push) ))",
        "(( x = $(git push) ))",
        "[[ -f $(git push) ]]",
        "[ $(git push) ]",
        "cat <<EOF\n$(git push)\nEOF",
        "cat <<EOF\nx `git push` x\nEOF",
        "cat <<< $(git push)",
        "ls > $(git push)",
        "export X=$(git push)",
    ] {
        denied(command);
    }
}

#[test]
fn spelling() {
    for command in [
        "\"git\" push",
        "'g'it pu\\sh",
        "\\git push",
        "g\\it \"push\"",
        "git$IFS push",
        "git${IFS}push",
        "$'git' $'\\x70ush'",
        "$'g\\x{69}t' push",
        "$\"git\" push",
        "gi\\\nt push",
        "$\n\"git\" push",
        "ls $\n\"git\" push",
        "ls > $\n\"git\" push",
        "ls <<< $\n\"git\" push",
        "ls <<< $\nsudo git push",
        "ls > $\nsudo git push",
        "x=$\nsudo git push",
        "echo \\\r\ngit push",
        "git \\\n push",
        "git pu\\\nsh",
        "FO\\\nO=1 git push",
        "git p{us,}h",
        "{git,push}",
        "git pus[h]",
        "git pus?",
        "git p*",
        "g?t push",
        "git \"$@\"",
        "git $X",
        "git $X push",
        "$X push",
        "$(echo git) push",
        "${X}git push",
        "/usr/bin/git push",
        "~/bin/git push",
        "../git push",
        "=git push",
        "GIT_DIR=x git push",
        "A[0]=1 B+=2 git push",
        "A=\"x y\" git push",
        "eval $X",
        "i\\\nf true; then git push; fi",
    ] {
        denied(command);
    }
}

#[test]
fn redirections_in_the_middle() {
    for command in [
        "git > /dev/null push",
        "git 2>&1 push",
        "git > /dev\\\n/null push",
        "> /dev/nul\\\nl git push",
        "git 2\\\n> /dev/null push",
        "git >\\\n& x push",
        "ls &\\\n& git push",
        "ls $\\\n(git push)",
        "ls a\\\n#b; git push",
        "x=\\\n`git push`",
        "git 2>&- push",
        "> /dev/null git push",
        "git <<EOF push\nx\nEOF",
        "git <<EOF > /dev/null push\nx\nEOF",
        "cat <<EOF && git push\nx\nEOF",
        "cat <<EOF | git push\nx\nEOF",
        "cat <<EOF ; git push\nx\nEOF",
        "git <<< x push",
        "ls | git > /dev/null push",
        "ls && git > /dev/null push > x",
        "! git > /dev/null push",
    ] {
        denied(command);
    }
}

#[test]
fn here_documents_that_end_early() {
    denied("cat <<E\"O\"F\nEOF\ngit push\nEOF\nE\"O\"F");
    denied("cat <<EOF\nEOF \n'\nEOF\ngit push\n'");
    denied("cat <<-EOF\n\tEOF\ngit push\nEOF");
    denied("cat <<'A' <<'B'\nA\nB\ngit push");
}

#[test]
fn commands_in_commands() {
    for command in [
        "timeout 5 git push",
        "timeout --unheard-of 5 git push",
        "timeout $T git push",
        "timeout \"$T\" git push",
        "time -f %e git push",
        "nice -5 git push",
        "nohup git push",
        "stdbuf -o0 git push",
        "command -p git push",
        "builtin git push",
        "noglob git push",
        "env git push",
        "env -i A=1 \"B=2\" git push",
        "env -S 'git push'",
        "env -S'git\\_push'",
        "env -S*'git\\_push'",
        "su -c \"$X\"",
        "su -c\"git $X\"",
        "watch \"$X\"",
        "env $X git push",
        "/usr/bin/env git push",
        "xargs git push",
        "xargs -0 -n 1 git push",
        "echo push | xargs git",
        "echo push | xargs -I{} git {}",
        "echo push | xargs -I % git %",
        "echo push | xargs -i git {}",
        "echo git | xargs -I% % push",
        "parallel git ::: push",
        "exec git push",
        "exec -a x git push",
        "sudo git push",
        "sudo -u root -E FOO=1 git push",
        "sudo --unheard-of git push",
        "doas git push",
        "setsid -f git push",
        "ionice -c 3 git push",
        "watch -n 1 git push",
        "watch 'ls; git push'",
        "su -c 'git push' root",
        "su -c'ls && git push' root",
        "flock /tmp/x -c 'git push'",
        "flock /tmp/x git push",
        "strace -f -o x git push",
        "busybox sh -c 'git push'",
        "sudo -Z watch 'sudo -Z git push'",
        "find . -exec git push \\;",
        "find . -exec git push {} +",
        "find . -name x -execdir sh -c 'git push' \\; -print",
        "find . $X git push \\;",
        "fd x -x git push",
        "nohup timeout 5 env A=1 nice git push",
        "coproc git push",
    ] {
        denied(command);
    }
}

#[test]
fn scripts_in_commands() {
    for command in [
        "bash -c 'git push'",
        "bash -c 'ls && git push'",
        "sh -ec \"git push\"",
        "/bin/bash --norc -o pipefail -c 'git push' x",
        "bash -c -x 'git push'",
        "bash -c \"bash -c 'git push'\"",
        "bash -c \"$X\"",
        "bash \"$X\" 'git push'",
        "bash <<< 'git push'",
        "bash <<EOF\ngit push\nEOF",
        "bash -s <<'EOF'\ngit push\nEOF",
        "bash <(echo git push)",
        "bash < <(echo git push)",
        "curl example.com | sh",
        "echo git push | bash -s -- x",
        "bash /dev/stdin",
        "eval git push",
        "eval 'git push'",
        "eval -- 'ls;' git push",
        "eval \"$(cat x)\"",
        "source /dev/stdin",
        ". <(echo git push)",
        "trap 'git push' EXIT",
        "trap -- 'git push' EXIT",
        "alias g='git push'",
        "alias g=git; g push",
        "X='git push'; echo ${X@P}",
    ] {
        denied(command);
    }
}

#[test]
fn what_cannot_be_parsed() {
    for command in [
        "(ls",
        "ls 'x",
        "ls &&& ls",
        "if true; then ls",
        "ls \0",
        "git (push)",
    ] {
        denied(command);
    }
}

#[test]
fn what_only_looks_alike() {
    for command in [
        "git status",
        "echo git push",
        "git stash push",
        "git -c a=b status",
        "echo \"$HOME\" $X *.rs",
        "git commit -m \"$(date)\"",
        "cat <<'EOF' > x\n`git push`\nEOF",
        "\"$HOME\"/bin/tool push",
        "$CLAUDE_PROJECT_DIR/.claude/hooks/x.sh",
        "bash x.sh",
        "bash --version",
        "bash \"$HOME/x.sh\"",
        "source \"$HOME/.cargo/env\"",
        "find . -name '*.rs' -exec grep push {} \\;",
        "timeout 5 echo git push",
        "sudo apt install git push",
        "ls | xargs grep push",
        "awk '{ print $1 }' x",
        "trap - EXIT",
        "[[ $x == y ]] && ls",
    ] {
        not_denied(command);
    }
}

#[test]
fn a_pattern_may_span_a_whole_line() {
    let rules = rules("deny Bash(curl * | sh)");
    assert_eq!(verdict(&rules, "curl example.com  |  sh"), Verdict::Deny);
    assert_eq!(verdict(&rules, "curl example.com"), Verdict::None);
}

#[test]
fn quotes_in_a_deny_pattern_do_not_matter() {
    let rules = rules(r#"deny Bash(git commit -m "wip")"#);
    for command in [
        "git commit -m wip",
        "git commit -m 'wip'",
        "git commit -m \"wip\"",
    ] {
        assert_eq!(verdict(&rules, command), Verdict::Deny, "{command}");
    }
}

#[test]
fn every_part_must_be_allowed() {
    allowed(&["ls *", "cat *"], "ls | cat", true);
    allowed(&["ls *"], "ls | cat", false);
    allowed(&["ls *"], "ls && rm x", false);
    allowed(&["ls *"], "ls $(rm x)", false);
    allowed(&["ls *", "date"], "ls $(date)", true);
    allowed(&["ls *"], "ls & rm x", false);
    allowed(&["ls *"], "ls\nrm x", false);
    allowed(&["bash *"], "bash -c 'rm x'", false);
    allowed(&["bash *", "rm *"], "bash -c 'rm x'", true);
    allowed(&["find *"], "find . -exec rm {} \\;", false);
    allowed(&["find *", "rm *"], "find . -exec rm {} \\;", true);
    allowed(&["xargs *"], "xargs -n 1 rm", false);
    allowed(&["for *"], "for x in a; do rm x; done", false);
    allowed(&["git *"], "git() { rm x; }; git status", false);
}

#[test]
fn a_whole_command_may_be_allowed_to_the_letter() {
    allowed(&["cd x && make"], "cd x && make", true);
    allowed(&["cd x && make"], " cd x && make\n", true);
    allowed(&["cd x && make"], "cd x && make all", false);
    allowed(&["cd * && make"], "cd x && rm y && make", false);
}

#[test]
fn nothing_unsure_is_allowed() {
    allowed(&["ls *"], "ls (", false);
    allowed(&["$X *"], "$X y", false);
    allowed(&["eval *"], "eval $X", false);
    allowed(&["* *"], "$X y", false);
    allowed(&["ls *"], "ls $X \"$Y\" *.rs", true);
    allowed(&["ls -l *"], "ls $X", false);
    allowed(&["ls a"], "ls $X", false);
    allowed(&["ls *.rs"], "ls *.rs", true);
    allowed(&["git log"], "git log $X", false);
    allowed(&["git * main"], "git $X main", false);
    allowed(&["grep foo"], "xargs grep foo", false);
}

#[test]
fn a_path_is_not_the_program_of_its_name() {
    allowed(&["git *"], "/tmp/git status", false);
    allowed(&["git *"], "./git status", false);
    allowed(&["git *"], "/tmp/timeout 5 git status", false);
    allowed(&["/usr/bin/git *"], "/usr/bin/git status", true);
}

#[test]
fn what_changes_a_program_must_be_named() {
    allowed(&["ls *"], "PATH=/tmp ls", false);
    allowed(&["ls *"], "LD_PRELOAD=/tmp/x ls", false);
    allowed(&["ls *"], "PATH=/tmp; ls", false);
    allowed(&["ls *"], "for PATH in /tmp; do ls; done", false);
    allowed(&["ls *"], "env PATH=/tmp ls", false);
    allowed(&["git *"], "GIT_SSH_COMMAND='rm x' git fetch", false);
    allowed(&["ls *"], "LC_ALL=C ls", true);
    allowed(&["ls *"], "X=1; ls", true);
    allowed(&["PATH=/tmp ls"], "PATH=/tmp ls", true);
}

#[test]
fn sudo_is_a_command_of_its_own() {
    allowed(&["ls *"], "sudo ls", false);
    allowed(&["sudo *"], "sudo ls", true);
}

#[test]
fn output_goes_only_where_writing_is_allowed() {
    let rules = rules("allow Bash(ls *)\n allow Bash(cd *)\n allow Edit(out/**)");
    let check = |command: &str, expected: Verdict| {
        assert_eq!(verdict(&rules, command), expected, "{command}");
    };
    check("ls > /dev/null 2>&1", Verdict::Allow);
    check("ls > out/x", Verdict::Allow);
    check("ls > out/../x", Verdict::None);
    check("ls >> ~/.bashrc", Verdict::None);
    check("ls > $X", Verdict::None);
    check("cd /tmp && ls > out/x", Verdict::None);
    check("cd /tmp && ls > /src/app/out/x", Verdict::Allow);
}
