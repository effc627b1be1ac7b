//! Creating, editing, deleting.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::world::World;

#[test]
fn a_file_is_created_with_its_folders() {
    let world = World::new(&[]);
    let res = world.run(
        "create_file",
        json!({"path": "a/b.txt", "content": "one\ntwo\n"}),
    );
    assert_eq!(res.text, "created `a/b.txt`: 2 lines, 8 bytes");
    assert_eq!(res.changed, [world.project().join("a/b.txt")]);
    assert_eq!(world.text("a/b.txt").as_deref(), Some("one\ntwo\n"));
    let again = world.done("create_file", json!({"path": "a/b.txt", "content": ""}));
    assert_eq!(again, "replaced `a/b.txt`: 0 lines, 0 bytes");
}

#[test]
fn an_edit_keeps_mode_and_line_ends() {
    let world = World::new(&[("run.sh", "#!/bin/sh\r\necho a\r\n")]);
    let path = world.project().join("run.sh");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let input = json!({"path": "run.sh", "old_text": "sh\necho a\n", "new_text": "sh\necho b\n"});
    assert_eq!(world.done("edit_file", input), "edited `run.sh`: 1 place");
    assert_eq!(
        world.text("run.sh").as_deref(),
        Some("#!/bin/sh\r\necho b\r\n")
    );
    assert_eq!(
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777,
        0o755
    );
}

#[test]
fn an_edit_that_does_not_fit_changes_nothing() {
    let world = World::new(&[("a.txt", "x x")]);
    world.put("b.bin", b"\xff\xfe");
    let edit = |path: &str| json!({"path": path, "old_text": "x", "new_text": "y"});
    for (path, expected) in [
        (
            "a.txt",
            "`a.txt`: `old_text` is in the file 2 times, at lines 1, 1; add lines around it until it is the only one, or set `replace_all`",
        ),
        (
            "b.bin",
            "`b.bin` is not text in UTF-8, so it cannot be edited here",
        ),
        (
            "c.txt",
            "there is no file `c.txt` (No such file or directory)",
        ),
        (".", "expected a file at `.`, found a folder"),
    ] {
        assert_eq!(world.failed("edit_file", edit(path)), expected);
    }
    assert_eq!(world.text("a.txt").as_deref(), Some("x x"));
}

#[test]
fn several_edits_are_made_all_or_none() {
    let world = World::new(&[("a.txt", "one two"), ("b.txt", "three")]);
    let edit =
        |path: &str, old: &str, new: &str| json!({"path": path, "old_text": old, "new_text": new});
    let bad = json!({"edits": [edit("a.txt", "one", "1"), edit("b.txt", "four", "4")]});
    assert_eq!(
        world.failed("edit_files", bad),
        "edit 2: `b.txt`: `old_text` is not in the file; read it again and copy the text with its \
         blanks exactly; no file was changed"
    );
    assert_eq!(world.text("a.txt").as_deref(), Some("one two"));
    let good = json!({"edits": [edit("a.txt", "one", "1"), edit("b.txt", "three", "3"), edit("./a.txt", "1 two", "2")]});
    let res = world.run("edit_files", good);
    assert_eq!(res.text, "3 edits made in 2 files: a.txt, b.txt");
    assert_eq!(res.changed.len(), 2);
    assert_eq!(world.text("a.txt").as_deref(), Some("2"));
}

#[test]
fn a_file_is_deleted_and_of_a_link_the_link() {
    let world = World::new(&[("a.txt", "a"), ("dir/b.txt", "b")]);
    world.link("a.txt", "link");
    assert_eq!(
        world.done("delete_file", json!({"path": "link"})),
        "deleted `link`"
    );
    assert_eq!(world.text("a.txt").as_deref(), Some("a"));
    assert_eq!(
        world.done("delete_file", json!({"path": "a.txt"})),
        "deleted `a.txt`"
    );
    assert_eq!(world.text("a.txt"), None);
    let failed = |path| world.failed("delete_file", json!({"path": path}));
    assert_eq!(failed("dir"), "`dir` is a folder, not a file");
    assert_eq!(
        failed("a.txt"),
        "could not delete `a.txt`: No such file or directory"
    );
}

#[test]
fn a_preview_shows_the_change_and_makes_none() {
    let world = World::new(&[("a.txt", "one\ntwo\n")]);
    world.link("a.txt", "link");
    let edit = json!({"path": "a.txt", "old_text": "two", "new_text": "three"});
    let diff = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n";
    let created = "--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+x\n";
    let deleted = "--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n";
    for (tool, input, expected) in [
        ("edit_file", edit.clone(), diff),
        ("edit_files", json!({"edits": [edit]}), diff),
        (
            "create_file",
            json!({"path": "new.txt", "content": "x\n"}),
            created,
        ),
        ("delete_file", json!({"path": "a.txt"}), deleted),
        (
            "delete_file",
            json!({"path": "link"}),
            "deletes the link link -> a.txt\n",
        ),
        ("run_command", json!({"command": "make"}), "make"),
        (
            "run_command",
            json!({"command": "make", "cwd": "src"}),
            "in src: make",
        ),
    ] {
        assert_eq!(
            world.preview(tool, input).as_deref(),
            Some(expected),
            "{tool}"
        );
    }
    assert_eq!(world.text("a.txt").as_deref(), Some("one\ntwo\n"));
    assert_eq!(world.text("new.txt"), None);
}
