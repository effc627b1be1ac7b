use serde_json::json;

use super::world::{Ground, exists};

const SCOUT: &str = "---\nname: scout\ndescription: Finds things\n---\nLook around.\n";

#[test]
fn what_is_added_reads_back() {
    let ground = Ground::new();
    let added = ground.json(&[
        "agents",
        "add",
        "sql-reviewer",
        "--description",
        "Reviews: SQL",
        "--tools",
        "Read, Grep",
        "--role",
        "delegate",
        "--model",
        "opus",
        "--instructions",
        "- Be # careful.",
    ]);
    let file = "[ROOT]/home/.tackle/agents/sql-reviewer.md";
    assert_eq!(
        added,
        json!({ "name": "sql-reviewer", "file": file, "problems": [] })
    );
    let shown = ground.json(&["agents", "show", "sql-reviewer"]);
    assert_eq!(shown["instructions"], "- Be # careful.");
    let fields = ["description", "role", "tools_line", "model", "model_used"];
    let found: Vec<_> = fields.iter().map(|it| shown[*it].clone()).collect();
    let expected = json!(["Reviews: SQL", "delegate", ["Read", "Grep"], "opus", false]);
    assert_eq!(json!(found), expected);
}

#[test]
fn each_scope_has_its_folder() {
    let ground = Ground::new().typing("Go on.\n");
    let add = |scope: &str, instructions: &str| {
        let words = ["agents", "add", "a", "--description", "x", "--scope", scope];
        ground.run(&[&words[..], &["--instructions", instructions]].concat())
    };
    assert_eq!(add("repository", "-").stdout, ".tackle/agents/a.md\n");
    assert!(
        ground
            .read("repo/.tackle/agents/a.md")
            .is_some_and(|it| it.contains("Go on."))
    );
    ground.write("repo/told.txt", "From a file.\n");
    assert!(add("project", "@told.txt").stdout.contains("projects/"));
    // The narrower one answers, and whoever adds another is told.
    let ran = add("personal", "");
    assert_eq!(ran.code, 0);
    assert!(ran.stderr.contains("agents/shadowed"), "{ran:?}");
}

#[track_caller]
fn check_refused(words: &[&str], code: u8, said: &str) {
    let ground = Ground::new().file("home/.tackle/agents/taken.md", SCOUT);
    let ran = ground.run(&[&["agents", "add"], words].concat());
    assert_eq!(ran.code, code, "{ran:?}");
    assert!(ran.stderr.contains(said), "{ran:?}");
    let taken = ground.read("home/.tackle/agents/taken.md");
    assert_eq!(taken.as_deref(), Some(SCOUT));
    assert!(!exists(&ground.root(), "home/.tackle/x.md"));
}

#[test]
fn what_cannot_be_added_is_refused() {
    check_refused(&["taken", "--description", "x"], 1, "--replace");
    check_refused(
        &["scout", "--description", "x"],
        1,
        "is the name of the agent in",
    );
    check_refused(&["../x", "--description", "x"], 2, "lower-case words");
    check_refused(&["a:b", "--description", "x"], 2, "lower-case words");
    check_refused(&["ok", "--description", " "], 2, "expected a description");
    check_refused(&["ok"], 2, "--description");
    check_refused(
        &["ok", "--description", "x", "--instructions", "@none"],
        3,
        "none",
    );
}

#[test]
fn an_old_file_is_replaced_when_that_is_meant() {
    let ground = Ground::new().file("home/.tackle/agents/scout.md", SCOUT);
    let ran = ground.run(&[
        "agents",
        "add",
        "scout",
        "--description",
        "New",
        "--replace",
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let shown = ground.json(&["agents", "show", "scout"]);
    assert_eq!(shown["description"], "New");
}
