use std::path::Path;

use serde_json::{Value, json};
use stdx::fs::{Access, write_atomic};

const HEAD: &str =
    "repo\tpath\tkind\tname\tdescription_chars\tkeys\tdialect\thook_events\thandlers\n";

/// Files of a tree, and rows of its list; what of the report is looked at.
#[track_caller]
fn check(files: &[(&str, &str)], rows: &str, (code, expected): (u8, Value)) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let put = |path: &str, text: &str| {
        let file = folder.path().join(path);
        write_atomic(&file, text.as_bytes(), Access::Keep).expect("a file in it");
    };
    files.iter().for_each(|(path, text)| put(path, text));
    put("facts.tsv", &format!("{HEAD}{}", rows.replace('|', "\t")));
    let (found, found_code) = run(folder.path());
    let look = |key: &str| found[key].clone();
    let disagreements = look("disagreements");
    let about: Vec<_> = disagreements
        .as_array()
        .into_iter()
        .flatten()
        .map(|it| &it["about"])
        .collect();
    let found = json!([look("files"), look("loaded"), look("refused"), about]);
    assert_eq!((found_code, &found), (code, &expected), "{disagreements:#}");
}

fn run(folder: &Path) -> (Value, u8) {
    let mut out = Vec::new();
    let code = crate::corpus(vec![folder.into(), "--json".into()], &mut out);
    (serde_json::from_slice(&out).expect("it is JSON"), code)
}

const SKILL: &str = "---\nname: s\ndescription: Knows s\n---\nText.\n";

#[test]
fn what_agrees_is_well_and_both_forms_of_folders_are_known() {
    let files = [
        ("o+n/skills/s/SKILL.md", SKILL),
        ("p/q/skills/s/SKILL.md", SKILL),
    ];
    let rows = "o/n|skills/s/SKILL.md|skill|s|7|name,description|||\n\
                p/q|skills/s/SKILL.md|skill|s|7||||\n";
    check(&files, rows, (0, json!([2, 2, {}, []])));
}

#[test]
fn what_differs_is_told() {
    let files = [("o+n/skills/s/SKILL.md", SKILL)];
    let rows = "o/n|skills/s/SKILL.md|agent|t|8|name|||\n";
    // Read as an agent, it has another name too.
    check(
        &files,
        rows,
        (
            1,
            json!([1, 1, {}, ["kind", "name", "description_chars", "keys"]]),
        ),
    );
}

#[test]
fn hooks_are_counted() {
    let hooks =
        r#"{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "a" }] }] } }"#;
    let files = [
        ("o+n/.claude/settings.json", hooks),
        ("o+n/hooks/hooks.json", hooks),
    ];
    let rows = "o/n|.claude/settings.json|settings|||hooks|claude|Stop:1|1\n\
                o/n|hooks/hooks.json|hooks|||hooks|claude|Stop:2|2\n";
    check(&files, rows, (1, json!([2, 2, {}, ["hook_events"]])));
}

#[test]
fn files_that_are_not_listed_are_read_too() {
    let files = [
        ("o+n/.claude/agents/a.md", "---\nname: a\n---\nText.\n"),
        ("o+n/.claude-plugin/plugin.json", "{"),
        ("o+n/README.md", "Nothing.\n"),
        ("o+n/skills/s/SKILL.md", SKILL),
    ];
    let rows = "o/n|skills/s/SKILL.md|skill|s|||||\n";
    let refused = json!({ "agents/no-description": 1, "json/not-json": 1 });
    check(&files, rows, (0, json!([3, 1, refused, []])));
}

#[test]
fn a_tree_without_any_listed_file_proves_nothing() {
    let rows = "o/n|skills/s/SKILL.md|skill|s|||||\n";
    check(
        &[("x+y/skills/s/SKILL.md", SKILL)],
        rows,
        (1, json!([1, 1, {}, []])),
    );
}
