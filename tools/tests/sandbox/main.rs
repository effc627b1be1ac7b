//! Commands in the sandbox, as a whole: the tool, the launcher, the system.
//!
//! A program cannot leave a sandbox again, so this one starts itself: with the word `confined` it is
//! the launcher, without it the tests.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this has no harness that would allow a test to print"
)]

mod world;

use std::ffi::OsString;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use tools::sandbox::{self, Availability, SandboxRules, WantedView};
use world::World;

const WORD: &str = "confined";

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_some_and(|it| it == WORD) {
        return launch(args);
    }
    if let Availability::Missing { why } = sandbox::available() {
        println!("no test was run: {why}");
        return ExitCode::SUCCESS;
    }
    libtest_mimic::run(&Arguments::from_args(), trials()).exit_code()
}

fn launch(args: impl Iterator<Item = OsString>) -> ExitCode {
    let (rules, command) = SandboxRules::from_args(args).expect("the tool wrote them");
    let error = match sandbox::enter(&rules) {
        Ok(_) => sandbox::exec(&command),
        Err(error) => error,
    };
    eprintln!("{error}: {:?}", std::error::Error::source(&error));
    ExitCode::from(126)
}

/// What a command does, in which view, and what is to come of it.
struct Case {
    name: &'static str,
    command: &'static str,
    expected: Expected,
    only: Option<WantedView>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Works,
    Fails,
}

use Expected::{Fails, Works};
use WantedView::OwnIfPossible;

const fn case(name: &'static str, command: &'static str, expected: Expected) -> Case {
    Case {
        name,
        command,
        expected,
        only: None,
    }
}

const fn with_own_view(name: &'static str, command: &'static str, expected: Expected) -> Case {
    Case {
        only: Some(OwnIfPossible),
        ..case(name, command, expected)
    }
}

const CASES: &[Case] = &[
    case(
        "edits_a_file",
        "echo more >> src/main.txt && grep more src/main.txt",
        Works,
    ),
    case(
        "makes_a_folder",
        "mkdir -p src/a/b && touch src/a/b/c && mv src/a src/d && rm -r src/d",
        Works,
    ),
    case(
        "writes_to_devices",
        "echo x > /dev/null && : < /dev/null && test -r /proc/self/status",
        Works,
    ),
    case(
        "writes_to_tmp",
        "f=$(mktemp) && echo x > $f && rm $f",
        Works,
    ),
    case(
        "reads_elsewhere",
        "cat ../outside.txt && ls / && cat /etc/passwd",
        Works,
    ),
    case("writes_elsewhere", "echo x > ../new.txt", Fails),
    case("edits_elsewhere", "echo x >> ../outside.txt", Fails),
    case("removes_elsewhere", "rm -f ../outside.txt", Fails),
    case(
        "through_a_link",
        "ln -s ../.. src/up && echo x > src/up/new.txt",
        Fails,
    ),
    case("edits_hooks", "echo x > .claude/settings.json", Fails),
    case("removes_hooks", "rm -f .claude/settings.json", Fails),
    case("moves_hooks", "mv .claude/settings.json x", Fails),
    case(
        "replaces_hooks",
        "echo x > src/x && mv src/x .claude/settings.json",
        Fails,
    ),
    case(
        "links_hooks",
        "ln .claude/settings.json src/x && echo x > src/x",
        Fails,
    ),
    case("moves_the_folder_of_hooks", "mv .claude .other", Fails),
    case(
        "makes_new_hooks",
        "echo x > .claude/settings.local.json",
        Fails,
    ),
    case("writes_a_skill", "echo x > .claude/skills/new.md", Works),
    case("edits_mcp", "echo x > .mcp.json", Fails),
    case("moves_the_project", "mv ../project ../project2", Fails),
    case("reads_home", "cat ../home/secret.txt", Fails),
    case("writes_home", "echo x > ../home/hooks.json", Fails),
    case(
        "reads_a_skill_at_home",
        "cat ../home/skills/deploy.md",
        Works,
    ),
    case(
        "writes_to_its_temporary_folder",
        "f=$(mktemp) && echo x > $f && cat $f && case $f in */home/tmp/*) ;; *) false ;; esac",
        Works,
    ),
    case("runs_out_of_time", world::LATE, Fails),
    case(
        "writes_a_skill_at_home",
        "echo x > ../home/skills/deploy.md",
        Fails,
    ),
    case(
        "home_through_the_host",
        "cat /proc/$PPID/root$PWD/../home/secret.txt",
        Fails,
    ),
    case(
        "hooks_through_the_host",
        "echo x > /proc/$PPID/cwd/.claude/settings.json",
        Fails,
    ),
    case("signals_the_host", "kill -CONT $PPID", Fails),
    with_own_view(
        "makes_a_file_in_the_root",
        "echo x > new.txt && mv new.txt newer.txt",
        Works,
    ),
    with_own_view(
        "commits",
        "git add src && git -c user.name=a -c user.email=b@c commit -q -m x",
        Works,
    ),
    with_own_view("edits_git_config", "git config core.editor evil", Fails),
    with_own_view("makes_a_git_hook", "echo x > .git/hooks/pre-commit", Fails),
    with_own_view("moves_git", "mv .git other", Fails),
    with_own_view("finds_the_socket", "test -e ../home/daemon.sock", Fails),
    with_own_view("unmounts", "umount .claude || umount -l ../home", Fails),
    with_own_view("mounts", "mount -o remount,rw,bind .claude", Fails),
];

fn trials() -> Vec<Trial> {
    let has_own_view = World::new().has_own_view();
    if !has_own_view {
        println!("half of the tests is left out: this system gives no view of its own");
    }
    let views = [("own", OwnIfPossible), ("shared", WantedView::Shared)];
    let each = views.into_iter().flat_map(|(word, view)| {
        let fitting = CASES
            .iter()
            .filter(move |it| it.only.is_none_or(|it| it == view));
        fitting.map(move |it| {
            let trial = Trial::test(format!("{word}::{}", it.name), move || check(it, view));
            trial.with_ignored_flag(view == OwnIfPossible && !has_own_view)
        })
    });
    each.collect()
}

fn check(case: &Case, view: WantedView) -> Result<(), Failed> {
    let world = World::new();
    let before = world.guarded();
    let res = world.run(case.command, view);
    let found = match res.success {
        missions::Success::Yes => Works,
        missions::Success::No => Fails,
    };
    if found != case.expected || res.text.contains("for the sandbox") {
        return Err(format!("`{}` gave: {}", case.command, res.text).into());
    }
    match before == world.guarded() {
        true => Ok(()),
        false => Err("a protected file changed".into()),
    }
}
