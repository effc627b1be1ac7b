//! The suite checks itself.

use std::path::Path;

use stdx::fs::{Access, write_atomic};
use tempfile::TempDir;

use crate::requirements::Requirements;
use crate::suite::Suite;

/// A case that nothing is wrong with but for its missing expectation.
const GOOD: &str = "about = \"x\"\nreq = [\"A-01\"]\n[[when]]\nlist = true\n";

/// The faults of a suite with these files.
#[track_caller]
fn check(files: &[(&str, &str)], expected: &[&str]) {
    let folder = TempDir::new().expect("a scratch folder can be made");
    let list = "[[requirement]]\nid = \"A-01\"\narea = \"hooks\"\nstate = \"due\"\ntext = \"x\"\n";
    put(folder.path(), "requirements.toml", list);
    for (path, text) in files {
        put(folder.path(), &format!("cases/{path}"), text);
    }
    let requirements = Requirements::load(&folder.path().join("requirements.toml"));
    let suite = Suite::load(
        &folder.path().join("cases"),
        &requirements.expect("it is a list"),
    );
    let suite = suite.expect("the folder can be listed");
    let faults: Vec<String> = suite
        .faults()
        .iter()
        .map(|it| format!("{}: {}", it.place, it.message))
        .collect();
    assert_eq!(faults.len(), expected.len(), "{faults:?}");
    for (fault, expected) in faults.iter().zip(expected) {
        assert!(
            fault.contains(expected),
            "expected `{expected}`, found `{fault}`"
        );
    }
}

fn put(folder: &Path, path: &str, text: &str) {
    write_atomic(&folder.join(path), text.as_bytes(), Access::Keep)
        .expect("the scratch folder is ours");
}

#[test]
fn what_proves_nothing_is_a_fault() {
    check(&[("a/case.toml", GOOD)], &[]);
    check(
        &[("a/case.toml", GOOD), ("b/expect.json", "[]\n")],
        &["b: has files but no `case.toml`"],
    );
    check(
        &[("a/case.toml", &GOOD.replace("A-01", "A-99"))],
        &["no requirement has the id `A-99`"],
    );
    check(
        &[("a/case.toml", GOOD), ("a/expect.json", "[ ]")],
        &["`expect.json` is not canonical"],
    );
    check(
        &[("a/case.toml", GOOD), ("a/expect.json", "[")],
        &["`expect.json` is not JSON"],
    );
    check(
        &[("a/case.toml", GOOD), ("a/expect/neo.json", "[]\n")],
        &["`expect/neo.json` belongs to no run"],
    );
    check(
        &[("a/case.toml", GOOD), ("a/notes.txt", "")],
        &["`notes.txt` is used by nothing"],
    );
    check(&[("a/case.toml", "about = 1")], &["invalid type"]);
    check(
        &[(
            "a/case.toml",
            &GOOD.replace("[[when]]\nlist = true\n", "when = []\n"),
        )],
        &["nothing happens"],
    );
}

#[test]
fn what_only_one_driver_can_give_is_said() {
    let now = format!("{GOOD}[given]\nnow = \"2026-01-02T03:04:05Z\"\n");
    check(&[("a/case.toml", &now)], &["`now` needs `via = [\"lib\"]`"]);
    let said = format!("via = [\"lib\"]\nwhy = \"the date counts\"\n{now}");
    check(&[("a/case.toml", &said)], &[]);
    check(
        &[("a/case.toml", &format!("via = [\"lib\"]\n{now}"))],
        &["`via` and `why` go together"],
    );
    check(
        &[("a/case.toml", &format!("oracle = \"claude/x\"\n{GOOD}"))],
        &["`oracle` needs `facts`"],
    );
}
