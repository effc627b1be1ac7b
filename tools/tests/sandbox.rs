//! Commands in the sandbox, as a whole: the tool, the launcher, the system.
//!
//! A program cannot leave a sandbox again, so this one starts itself: with the word `confined` it is
//! the launcher, without it the tests.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use missions::{Tool, ToolCx, ToolResult};
use serde_json::{Map, Value, json};
use stdx::{Cancel, block_on};
use tools::sandbox::{self, Availability, SandboxPlaces, SandboxRules, WantedView};
use tools::{Confinement, Guard, GuardOptions, Launcher, ShellOptions, ToolOptions};

const WORD: &str = "confined";

fn main() -> std::process::ExitCode {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_some_and(|it| it == WORD) {
        return launch(args);
    }
    if let Availability::Missing { why } = sandbox::available() {
        println!("no test was run: {why}");
        return std::process::ExitCode::SUCCESS;
    }
    libtest_mimic::run(&Arguments::from_args(), trials()).exit_code()
}

fn launch(args: impl Iterator<Item = OsString>) -> std::process::ExitCode {
    let (rules, command) = SandboxRules::from_args(args).expect("the tool wrote them");
    let error = match sandbox::enter(&rules) {
        Ok(_) => sandbox::exec(&command),
        Err(error) => error,
    };
    eprintln!("{error}: {:?}", std::error::Error::source(&error));
    std::process::ExitCode::from(126)
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
    let views = [("own", OwnIfPossible), ("shared", WantedView::Shared)];
    let each = views.into_iter().flat_map(|(word, view)| {
        let fitting = CASES
            .iter()
            .filter(move |it| it.only.is_none_or(|it| it == view));
        fitting.map(move |it| Trial::test(format!("{word}::{}", it.name), move || check(it, view)))
    });
    each.collect()
}

fn check(case: &Case, view: WantedView) -> Result<(), Failed> {
    let world = World::new();
    if view == OwnIfPossible && !world.has_own_view() {
        println!("skipped: this system gives no view of its own");
        return Ok(());
    }
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

struct World {
    folder: tempfile::TempDir,
}

impl World {
    fn new() -> World {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let world = World { folder };
        for (path, text) in [
            ("outside.txt", "outside"),
            ("home/secret.txt", "secret"),
            ("home/skills/deploy.md", "deploy"),
            ("home/daemon.sock", ""),
            ("project/src/main.txt", "main"),
            ("project/.mcp.json", "{}"),
            ("project/.claude/settings.json", "{}"),
            ("project/.claude/skills/old.md", "old"),
            ("project/.git/HEAD", "ref: refs/heads/main"),
            (
                "project/.git/config",
                "[core]\n\trepositoryformatversion = 0\n",
            ),
            ("project/.git/hooks/pre-push", "#!/bin/sh\n"),
            ("project/.git/objects/info/x", ""),
            ("project/.git/refs/heads/x", ""),
        ] {
            let path = world.path(path);
            stdx::fs::write_atomic(&path, text.as_bytes(), stdx::fs::Access::Keep).unwrap();
        }
        std::fs::remove_file(world.path("project/.git/refs/heads/x")).unwrap();
        world
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(path)
    }

    /// What no command may change.
    fn guarded(&self) -> Vec<Option<Vec<u8>>> {
        [
            "outside.txt",
            "new.txt",
            "home/hooks.json",
            "home/skills/deploy.md",
            "project/.mcp.json",
            "project/.claude/settings.json",
            "project/.claude/settings.local.json",
            "project/.git/config",
        ]
        .iter()
        .map(|it| stdx::fs::read(&self.path(it), stdx::fs::Limit::mebibytes(1)).ok())
        .collect()
    }

    fn tool(&self, view: WantedView) -> Arc<dyn Tool> {
        let guard = Guard::new(&GuardOptions {
            project: self.path("project"),
            further: Vec::new(),
            readable: vec![self.path("home/skills")],
            protected: vec![self.path("home")],
        });
        let places = SandboxPlaces {
            temporary: None,
            hidden: vec![self.path("home")],
        };
        let rules = SandboxRules {
            view,
            ..SandboxRules::standard(&guard, &places)
        };
        let launcher = Launcher {
            program: std::env::current_exe().unwrap(),
            args: vec![WORD.into()],
        };
        let shell = ShellOptions {
            program: "/bin/sh".into(),
            env: vec![("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into())],
            confinement: Confinement::Sandbox { launcher, rules },
        };
        let tools = tools::all(ToolOptions {
            guard,
            shell,
            fetch: None,
        });
        let found = tools.into_iter().find(|it| it.spec().name == "run_command");
        found.expect("it is one of all tools")
    }

    fn run(&self, command: &str, view: WantedView) -> ToolResult {
        let input = Map::from_iter([("command".to_owned(), json!(command))]);
        run(&*self.tool(view), &input, &self.path("project"))
    }

    /// Whether a file of the root can be made beside a protected one, which needs mounts.
    fn has_own_view(&self) -> bool {
        let res = self.run("echo x > probe.txt && rm probe.txt", OwnIfPossible);
        res.success == missions::Success::Yes
    }
}

fn run(tool: &dyn Tool, input: &Map<String, Value>, project: &Path) -> ToolResult {
    let cancel = Cancel::new();
    let cx = ToolCx {
        call_id: "call-1",
        cwd: project,
        project,
        cancel: &cancel,
        trail: "",
    };
    block_on(tool.run(input, cx))
}
