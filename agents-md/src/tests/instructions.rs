//! AGENTS.md and its siblings, folded.

use super::tree::Tree;
use crate::{InstructionRoots, InstructionSource, read_instructions};

fn roots(tree: &Tree, target: &str) -> InstructionRoots {
    InstructionRoots {
        tackle_home: tree.path("home/.tackle"),
        home: tree.path("home"),
        repository: tree.path("repo"),
        target: tree.path(target),
    }
}

/// Each piece as `P` or `R`, file, and whether it was imported.
#[track_caller]
fn check(tree: &Tree, target: &str, expected: (&[&str], &[&str])) {
    let loaded = read_instructions(&roots(tree, target));
    let pieces: Vec<String> = loaded
        .value
        .iter()
        .map(|it| {
            let source = match it.source {
                InstructionSource::Personal => "P",
                InstructionSource::Repository => "R",
            };
            let by = it
                .imported_by
                .as_deref()
                .map(|it| format!(" < {}", tree.short(it)));
            // As a reader would: `..` gone.
            let file = tree.short(&it.file);
            format!("{source} {file}{}", by.unwrap_or_default())
        })
        .collect();
    let problems = tree.problems(&loaded.problems);
    assert_eq!(pieces, expected.0);
    assert_eq!(problems, expected.1);
}

#[test]
fn from_the_person_to_the_closest_folder() {
    let tree = Tree::new(&[
        ("home/.tackle/AGENTS.md", "own"),
        ("home/.claude/CLAUDE.md", "own claude"),
        ("repo/AGENTS.md", "root"),
        ("repo/CLAUDE.md", "root claude"),
        ("repo/.claude/CLAUDE.md", "root dot claude"),
        ("repo/CLAUDE.local.md", "root local"),
        ("repo/api/AGENTS.md", "api"),
        ("repo/api/v1/CLAUDE.md", "v1"),
        ("repo/web/AGENTS.md", "web"),
        ("repo/api/v1/main.rs", "fn main() {}"),
    ]);
    check(
        &tree,
        "repo/api/v1/main.rs",
        (
            &[
                "P home/.tackle/AGENTS.md",
                "P home/.claude/CLAUDE.md",
                "R repo/AGENTS.md",
                "R repo/CLAUDE.md",
                "R repo/.claude/CLAUDE.md",
                "R repo/CLAUDE.local.md",
                "R repo/api/AGENTS.md",
                "R repo/api/v1/CLAUDE.md",
            ],
            &[],
        ),
    );
}

#[test]
fn a_target_elsewhere_or_not_there_yet() {
    let tree = Tree::new(&[("repo/AGENTS.md", "root"), ("repo/api/AGENTS.md", "api")]);
    check(&tree, "elsewhere", (&["R repo/AGENTS.md"], &[]));
    check(&tree, "repo/../elsewhere", (&["R repo/AGENTS.md"], &[]));
    let both: &[&str] = &["R repo/AGENTS.md", "R repo/api/AGENTS.md"];
    check(&tree, "repo/api/new/file.rs", (both, &[]));
}

#[test]
fn text_is_kept_but_for_the_byte_order_mark() {
    let tree = Tree::new(&[("repo/AGENTS.md", "\u{feff}# A\r\n\r\ntext\r\n")]);
    let pieces = read_instructions(&roots(&tree, "repo")).value;
    assert_eq!(pieces[0].text, "# A\r\n\r\ntext\r\n");
}

#[test]
fn two_names_for_one_text_are_one_piece() {
    let tree = Tree::new(&[("repo/AGENTS.md", "same"), ("repo/sub/CLAUDE.md", "same")]);
    tree.link("repo/CLAUDE.md", "AGENTS.md");
    check(
        &tree,
        "repo/sub",
        (
            &["R repo/AGENTS.md"],
            &["note instructions/same-text repo/sub/CLAUDE.md"],
        ),
    );
}

#[test]
fn imports_stand_before_their_importer_and_once() {
    let tree = Tree::new(&[
        ("repo/CLAUDE.md", "@docs/a.md and @AGENTS.md\n@docs/b.md"),
        ("repo/AGENTS.md", "agents"),
        ("repo/docs/a.md", "a, see @b.md"),
        ("repo/docs/b.md", "b"),
    ]);
    check(
        &tree,
        "repo",
        (
            &[
                "R repo/AGENTS.md",
                "R repo/docs/b.md < repo/docs/a.md",
                "R repo/docs/a.md < repo/CLAUDE.md",
                "R repo/CLAUDE.md",
            ],
            &[],
        ),
    );
}

#[test]
fn cycles_end_and_are_told() {
    let tree = Tree::new(&[
        ("repo/AGENTS.md", "root @a.md"),
        ("repo/a.md", "a\n@AGENTS.md @a.md"),
    ]);
    check(
        &tree,
        "repo",
        (
            &["R repo/a.md < repo/AGENTS.md", "R repo/AGENTS.md"],
            &[
                "warning instructions/import-cycle repo/a.md:2:1",
                "warning instructions/import-cycle repo/a.md:2:12",
            ],
        ),
    );
}

