use std::ffi::OsStr;

use crate::note::{complaints, words};
use crate::script::{LineEnd, Shebang};
use crate::strings::Strings;

#[test]
fn the_first_line_names_the_interpreter() {
    #[track_caller]
    fn check(start: &[u8], expected: Option<(&str, LineEnd)>) {
        let found = Shebang::parse(start).map(|it| (it.interpreter, it.line_end));
        assert_eq!(found, expected.map(|(name, end)| (name.to_owned(), end)));
    }

    check(b"#!/bin/sh\nexit", Some(("/bin/sh", LineEnd::LineFeed)));
    check(
        b"#! /usr/bin/env  bash\n",
        Some(("/usr/bin/env", LineEnd::LineFeed)),
    );
    check(
        b"#!/bin/sh\r\nexit\r\n",
        Some(("/bin/sh", LineEnd::CarriageReturn)),
    );
    check(
        b"#!/bin/sh -e\r\n",
        Some(("/bin/sh", LineEnd::CarriageReturn)),
    );
    check(b"#!/bin/sh", Some(("/bin/sh", LineEnd::LineFeed)));
    check(b"#!\n/bin/sh", None);
    check(b"#!", None);
    check(b"\xef\xbb\xbf#!/bin/sh\n", None);
    check(b"\x7fELF", None);
    check(b"", None);
}

#[test]
fn a_command_line_falls_into_words() {
    #[track_caller]
    fn check(command: &str, expected: &[&str]) {
        assert_eq!(words(command), expected);
    }

    check("", &[]);
    check("./a.sh --x 'y'", &["./a.sh", "--x", "y"]);
    check(
        "cd \"$DIR\" && ./b.sh|tee log;x",
        &["cd", "$DIR", "./b.sh", "tee", "log", "x"],
    );
    check("'a dir/b' \"it's\"", &["a dir/b", "it's"]);
    check("\"$ROOT\"/hooks/c.sh", &["$ROOT/hooks/c.sh"]);
}

#[test]
fn a_shell_says_what_it_is_about() {
    #[track_caller]
    fn check(stderr: &str, expected: &[&str]) {
        assert_eq!(complaints(stderr), expected);
    }

    check(
        "/bin/sh: 1: ./gone.sh: not found\n",
        &["/bin/sh", "./gone.sh"],
    );
    check("bash: line 1: jq: command not found", &["bash", "jq"]);
    check(
        "zsh:1: no such file or directory: ./gone.sh",
        &["./gone.sh"],
    );
    check(
        "/usr/bin/env: ‘bash\r’: No such file or directory",
        &["/usr/bin/env", "bash\r"],
    );
    check(
        "/usr/bin/env: 'node': No such file or directory",
        &["/usr/bin/env", "node"],
    );
    check(
        "/bin/sh: 1: /a dir/x.sh: Permission denied",
        &["/bin/sh", "/a dir/x.sh"],
    );
    check("all is well: nothing here", &[]);
}

#[test]
fn strings_end_in_a_nul_and_hold_none() {
    let mut strings = Strings::default();
    strings
        .push(&[OsStr::new("A"), OsStr::new("="), OsStr::new("b")])
        .unwrap();
    strings.push(&[OsStr::new("")]).unwrap();
    assert_eq!(strings.pointers().len(), 3);
    assert!(strings.pointers()[2].is_null());
    assert!(strings.push(&[OsStr::new("a\0b")]).is_err());
}
