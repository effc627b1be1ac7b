//! Reading, listing, finding, searching.

use missions::{Effect, Success};
use serde_json::{Value, json};

use crate::world::World;

#[track_caller]
fn check_read(content: &[u8], window: (Option<u64>, Option<u64>), expected: &str) {
    let world = World::new(&[]);
    world.put("a.txt", content);
    let mut input = json!({"path": "a.txt"});
    if let Some(it) = window.0 {
        input["offset"] = it.into();
    }
    if let Some(it) = window.1 {
        input["limit"] = it.into();
    }
    assert_eq!(world.run("read_file", input).text, expected);
}

#[test]
fn a_file_is_read_whole_or_by_window() {
    check_read(b"one\ntwo\n", (None, None), "one\ntwo\n");
    check_read(b"one\ntwo", (None, None), "one\ntwo");
    check_read(
        b"1\n2\n3\n4",
        (Some(2), Some(2)),
        "[lines 2 to 3 of 4]\n2\n3\n",
    );
    check_read(b"1\n2\n3\n4", (Some(3), None), "[lines 3 to 4 of 4]\n3\n4");
    check_read(
        b"1\n2\n",
        (Some(9), None),
        "`a.txt` has 2 lines, so there is no line 9",
    );
    check_read(b"", (None, None), "[`a.txt` is empty]");
}

#[test]
fn odd_files_are_explained() {
    check_read(b"a\0b", (None, None), "`a.txt` is binary, 3 bytes");
    let lossy = "[not all of it is UTF-8: \u{fffd} stands for other bytes]\nna\u{fffd}ve";
    check_read(b"na\xefve", (None, None), lossy);
    let world = World::new(&[]);
    let failed = |path: &str| world.failed("read_file", json!({"path": path}));
    assert_eq!(failed("b.txt"), "there is no file `b.txt`");
    assert_eq!(
        failed("."),
        "`.` is a folder; list_files shows what is in it"
    );
    assert_eq!(failed("/dev/zero").lines().count(), 1);
}

#[test]
fn a_huge_file_is_read_by_window() {
    let world = World::new(&[]);
    let file = std::fs::File::create(world.project().join("huge.txt")).unwrap();
    // Full of holes: nothing of it is on the disk.
    std::os::unix::fs::FileExt::write_at(&file, &b"line\n".repeat(4000), 0).unwrap();
    file.set_len(4 << 30).unwrap();
    let text = world.done("read_file", json!({"path": "huge.txt", "limit": 2}));
    assert_eq!(text, "[lines 1 to 2 of very many]\nline\nline\n");
}

#[test]
fn a_line_without_end_is_cut() {
    let world = World::new(&[("long.txt", &"x".repeat(1 << 20))]);
    let text = world.done("read_file", json!({"path": "long.txt"}));
    assert!(
        text.starts_with("[line 1 is longer than what is shown of it]\nxxx"),
        "{}",
        &text[..80]
    );
    assert!(text.len() < 140 << 10);
}

#[test]
fn a_long_file_is_cut_between_lines() {
    let line = format!("{}\n", "x".repeat(99));
    let world = World::new(&[("long.txt", &line.repeat(3000))]);
    let text = world.done("read_file", json!({"path": "long.txt"}));
    let (head, shown) = text.split_once('\n').unwrap();
    assert_eq!(head, "[lines 1 to 1310 of 3000]");
    assert_eq!(shown.len(), 131_000);
    let text = world.done("read_file", json!({"path": "long.txt", "offset": 2999}));
    assert_eq!(text, format!("[lines 2999 to 3000 of 3000]\n{line}{line}"));
}

fn project() -> World {
    let world = World::new(&[
        (".gitignore", "target/\n*.log\n"),
        (".env.example", "KEY=\n"),
        (".git/HEAD", "needle"),
        ("src/main.rs", "fn main() {\n    needle();\n}\n"),
        ("src/lib.rs", "// Needle\n"),
        ("src/deep/x.ts", "needle\nneedle\n"),
        ("target/out.rs", "needle"),
        ("noise.log", "needle"),
    ]);
    world.put("data.bin", b"\0needle");
    world.link("../outside", "out");
    world
}

