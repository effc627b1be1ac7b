use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hooks_core::DialectId;
use stdx::fs::Limit;

use super::environment::{self, SET};
use super::{reference, told};

/// Sources that read the environment, set variables for hooks, or take them away; what the commands
/// read is held to its table where it is read.
const SOURCES: [&str; 3] = ["hooks-core/src/dialect", "hooks-cmd/src", "hooks-http/src"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().expect("a folder of sources");
    let paths = entries.map(|it| it.expect("an entry").path());
    let (folders, files): (Vec<_>, Vec<_>) = paths.partition(|it| it.is_dir());
    let inner = folders
        .iter()
        .filter(|it| !it.ends_with("tests"))
        .flat_map(|it| sources(it));
    let files = files
        .into_iter()
        .filter(|it| it.extension().is_some_and(|it| it == "rs") && !it.ends_with("tests.rs"));
    inner.chain(files).collect()
}

/// The texts of a source that look like the name of a variable; the beginning of names gets its `*`.
fn names(file: &Path) -> Vec<String> {
    let bytes = stdx::fs::read(file, Limit::mebibytes(1)).expect("a source");
    let text = String::from_utf8(bytes).expect("a source is UTF-8");
    let code = text
        .lines()
        .filter(|it| !it.trim_start().starts_with("//") && !it.contains("env!("));
    let texts = code.flat_map(|it| it.split('"').skip(1).step_by(2));
    let star = |it: &str| match it.strip_suffix('_') {
        Some(beginning) => format!("{beginning}_*"),
        None => it.to_owned(),
    };
    texts.filter(|it| is_name(it)).map(star).collect()
}

fn is_name(text: &str) -> bool {
    let of_name = |it: char| it.is_ascii_uppercase() || it == '_';
    text != "JSON" && text.len() > 1 && text.trim_end_matches('*').chars().all(of_name)
}

#[test]
fn every_variable_in_the_sources_stands_on_the_page() {
    let page = environment::page();
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace");
    let files: Vec<_> = SOURCES
        .iter()
        .flat_map(|it| sources(&workspace.join(it)))
        .collect();
    let used: BTreeSet<_> = files.iter().flat_map(|it| names(it)).collect();
    let missing: Vec<_> = used
        .iter()
        .filter(|it| !page.contains(&format!("`{it}`")))
        .collect();
    assert!(used.len() > 40, "{used:?} are few");
    assert!(missing.is_empty(), "{missing:?} are not on the page");
}

#[test]
fn every_variable_that_a_dialect_sets_has_a_meaning_and_no_other() {
    let of_dialects = DialectId::ALL.into_iter().flat_map(|it| told::names(it).0);
    let set: BTreeSet<_> = of_dialects.chain(["TACKLE_TRAIL".to_owned()]).collect();
    let listed: BTreeSet<_> = SET.iter().map(|it| it.0.to_owned()).collect();
    assert_eq!(set, listed);
}

#[test]
fn every_page_says_that_it_is_generated() {
    for (name, page) in reference() {
        let marked = page.lines().take(5).any(|it| it.contains("@generated"));
        assert!(
            marked && page.starts_with("# ") && page.ends_with('\n'),
            "{name}"
        );
    }
}
