use crate::codegen::{Difference, Files, differences};

fn files(list: &[(&str, &str)]) -> Files {
    list.iter()
        .map(|(path, text)| (path.to_string(), text.as_bytes().to_vec()))
        .collect()
}

#[track_caller]
fn check(generated: &[(&str, &str)], checked_in: &[(&str, &str)], expected: &[Difference]) {
    assert_eq!(differences(&files(generated), &files(checked_in)), expected);
}

#[test]
fn equal_files_differ_in_nothing() {
    check(
        &[("schemas/run.json", "{}")],
        &[("schemas/run.json", "{}")],
        &[],
    );
}

#[test]
fn what_is_new_changed_or_gone_is_named() {
    check(
        &[("schemas/list.json", "{}"), ("schemas/run.json", "{}")],
        &[("schemas/old.json", "{}"), ("schemas/run.json", "[]")],
        &[
            Difference::Missing("schemas/list.json".to_owned()),
            Difference::Changed("schemas/run.json".to_owned()),
            Difference::Stale("schemas/old.json".to_owned()),
        ],
    );
}