#[test]
fn the_sixth_hop_is_not_read() {
    let tree = Tree::new(&[("repo/AGENTS.md", "@1.md"), ("repo/6.md", "six")]);
    for hop in 1..6 {
        tree.put(&format!("repo/{hop}.md"), &format!("@{}.md", hop + 1));
    }
    check(
        &tree,
        "repo",
        (
            &[
                "R repo/5.md < repo/4.md",
                "R repo/4.md < repo/3.md",
                "R repo/3.md < repo/2.md",
                "R repo/2.md < repo/1.md",
                "R repo/1.md < repo/AGENTS.md",
                "R repo/AGENTS.md",
            ],
            &["error instructions/import-depth repo/5.md:1:1"],
        ),
    );
}

#[test]
fn a_missing_import_is_a_note_and_talk_is_not() {
    let tree = Tree::new(&[
        ("repo/AGENTS.md", "Ask @anna about @types/node and @gone.md"),
        ("repo/types/x", ""),
    ]);
    check(
        &tree,
        "repo",
        (
            &["R repo/AGENTS.md"],
            &["note instructions/import-missing repo/AGENTS.md:1:33"],
        ),
    );
}

#[test]
fn the_repository_is_not_left() {
    let tree = Tree::new(&[
        ("secret.md", "secret"),
        ("home/own.md", "own"),
        (
            "repo/AGENTS.md",
            "@../secret.md @~/own.md @/etc/passwd\n@link.md @folder/secret.md @../nothing.md",
        ),
    ]);
    tree.link("repo/link.md", "../secret.md");
    tree.link("repo/folder", "..");
    tree.link("repo/CLAUDE.md", "../secret.md");
    let outside = |place: &str| format!("error instructions/import-outside repo/AGENTS.md:{place}");
    let told = ["1:1", "1:15", "1:25", "2:1", "2:10", "2:28"].map(outside);
    let mut told: Vec<&str> = told.iter().map(String::as_str).collect();
    told.push("error instructions/import-outside repo/CLAUDE.md");
    check(&tree, "repo", (&["R repo/AGENTS.md"], &told));
}

#[test]
fn a_personal_file_may_import_from_anywhere() {
    let tree = Tree::new(&[
        (
            "home/.claude/CLAUDE.md",
            "@~/own.md @../../team.md @../../repo/docs/x.md",
        ),
        ("home/own.md", "own"),
        ("team.md", "team"),
        ("repo/docs/x.md", "x @../../team2.md"),
        ("team2.md", "team 2"),
    ]);
    let importer = "home/.claude/CLAUDE.md";
    check(
        &tree,
        "repo",
        (
            &[
                &format!("P home/own.md < {importer}"),
                &format!("P home/.claude/../../team.md < {importer}"),
                &format!("R home/.claude/../../repo/docs/x.md < {importer}"),
                &format!("P {importer}"),
            ],
            &["error instructions/import-outside home/.claude/../../repo/docs/x.md:1:3"],
        ),
    );
}

#[test]
fn files_that_cannot_be_read_are_told() {
    let tree = Tree::new(&[("repo/AGENTS.md", ""), ("repo/CLAUDE.md/x", "")]);
    let large = "x".repeat(1024 * 1024 + 1);
    tree.put("repo/sub/AGENTS.md", &large);
    let path = tree.path("repo/sub/CLAUDE.md");
    stdx::fs::write_atomic(&path, b"caf\xe9", stdx::fs::Access::Keep).unwrap();
    check(
        &tree,
        "repo/sub",
        (
            &[],
            &[
                "error instructions/unreadable repo/CLAUDE.md",
                "error instructions/unreadable repo/sub/AGENTS.md",
                "error instructions/not-utf8 repo/sub/CLAUDE.md",
            ],
        ),
    );
}

#[test]
fn a_fan_of_imports_ends() {
    let tree = Tree::new(&[]);
    let mut text = String::new();
    for n in 0..250 {
        tree.put(&format!("repo/{n}.md"), &format!("text {n}"));
        text.push_str(&format!("@{n}.md\n"));
    }
    tree.put("repo/AGENTS.md", &text);
    let loaded = read_instructions(&roots(&tree, "repo"));
    assert_eq!(loaded.value.len(), 200);
    assert_eq!(loaded.problems.len(), 1);
    assert_eq!(loaded.problems[0].code, "instructions/too-many");
}

#[test]
fn a_file_of_nothing_but_imports_ends() {
    let tree = Tree::new(&[("repo/AGENTS.md", &"@a.b ".repeat(5000))]);
    let loaded = read_instructions(&roots(&tree, "repo"));
    assert_eq!(loaded.value.len(), 1);
    // That there are more imports, 49 that name no file, and that the rest is not told.
    assert_eq!(loaded.problems.len(), 51);
    assert_eq!(loaded.problems[0].code, "instructions/too-many");
    assert_eq!(loaded.problems[50].code, "instructions/too-many");
}

#[test]
fn files_that_all_import_each_other_say_little() {
    let all: String = (0..60).map(|it| format!("@{it}.md ")).collect();
    let tree = Tree::new(&[("repo/AGENTS.md", "@0.md")]);
    for n in 0..60 {
        tree.put(&format!("repo/{n}.md"), &format!("{n}: {all}"));
    }
    let loaded = read_instructions(&roots(&tree, "repo"));
    assert_eq!(loaded.value.len(), 61);
    // Each imports itself and those that led to it, and none is too far away by every way.
    assert!(loaded.problems.len() < 6 * 60, "{}", loaded.problems.len());
    let is_cycle = |it: &stdx::Problem| it.code == "instructions/import-cycle";
    assert!(loaded.problems.iter().all(is_cycle));
}