#[track_caller]
fn check(tool: &str, input: Value, expected: &[&str]) {
    let text = project().done(tool, input);
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_folder_is_listed() {
    let root = [
        ".env.example",
        ".gitignore",
        "data.bin",
        "out -> ../outside",
        "src/",
    ];
    check("list_files", json!({}), &root);
    check(
        "list_files",
        json!({"path": "src"}),
        &["src/deep/", "src/lib.rs", "src/main.rs"],
    );
    let deep = ["src/deep/", "src/deep/x.ts", "src/lib.rs", "src/main.rs"];
    check("list_files", json!({"path": "src", "depth": 2}), &deep);
}

#[test]
fn files_are_found_by_pattern() {
    check(
        "find_files",
        json!({"pattern": "*.rs"}),
        &["src/lib.rs", "src/main.rs"],
    );
    check(
        "find_files",
        json!({"pattern": "src/*"}),
        &["src/lib.rs", "src/main.rs"],
    );
    check(
        "find_files",
        json!({"pattern": "**/*.ts"}),
        &["src/deep/x.ts"],
    );
    check(
        "find_files",
        json!({"pattern": "x.{ts,js}", "path": "src"}),
        &["src/deep/x.ts"],
    );
    check(
        "find_files",
        json!({"pattern": "*.log"}),
        &["[no file matches]"],
    );
}

#[test]
fn lines_are_found_by_expression() {
    let all = [
        "src/deep/x.ts:1: needle",
        "src/deep/x.ts:2: needle",
        "src/main.rs:2:     needle();",
    ];
    check("search_code", json!({"pattern": "needle"}), &all);
    check(
        "search_code",
        json!({"pattern": "^needle$", "max_results": 1}),
        &[all[0], "[1 more; ask for less]"],
    );
    check(
        "search_code",
        json!({"pattern": "needle", "glob": "*.rs"}),
        &[all[2]],
    );
    check(
        "search_code",
        json!({"pattern": "NEEDLE", "glob": "lib.*", "case_insensitive": true}),
        &["src/lib.rs:1: // Needle"],
    );
    check(
        "search_code",
        json!({"pattern": "needle", "path": "src/main.rs"}),
        &[all[2]],
    );
    check(
        "search_code",
        json!({"pattern": "nothing"}),
        &["[no line matches]"],
    );
}

#[test]
fn broken_patterns_are_explained() {
    let world = project();
    let why = world.failed("search_code", json!({"pattern": "("}));
    assert!(
        why.starts_with("`(` is not a regular expression: "),
        "{why}"
    );
    let why = world.failed("find_files", json!({"pattern": "[a"}));
    assert!(why.starts_with("`[a` is not a pattern: "), "{why}");
    let why = world.failed("search_code", json!({"pattern": "x", "path": "nowhere"}));
    assert_eq!(why, "could not search `nowhere`: No such file or directory");
}

#[test]
fn many_results_are_capped() {
    let world = World::new(&[]);
    (0..230).for_each(|it| world.put(&format!("{it:03}.txt"), b"x\n"));
    let found = world.done("find_files", json!({"pattern": "*"}));
    assert_eq!(found.lines().count(), 201);
    assert_eq!(found.lines().last(), Some("[30 more; ask for less]"));
}

#[test]
fn a_cancelled_search_ends() {
    let world = project();
    world.cancel.cancel("enough");
    let text = world.done("search_code", json!({"pattern": "needle"}));
    assert_eq!(
        text,
        "[no line matches]\n[cancelled before everything was seen]"
    );
}

#[test]
fn a_helper_only_looks() {
    let tools = tools::read_only(&World::new(&[]).guard());
    let found: Vec<_> = tools
        .iter()
        .map(|it| (it.spec().name.as_str(), it.effect()))
        .collect();
    let looks = ["read_file", "find_files", "search_code"].map(|it| (it, Effect::Looks));
    assert_eq!(found, looks);
}

#[test]
fn nothing_of_home_is_found() {
    let world = World::new(&[]);
    assert_eq!(
        world.run("list_files", json!({"path": "../home"})).success,
        Success::No
    );
}
