use std::path::Path;

use crate::{Layout, Product, SkillFile, Source, check_specification, read};

use super::codes;

#[track_caller]
fn check(folder: &str, text: &str, expected: &[&str]) {
    let file = Path::new("/p/skills").join(folder).join("SKILL.md");
    let known = SkillFile {
        file: &file,
        name: folder,
        source: &Source::Project,
        product: Product::Agents,
        layout: Layout::Folders,
    };
    let skill = read(&known, text.as_bytes()).value.expect("it is a skill");
    assert_eq!(codes(&check_specification(&skill)), expected, "{text}");
}

fn header(name: &str, rest: &str) -> String {
    format!("---\nname: {name}\ndescription: Does it.\n{rest}---\nGo.\n")
}

#[test]
fn what_keeps_the_specification_passes() {
    check("tide-2", &header("tide-2", ""), &[]);
    let all = "license: MIT\ncompatibility: any\nmetadata:\n  version: '1'\nallowed-tools: Read Bash(git *)\n";
    check("tide", &header("tide", all), &[]);
    check("größe", &header("größe", ""), &[]);
}

#[test]
fn names_are_held_to_the_letter() {
    check("tide", &header("ebb", ""), &["skills/spec-name 2:7"]);
    check("Tide", &header("Tide", ""), &["skills/spec-name 2:7"]);
    check("a--b", &header("a--b", ""), &["skills/spec-name 2:7"]);
    check("-a", &header("'-a'", ""), &["skills/spec-name 2:7"]);
    check("a_b", &header("a_b", ""), &["skills/spec-name 2:7"]);
    let long = "a".repeat(65);
    check(&long, &header(&long, ""), &["skills/spec-name 2:7"]);
    check(
        "tide",
        "---\ndescription: x\n---\nGo.",
        &["skills/spec-name 1:1"],
    );
}

#[test]
fn fields_are_held_to_the_letter() {
    check(
        "tide",
        &header("tide", "model: opus\n"),
        &["skills/spec-field 4:1"],
    );
    check(
        "tide",
        &header("tide", "allowed-tools: [Read]\n"),
        &["skills/spec-field 4:1"],
    );
    check(
        "tide",
        &header("tide", "metadata:\n  a: [1]\n  b:\n    c: d\n"),
        &["skills/spec-field 4:1"],
    );
    let long = format!("compatibility: {}\n", "x".repeat(501));
    check("tide", &header("tide", &long), &["skills/spec-field 4:1"]);
}

#[test]
fn a_description_is_required_and_short() {
    check(
        "tide",
        "---\nname: tide\n---\nGo.",
        &["skills/spec-description 1:1"],
    );
    let long = format!(
        "---\nname: tide\ndescription: {}\n---\nGo.",
        "x".repeat(1025)
    );
    check("tide", &long, &["skills/spec-description 3:14"]);
}

#[test]
fn the_header_must_be_yaml_and_the_text_short() {
    check(
        "tide",
        "---\nname: tide\ndescription: Knows: tides\n---\nGo.",
        &["skills/spec-file 1:1"],
    );
    check(
        "tide",
        "Go.",
        &[
            "skills/spec-file 1:1",
            "skills/spec-name 1:1",
            "skills/spec-description 1:1",
        ],
    );
    check(
        "tide",
        &header("tide", "").replace("Go.", &"x\n".repeat(501)),
        &["skills/spec-length 5:1"],
    );
}
