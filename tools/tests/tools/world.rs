//! A project to work in.

#![expect(clippy::unwrap_used, reason = "these are helpers of tests")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use missions::{Success, Tool, ToolCx, ToolResult};
use serde_json::{Map, Value};
use stdx::fs::{Access, Limit};
use stdx::{Cancel, block_on};
use tools::{Confinement, Fetch, Guard, GuardOptions, ShellOptions, ToolOptions};

#[derive(Debug)]
pub(crate) struct World {
    folder: tempfile::TempDir,
    pub(crate) cancel: Cancel,
    pub(crate) fetch: Option<Arc<dyn Fetch>>,
}

impl World {
    /// A folder with `home`, `outside` and `project` in it; these files are in the project.
    pub(crate) fn new(files: &[(&str, &str)]) -> World {
        let world = World {
            folder: tempfile::tempdir().unwrap(),
            cancel: Cancel::new(),
            fetch: None,
        };
        for folder in ["home", "outside", "project"] {
            std::fs::create_dir(world.path(folder)).unwrap();
        }
        files
            .iter()
            .for_each(|(path, text)| world.put(path, text.as_bytes()));
        world
    }

    /// A path beside the project.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(path)
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.path("project")
    }

    /// Writes a file of the project.
    pub(crate) fn put(&self, path: &str, bytes: &[u8]) {
        stdx::fs::write_atomic(&self.project().join(path), bytes, Access::Keep).unwrap();
    }

    /// What a file of the project holds.
    pub(crate) fn text(&self, path: &str) -> Option<String> {
        let bytes = stdx::fs::read(&self.project().join(path), Limit::mebibytes(64)).ok()?;
        Some(String::from_utf8(bytes).unwrap())
    }

    pub(crate) fn link(&self, target: impl AsRef<Path>, path: &str) {
        std::os::unix::fs::symlink(target, self.project().join(path)).unwrap();
    }

    pub(crate) fn guard(&self) -> Guard {
        Guard::new(&GuardOptions {
            project: self.project(),
            further: Vec::new(),
            readable: vec![self.path("home/skills")],
            protected: vec![self.path("home")],
        })
    }

    pub(crate) fn tool(&self, name: &str) -> Arc<dyn Tool> {
        let tools = tools::all(ToolOptions {
            guard: self.guard(),
            shell: ShellOptions {
                program: "/bin/sh".into(),
                env: vec![
                    ("PATH".into(), "/usr/bin:/bin".into()),
                    ("PAGER".into(), "less".into()),
                ],
                confinement: Confinement::None {
                    why: "this is a test".to_owned(),
                },
            },
            fetch: self.fetch.clone(),
        });
        let found = tools.into_iter().find(|it| it.spec().name == name);
        found.unwrap_or_else(|| panic!("there is no tool `{name}`"))
    }

    pub(crate) fn run(&self, name: &str, input: Value) -> ToolResult {
        let tool = self.tool(name);
        let input = object(input);
        let project = self.project();
        block_on(tool.run(&input, self.cx(&project)))
    }

    /// What a call that goes well tells the model.
    #[track_caller]
    pub(crate) fn done(&self, name: &str, input: Value) -> String {
        let res = self.run(name, input);
        assert_eq!((res.success, &res.text), (Success::Yes, &res.text));
        res.text
    }

    /// What a call that fails tells the model.
    #[track_caller]
    pub(crate) fn failed(&self, name: &str, input: Value) -> String {
        let res = self.run(name, input);
        assert_eq!((res.success, &res.text), (Success::No, &res.text));
        res.text
    }

    pub(crate) fn preview(&self, name: &str, input: Value) -> Option<String> {
        let project = self.project();
        self.tool(name).preview(&object(input), &self.cx(&project))
    }

    pub(crate) fn refuses(&self, name: &str, input: Value) -> Option<String> {
        let project = self.project();
        self.tool(name).refuses(&object(input), &self.cx(&project))
    }

    fn cx<'a>(&'a self, project: &'a Path) -> ToolCx<'a> {
        ToolCx {
            call_id: "call-1",
            cwd: project,
            project,
            cancel: &self.cancel,
            trail: "user:guard",
        }
    }
}

fn object(input: Value) -> Map<String, Value> {
    match input {
        Value::Object(it) => it,
        other => panic!("expected an object, found {other}"),
    }
}
