use crate::tidy::{check_rust, code};

#[track_caller]
fn check_code(source: &str, expected: &str) {
    assert_eq!(code(source), expected, "{source}");
}

#[test]
fn comments_and_texts_are_blanked_and_code_stays() {
    check_code("a // b\nc", "a     \nc");
    check_code("a /* b /* c */ d */ e", "a                   e");
    check_code(r#"f("x\"y") + 1"#, "f(      ) + 1");
    check_code("f(r#\"a\"b\"#) + 1", "f(        ) + 1");
    check_code("f(br\"a\\\") + 1", "f(b     ) + 1");
    check_code("'\"' 'a '\\'' &'b", "    'a      &'b");
    check_code("\"a\nb\" c", "  \n   c");
    check_code("for r in rows", "for r in rows");
}

#[track_caller]
fn check_source(path: &str, source: &str, expected: &[&str]) {
    let remarks: Vec<String> = check_rust(path, source)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(remarks, expected, "{source}");
}

#[test]
fn banned_words_are_found_in_code_alone() {
    check_source(
        "a.rs",
        "// unsafe, and why not pre_exec\nlet x = \"#[ignore]\";",
        &[],
    );
    check_source("a.rs", "#![deny(unsafe_code)]", &[]);
    check_source("procs/src/spawn.rs", "unsafe { spawn() }", &[]);
    check_source(
        "a.rs",
        "\nlet x = unsafe { y };",
        &[
            "error: a.rs:2: `unsafe`: unsafe code stands in procs/src/spawn.rs alone, \
           each line justified",
        ],
    );
    check_source(
        "procs/src/spawn.rs",
        "command.pre_exec(f)",
        &[
            "error: procs/src/spawn.rs:1: `pre_exec`: copies the page tables of the host; \
           a program is started by `posix_spawn`",
        ],
    );
    check_source(
        "a.rs",
        "#[ignore = \"slow\"]",
        &[
            "error: a.rs:1: `#[ignore`: a test that does not hold is a gap with its reason, \
           and the suite counts it",
        ],
    );
}
