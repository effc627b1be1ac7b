//! Paths that no tool touches.

use serde_json::json;
use tools::{Purpose, Refusal};

use crate::world::World;

#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Fine,
    Outside,
    Protected,
    Link,
    Circle,
    NoPath,
}

fn world() -> World {
    let world = World::new(&[
        ("src/main.rs", "fn main() {}"),
        (".claude/settings.json", "{}"),
        (".claude/skills/a.md", "a"),
        ("sub/.git/config", ""),
    ]);
    world.link("../outside", "out");
    world.link("/etc", "etc");
    world.link("src/main.rs", "alias.rs");
    world.link("../home/hooks.json", "hooks");
    world.link("circle", "circle");
    world.link("../.claude", "src/config");
    world.link("..", "src/up");
    world
}

#[track_caller]
fn check(path: &str, look: Answer, write: Answer) {
    let world = world();
    let base = world.path("").display().to_string();
    let path = path.replace("BASE/", &base);
    let guard = world.guard();
    let answer = |purpose| match guard.check(&path, &world.project(), purpose) {
        Ok(_) => Answer::Fine,
        Err(Refusal::Outside { .. }) => Answer::Outside,
        Err(Refusal::Protected { .. }) => Answer::Protected,
        Err(Refusal::Link { .. }) => Answer::Link,
        Err(Refusal::Circle { .. }) => Answer::Circle,
        Err(Refusal::NoPath { .. }) => Answer::NoPath,
    };
    assert_eq!(
        (answer(Purpose::Look), answer(Purpose::Write)),
        (look, write)
    );
}

use Answer::{Circle, Fine, Link, NoPath, Outside, Protected};

#[test]
fn files_of_the_project_are_fine() {
    check("src/main.rs", Fine, Fine);
    check("new/deep/file.txt", Fine, Fine);
    check("./src/../src/main.rs", Fine, Fine);
    check("BASE/project/src/main.rs", Fine, Fine);
    check("größe/ÄÖ 日本.txt", Fine, Fine);
    check("..data/x", Fine, Fine);
}

#[test]
fn what_lies_outside_is_out_of_reach() {
    check("../../etc/passwd", Outside, Outside);
    check("/etc/passwd", Outside, Outside);
    check("../project2/x", Outside, Outside);
    check("BASE/outside/x", Outside, Outside);
    check("new/../../outside/x", Outside, Outside);
    check("", NoPath, NoPath);
    check("a\0b", NoPath, NoPath);
}

#[test]
fn links_lead_nowhere_else() {
    check("out/new.txt", Outside, Outside);
    check("etc/passwd", Outside, Outside);
    check("src/up/src/main.rs", Fine, Fine);
    check("src/up/../outside/x", Outside, Outside);
    check("alias.rs", Fine, Link);
    check("hooks", Protected, Link);
    check("circle/x", Circle, Circle);
    check("src/config/settings.json", Fine, Protected);
}

#[test]
fn home_is_neither_read_nor_written() {
    check("../home/hooks.json", Protected, Protected);
    check("BASE/home", Protected, Protected);
    check("BASE/HOME/Hooks.json", Protected, Protected);
    check("BASE/home/skills/a.md", Fine, Protected);
}

#[test]
fn hooks_and_settings_in_the_project_are_read_and_not_written() {
    for path in [
        ".claude/settings.json",
        ".claude/settings.local.json",
        ".CLAUDE/Settings.JSON",
        ".claude",
        ".claude/skills/../settings.json",
        ".tackle/hooks.json",
        ".tackle/settings.json",
        ".neo/settings.local.json",
        ".neuralinverse/settings.json",
        ".vyotiq/hooks.json",
        ".nemocode/hooks.json",
        ".mcp.json",
        ".mcp.json.",
        ".mc\u{200b}p.json",
        ".git/config",
        ".git/hooks/pre-commit",
        "sub/.git/config",
        "sub/.git/hooks/x",
    ] {
        check(path, Fine, Protected);
    }
    for path in [
        ".claude/skills/b.md",
        ".claude/commands/x.md",
        "mcp.json",
        ".gitignore",
        ".git/x",
    ] {
        check(path, Fine, Fine);
    }
}

#[test]
fn every_tool_refuses() {
    let world = world();
    for (tool, input) in [
        ("read_file", json!({"path": "../../etc/passwd"})),
        ("list_files", json!({"path": "/etc"})),
        ("find_files", json!({"pattern": "*", "path": "out"})),
        ("search_code", json!({"pattern": "x", "path": "../home"})),
        ("run_command", json!({"command": "true", "cwd": ".."})),
        (
            "create_file",
            json!({"path": ".claude/settings.json", "content": ""}),
        ),
        (
            "edit_file",
            json!({"path": ".mcp.json", "old_text": "a", "new_text": "b"}),
        ),
        (
            "edit_files",
            json!({"edits": [{"path": "hooks", "old_text": "a", "new_text": "b"}]}),
        ),
        ("delete_file", json!({"path": ".claude/settings.json"})),
    ] {
        let why = world.refuses(tool, input.clone()).expect(tool);
        let failed = world.failed(tool, input);
        assert!(failed.contains(&why), "{tool}: {failed}");
    }
    assert_eq!(world.text(".claude/settings.json").as_deref(), Some("{}"));
    assert_eq!(
        world.failed("read_file", json!({"path": "../../etc/passwd"})),
        format!(
            "`../../etc/passwd` lies outside the project `{}`; only files inside it are within reach",
            world.project().display()
        )
    );
}
