use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::change::ChangeKind;
use crate::snapshot::{Content, Fingerprint, Snapshot, Stat, StatTrust};

/// A file `name` written at the second `at`, holding `content`.
type File = (&'static str, u64, Content);

const A: Content = Content::Hash(1);
const B: Content = Content::Hash(2);

#[track_caller]
fn check(before: &[File], (scope, now): (&str, &[File]), expected: &str) {
    let mut snapshot = Snapshot::default();
    snapshot.settle(Path::new("/"), files(before));
    let changes = snapshot.settle(Path::new(scope), files(now));
    let told: Vec<String> = changes
        .iter()
        .map(|it| format!("{}{}", sign(it.kind), it.path.display()))
        .collect();
    assert_eq!(told.join(" "), expected, "from {before:?} to {now:?}");
    let again = snapshot.settle(Path::new(scope), files(now));
    assert_eq!(again, [], "a second look at the same finds nothing");
}

fn files(files: &[File]) -> BTreeMap<std::path::PathBuf, Fingerprint> {
    let fingerprint = |at: u64, content| Fingerprint {
        stat: Stat {
            length: 1,
            modified: Some(SystemTime::UNIX_EPOCH + Duration::from_secs(at)),
            number: 7,
        },
        content,
        trust: StatTrust::Settled,
    };
    let files = files.iter();
    files
        .map(|(path, at, content)| (path.into(), fingerprint(*at, *content)))
        .collect()
}

fn sign(kind: ChangeKind) -> char {
    match kind {
        ChangeKind::Appeared => '+',
        ChangeKind::Changed => '~',
        ChangeKind::Vanished => '-',
    }
}

#[test]
fn another_content_is_one_change_however_it_was_saved() {
    check(&[("/f", 1, A)], ("/f", &[("/f", 2, B)]), "~/f");
}

#[test]
fn the_same_content_is_no_change() {
    check(&[("/f", 1, A)], ("/f", &[("/f", 2, A)]), "");
}

#[test]
fn files_come_and_go() {
    check(&[], ("/f", &[("/f", 1, A)]), "+/f");
    check(&[("/f", 1, A)], ("/f", &[]), "-/f");
}

#[test]
fn large_files_are_compared_by_their_stat() {
    let large = Content::Large;
    check(&[("/f", 1, large)], ("/f", &[("/f", 1, large)]), "");
    check(&[("/f", 1, large)], ("/f", &[("/f", 2, large)]), "~/f");
    check(&[("/f", 1, A)], ("/f", &[("/f", 1, large)]), "~/f");
}

#[test]
fn a_file_that_may_no_longer_be_read_changed() {
    let locked = Content::Unreadable;
    check(&[("/f", 1, A)], ("/f", &[("/f", 1, locked)]), "~/f");
    check(&[("/f", 1, locked)], ("/f", &[("/f", 2, locked)]), "");
}

#[test]
fn a_look_at_a_folder_is_about_what_lies_in_it_alone() {
    let before = &[("/a", 1, A), ("/d/a", 1, A), ("/d/b", 1, A), ("/d-e", 1, A)];
    let now: &[File] = &[("/d/a", 1, B), ("/d/c/c", 1, A)];
    check(before, ("/d", now), "~/d/a -/d/b +/d/c/c");
}

#[test]
fn a_folder_that_became_a_file_is_told_whole() {
    let before = &[("/d/a", 1, A), ("/d/b", 1, A)];
    check(before, ("/d", &[("/d", 1, A)]), "+/d -/d/a -/d/b");
}
