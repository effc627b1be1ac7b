//! Names of servers and tools.

use crate::names::{server_names, tool_names};

#[track_caller]
fn check_servers(names: &[&str], expected: &[&str]) {
    assert_eq!(undigested(server_names(names)), expected);
}

#[track_caller]
fn check_tools(names: &[&str], expected: &[&str]) {
    assert_eq!(undigested(tool_names("s", names)), expected);
}

/// `-#` in place of a digest.
fn undigested(names: Vec<String>) -> Vec<String> {
    let is_digest = |it: &str| it.len() == 8 && it.bytes().all(|it| it.is_ascii_hexdigit());
    let shown = names.into_iter().map(|it| match it.rsplit_once('-') {
        Some((start, end)) if is_digest(end) => format!("{start}-#"),
        _ => it,
    });
    shown.collect()
}

#[test]
fn names_are_safe_and_unique() {
    check_servers(
        &["docs", "my server", "über"],
        &["docs", "my_server", "ber"],
    );
    check_servers(&["a__b", "_a_"], &["a_b", "a"]);
    check_servers(&["a.b", "a_b"], &["a_b-#", "a_b"]);
    check_tools(
        &["read", "a.b", "a_b"],
        &["mcp__s__read", "mcp__s__a_b-#", "mcp__s__a_b"],
    );
}

#[test]
fn long_names_are_cut_and_stay_apart() {
    let long = "x".repeat(100);
    let (one, two) = (format!("{long}1"), format!("{long}2"));
    let names = tool_names("s", &[&one, &two]);
    assert!(names.iter().all(|it| it.len() == 64), "{names:?}");
    assert_ne!(names[0], names[1]);
    assert_eq!(server_names(&[&one])[0].len(), 32);
}

#[test]
fn the_same_name_twice_is_two_names() {
    let names = tool_names("s", &["a", "a", "a"]);
    let distinct: std::collections::BTreeSet<_> = names.iter().collect();
    assert_eq!(distinct.len(), 3);
}
