use std::collections::BTreeSet;

use crate::family::{Process, members, parse_stat};

#[test]
fn a_family_is_the_session_and_all_who_descend_from_it() {
    #[track_caller]
    fn check(table: &[(i32, i32, i32)], expected: &[i32]) {
        let table: Vec<Process> = table
            .iter()
            .map(|&(pid, parent, session)| Process {
                pid,
                parent,
                session,
            })
            .collect();
        assert_eq!(
            members(10, &table),
            BTreeSet::from_iter(expected.iter().copied())
        );
    }

    let host = (1, 0, 1);
    check(&[host], &[]);
    check(&[host, (10, 1, 10), (11, 10, 10)], &[10, 11]);
    // One that lost its parent is still in the session.
    check(&[host, (10, 1, 10), (12, 1, 10)], &[10, 12]);
    // One that made a session of its own still has its parent, and its children it.
    check(
        &[host, (14, 13, 13), (13, 10, 13), (10, 1, 10)],
        &[10, 13, 14],
    );
    // The leader itself is dead and gone from the list.
    check(&[host, (12, 1, 10), (15, 12, 15)], &[12, 15]);
    // Strangers.
    check(&[host, (10, 1, 10), (20, 1, 20), (21, 20, 20)], &[10]);
}

#[test]
fn a_line_of_the_table_is_read_behind_the_name() {
    #[track_caller]
    fn check(line: &str, expected: Option<(i32, i32, i32)>) {
        let found = parse_stat(line.as_bytes()).map(|it| (it.pid, it.parent, it.session));
        assert_eq!(found, expected);
    }

    check("42 (sh) S 10 42 41 0 -1 4194560", Some((42, 10, 41)));
    check("42 (a) Z 1 (b) R 10 42 41 0", Some((42, 10, 41)));
    check("42 (sh) Z 10 42 41 0", None);
    check("42 (sh)", None);
    check("", None);
}
