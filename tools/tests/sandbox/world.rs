//! A project with hooks in it, beside a home.

#![expect(clippy::unwrap_used, reason = "these are helpers of tests")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use missions::{Success, Tool, ToolCx, ToolResult};
use serde_json::{Map, Value, json};
use stdx::{Cancel, block_on};
use tools::sandbox::{SandboxPlaces, SandboxRules, WantedView};
use tools::{Confinement, Guard, GuardOptions, Launcher, ShellOptions, ToolOptions};

/// The command that is to be late.
pub(crate) const LATE: &str = "sleep 1000";

pub(crate) struct World {
    folder: tempfile::TempDir,
}

impl World {
    pub(crate) fn new() -> World {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let world = World { folder };
        for (path, text) in [
            ("outside.txt", "outside"),
            ("home/secret.txt", "secret"),
            ("home/skills/deploy.md", "deploy"),
            ("home/daemon.sock", ""),
            ("home/tmp/old", ""),
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
    pub(crate) fn guarded(&self) -> Vec<Option<Vec<u8>>> {
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
            temporary: Some(self.path("home/tmp")),
            hidden: vec![self.path("home")],
        };
        let rules = SandboxRules {
            view,
            ..SandboxRules::standard(&guard, &places)
        };
        let launcher = Launcher {
            program: std::env::current_exe().unwrap(),
            args: vec![crate::WORD.into()],
        };
        let shell = ShellOptions {
            program: "/bin/sh".into(),
            env: vec![
                ("PATH".into(), "/usr/local/bin:/usr/bin:/bin".into()),
                ("TMPDIR".into(), self.path("home/tmp").into()),
            ],
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

    pub(crate) fn run(&self, command: &str, view: WantedView) -> ToolResult {
        let seconds = if command == LATE { 1 } else { 60 };
        let input = Map::from_iter([
            ("command".to_owned(), json!(command)),
            ("timeout_seconds".to_owned(), json!(seconds)),
        ]);
        run(&*self.tool(view), &input, &self.path("project"))
    }

    /// Whether a file of the root can be made beside a protected one, which needs mounts.
    pub(crate) fn has_own_view(&self) -> bool {
        let res = self.run(
            "echo x > probe.txt && rm probe.txt",
            WantedView::OwnIfPossible,
        );
        res.success == Success::Yes
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
