//! Patterns of `Bash(…)`.

use super::{rules, verdict};
use crate::Verdict;

/// Whether an allow rule and a deny rule of this pattern speak of the command: they must agree on
/// a command without expansions.
#[track_caller]
fn check(rule: &str, command: &str, expected: bool) {
    let speaks = |list: &str| verdict(&rules(&format!("{list} {rule}")), command) != Verdict::None;
    let found = (speaks("allow"), speaks("deny"));
    assert_eq!(
        found,
        (expected, expected),
        "as allow and as deny, does `{rule}` speak of `{command}`?"
    );
}

#[test]
fn without_a_pattern_every_command_is_meant() {
    for rule in [
        "Bash",
        "Bash(*)",
        "Bash()",
        "run_command",
        "run_shell",
        "terminal(*)",
        "*",
    ] {
        check(rule, "ls -la", true);
        check(rule, "ls && $X", true);
    }
}

#[test]
fn without_a_star_the_command_is_meant_to_the_letter() {
    check("Bash(npm run build)", "npm run build", true);
    check("Bash(npm run build)", "  npm   run build ", true);
    check("Bash(npm run build)", "npm run build --watch", false);
    check("Bash(npm run build)", "npm run", false);
    check("run_shell(make test)", "make test", true);
}

#[test]
fn a_final_blank_and_star_need_a_word_boundary() {
    check("Bash(rm *)", "rm", true);
    check("Bash(rm *)", "rm -rf x", true);
    check("Bash(rm *)", "rmdir x", false);
    check("Bash(git push *)", "git push", true);
    check("Bash(git push *)", "git pushy", false);
    check("Bash(ls*)", "lsof", true);
}

#[test]
fn the_older_spelling_is_the_same() {
    check("Bash(npm run:*)", "npm run", true);
    check("Bash(npm run:*)", "npm run test", true);
    check("Bash(npm run:*)", "npm runner", false);
    check("Bash(a:*b)", "a:xb", true);
}

#[test]
fn a_star_spans_words_wherever_it_stands() {
    check("Bash(git * main)", "git push origin main", true);
    check("Bash(git * main)", "git push origin mainline", false);
    check("Bash(* --version)", "node --version", true);
    check("Bash(*.sh)", "./a b.sh", true);
}

#[test]
fn a_backslash_makes_brackets_and_stars_plain() {
    check(r#"Bash(node -e "f\(1\)")"#, r#"node -e "f(1)""#, true);
    check(r#"Bash(node -e "f(1)")"#, r#"node -e "f(1)""#, true);
    check(r"Bash(echo \*)", "echo '*'", true);
    check(r"Bash(echo \*)", "echo a", false);
    check(r"Bash(find . -name x \;)", r"find . -name x \;", true);
}

#[test]
fn quotes_in_a_command_do_not_matter() {
    check("Bash(git commit -m wip)", "git commit -m 'wip'", true);
    check("Bash(git commit -m wip)", "'git' \"commit\" -m wi\\p", true);
    check("Bash(git commit *)", "git commit -m 'a && b'", true);
    check("Bash(git commit *)", "echo 'git commit'", false);
}

#[test]
fn what_is_put_before_a_command_does_not_matter() {
    check("Bash(npm test *)", "CI=1 FOO='a b' npm test", true);
    check("Bash(npm test *)", "timeout 30s npm test", true);
    check(
        "Bash(npm test *)",
        "timeout -k 5 --signal=INT 30 npm test -- x",
        true,
    );
    check("Bash(npm test *)", "time -p npm test", true);
    check("Bash(npm test *)", "nice -n 10 nohup npm test", true);
    check("Bash(npm test *)", "stdbuf -oL -e 0 npm test", true);
    check("Bash(npm test *)", "command npm test", true);
    check("Bash(npm test *)", "builtin npm test", true);
    check("Bash(npm test *)", "noglob npm test", true);
    check("Bash(npm test *)", "env -i -u X CI=1 npm test", true);
    check("Bash(grep *)", "xargs grep foo", true);
    check("Bash(command *)", "command -v git", true);
    check("Bash(git *)", "command -v git", false);
}

#[test]
fn redirections_are_no_words() {
    check("Bash(make all)", "make all 2>&1", true);
    check(
        "Bash(make all)",
        "2>/dev/null make < Makefile all >/dev/null",
        true,
    );
}

#[test]
fn comments_and_data_are_no_commands() {
    for command in [
        "ls # git push",
        "ls 'git push' \"; git push\"",
        "ls <<'EOF'\ngit push\n$(git push)\nEOF",
        "ls <<EOF\ngit push\nEOF",
        "ls \\; git push",
    ] {
        check("Bash(ls *)", command, true);
        check("Bash(git push *)", command, false);
    }
}

#[test]
fn a_rule_may_name_what_stands_before_the_program() {
    check("Bash(CI=1 npm test)", "CI=1 npm test", true);
    check("Bash(CI=1 npm test)", "CI=2 npm test", false);
    check("Bash(timeout 5 *)", "timeout 5 npm test", true);
}
