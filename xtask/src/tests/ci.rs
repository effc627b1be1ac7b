use crate::ci::SlowTests;

#[track_caller]
fn check(printed: &[&str], expected: &[(f64, &str)]) {
    let mut slow = SlowTests::default();
    printed.iter().for_each(|line| slow.see(line));
    let expected: Vec<(f64, String)> = expected
        .iter()
        .map(|(seconds, name)| (*seconds, (*name).to_owned()))
        .collect();
    assert_eq!(slow.worst(), expected);
}

#[test]
fn each_result_belongs_to_the_program_named_before_it() {
    check(
        &[
            "     Running unittests src/lib.rs (target/debug/deps/stdx-0a1b)",
            "test result: ok. 3 passed; 0 failed; 0 ignored; finished in 0.02s",
            "     Running tests/tree.rs (target/debug/deps/tree-77)",
            "test result: ok. 9 passed; 0 failed; 0 ignored; finished in 1.50s",
            "   Doc-tests hooks_core",
            "test result: ok. 1 passed; 0 failed; 0 ignored; finished in 0.40s",
        ],
        &[
            (1.5, "tree (tests/tree.rs)"),
            (0.4, "examples of hooks_core"),
            (0.02, "stdx (src/lib.rs)"),
        ],
    );
}

#[test]
fn colours_do_not_hide_the_program() {
    check(
        &[
            "\u{1b}[1m\u{1b}[92m     Running\u{1b}[0m unittests src/lib.rs (target/debug/deps/procs-0a)",
            "test result: \u{1b}[32mok\u{1b}[m. 3 passed; finished in 0.25s",
        ],
        &[(0.25, "procs (src/lib.rs)")],
    );
}

#[test]
fn only_the_five_slowest_are_shown() {
    let printed: Vec<String> = (1..=7)
        .map(|it| format!("test result: ok. finished in {it}.00s"))
        .collect();
    let printed: Vec<&str> = printed.iter().map(String::as_str).collect();
    check(
        &printed,
        &[(7.0, ""), (6.0, ""), (5.0, ""), (4.0, ""), (3.0, "")],
    );
}
