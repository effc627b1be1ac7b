//! What makes a run fail, whatever was expected.

use std::path::{Path, PathBuf};

use stdx::fs::{Access, write_atomic};
use tempfile::TempDir;

use crate::drive::Driver;
use crate::requirements::Requirements;
use crate::suite::{Suite, Trial, Verdict};

/// A hook of Claude Code's that runs `guard` before a tool.
const HOOK: &str = "about = \"x\"\ndialects = [\"claude-code\"]\n\
    [[given.hook]]\non = \"PreToolUse\"\nrun = \"guard\"\n";
const FIRE: &str = "[[when]]\nfire = \"PreToolUse\"\ntool = \"shell\"\ninput = '{}'\n";
const GUARD: &str = "[stub.guard]\n";

/// A case in a suite of its own.
struct Single {
    _folder: TempDir,
    trial: Trial,
    driver: Driver,
}

impl Single {
    fn new(text: &str) -> Single {
        let folder = TempDir::new().expect("a scratch folder can be made");
        let put = |path: &str, text: &str| {
            let path = folder.path().join(path);
            write_atomic(&path, text.as_bytes(), Access::Keep).expect("the scratch folder is ours");
        };
        put("requirements.toml", "requirement = []\n");
        put("cases/a/case.toml", text);
        let requirements = Requirements::load(&folder.path().join("requirements.toml"));
        let requirements = requirements.expect("it is a list");
        let suite = Suite::load(&folder.path().join("cases"), &requirements);
        let suite = suite.expect("the folder can be listed");
        assert_eq!(suite.faults(), [], "{text}");
        let trial = suite.trials().into_iter().next().expect("there is one");
        Single {
            _folder: folder,
            trial,
            driver: Driver::library(PathBuf::new()),
        }
    }

    fn bless(&self) -> Result<(), String> {
        self.trial.bless(&self.driver).map_err(|it| it.to_string())
    }

    fn run(&self) -> Verdict {
        self.trial.run(&self.driver)
    }
}

/// Runs a case as it was blessed; what it fails for, or nothing.
#[track_caller]
fn check(text: &str, expected: &str) {
    let single = Single::new(text);
    match (single.bless(), expected) {
        (Ok(()), "") => assert_eq!(single.run(), Verdict::Holds, "{text}"),
        (Err(error), expected) if !expected.is_empty() => {
            assert!(
                error.contains(expected),
                "expected `{expected}`, found `{error}`"
            );
        }
        (blessed, _) => panic!("expected `{expected}`, found {blessed:?}"),
    }
}

#[test]
fn stubs_and_facts_are_strict_and_cannot_be_blessed_away() {
    check(&format!("{HOOK}{GUARD}{FIRE}"), "");
    check(&format!("{HOOK}{FIRE}"), "no stub answers for `guard`");
    check(
        &format!("{HOOK}{GUARD}[stub.other]\n{FIRE}"),
        "stub `other` was never called",
    );
    check(
        &format!("{HOOK}{GUARD}[stub.other]\ntimes = \"any\"\n{FIRE}"),
        "",
    );
    check(
        &format!("{HOOK}{GUARD}times = 2\n{FIRE}"),
        "was called 1 times, expected 2",
    );
    check(&format!("{HOOK}{GUARD}times = 2\n{FIRE}{FIRE}"), "");
    let facts = "facts = { verdict = \"block\" }\n";
    check(
        &format!("{HOOK}{GUARD}{FIRE}{facts}"),
        "fact `verdict` must be \"block\"",
    );
    check(&format!("{HOOK}{GUARD}exit = 2\n{FIRE}{facts}"), "");
}

#[test]
fn a_gap_differs_until_it_holds() {
    let text = format!("gap = \"not built\"\n{HOOK}{GUARD}{FIRE}");
    let single = Single::new(&text);
    let refused = single.bless().expect_err("what should be is not what is");
    assert!(refused.contains("written by hand"), "{refused}");
    let expectation = single.trial.case.folder.join("expect.json");
    write_atomic(Path::new(&expectation), b"[]\n", Access::Keep).expect("the folder is ours");
    assert_eq!(single.run(), Verdict::Gap("not built".to_owned()));
    let honest = Single::new(&text.replace("gap = \"not built\"\n", ""));
    honest.bless().expect("it runs");
    let is = stdx::fs::read(
        &honest.trial.case.folder.join("expect.json"),
        crate::stage::FILE_LIMIT,
    );
    write_atomic(&expectation, &is.expect("it was blessed"), Access::Keep).expect("it is ours");
    let Verdict::Fails(why) = single.run() else {
        panic!("a gap that holds must fail");
    };
    assert!(why.contains("it holds now"), "{why}");
}

#[test]
fn a_missing_expectation_fails_with_the_way_to_write_it() {
    let Verdict::Fails(why) = Single::new(&format!("{HOOK}{GUARD}{FIRE}")).run() else {
        panic!("nothing was expected, so nothing holds");
    };
    assert!(why.contains("cargo xtask conformance a --bless"), "{why}");
}
