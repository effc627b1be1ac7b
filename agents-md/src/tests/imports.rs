//! Where `@path` counts in Markdown.

use crate::instructions::mentions;

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let paths: Vec<String> = mentions(text).into_iter().map(|it| it.path).collect();
    assert_eq!(paths, expected, "{text}");
}

#[test]
fn prose_imports() {
    check("@README.md", &["README.md"]);
    check("See @docs/a.md and @../b.md.", &["docs/a.md", "../b.md"]);
    check("- @~/own.md, then @/etc/x.md!", &["~/own.md", "/etc/x.md"]);
    check(
        "> @quoted.md\n\n    @indented.md",
        &["quoted.md", "indented.md"],
    );
    check("(see @a.md)", &["a.md"]);
    check(r"@with\ blanks.md here", &["with blanks.md"]);
    check("@päth/日本.md", &["päth/日本.md"]);
}

#[test]
fn other_signs_do_not() {
    check("mail ann@example.org", &[]);
    check("@", &[]);
    check("@ alone, @. and @@", &["@"]);
    check("x@y.md (@no.md)", &[]);
}

#[test]
fn code_does_not() {
    check("Use `@a.md` and ``@b.md ` @c.md`` but @d.md", &["d.md"]);
    check("`open @a.md", &["a.md"]);
    check("`spans\nlines @a.md` @b.md", &["b.md"]);
    check("`ends with the paragraph\n\n@a.md `", &["a.md"]);
    check("```\n@a.md\n```\n@b.md", &["b.md"]);
    check("~~~ sh\n@a.md\n```\n@b.md\n~~~\n@c.md", &["c.md"]);
    check("````\n```\n@a.md\n````\n@b.md", &["b.md"]);
    check("- item\n  ```\n  @a.md\n  ```\n- @b.md", &["b.md"]);
    check("> ```\n> @a.md\n> ```\n> @b.md", &["b.md"]);
    check("```\n@never.md", &[]);
    check("```one line``` @a.md", &["a.md"]);
}

#[test]
fn talk_is_told_from_paths() {
    let plain = |text: &str| mentions(text)[0].is_plainly_a_path();
    assert!(plain("@README.md"));
    assert!(plain("@./x"));
    assert!(plain("@~/x"));
    assert!(!plain("@anna"));
    assert!(!plain("@types/node"));
}
