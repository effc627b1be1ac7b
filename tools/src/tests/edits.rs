use crate::edits::{Edit, Occurrences, apply};

#[track_caller]
fn check(content: &str, old: &str, new: &str, expected: Result<&str, &str>) {
    check_many(content, (old, new, Occurrences::One), expected);
}

#[track_caller]
fn check_many(content: &str, edit: (&str, &str, Occurrences), expected: Result<&str, &str>) {
    let (old, new, occurrences) = edit;
    let found = apply(
        content,
        Edit {
            old,
            new,
            occurrences,
        },
    );
    let found = found.map(|it| it.0).map_err(|it| it.to_string());
    assert_eq!(found.as_deref().map_err(String::as_str), expected);
}

#[test]
fn the_only_place_is_replaced() {
    check("a b c", "b", "x", Ok("a x c"));
    check("a\nb\nc\n", "b\n", "", Ok("a\nc\n"));
    check("größe", "öß", "oess", Ok("groesse"));
    check("$1 a", "a", "$1", Ok("$1 $1"));
}

#[test]
fn several_places_are_named() {
    let why = "`old_text` is in the file 2 times, at lines 1, 3; add lines around it until it is \
               the only one, or set `replace_all`";
    check("a\nb\na\n", "a", "x", Err(why));
    check_many("a\nb\na\n", ("a", "x", Occurrences::All), Ok("x\nb\nx\n"));
}

#[test]
fn a_missing_text_is_explained() {
    let why = "`old_text` is not in the file; read it again and copy the text with its blanks \
               exactly";
    check("a", "b", "x", Err(why));
    check_many("a", ("b", "x", Occurrences::All), Err(why));
    let why = "`old_text` is not in the file as it stands, but lines 2 are the same but for blanks; \
               copy them exactly";
    check("one\n    two\n\tthree\n", "two\nthree", "x", Err(why));
}

#[test]
fn senseless_edits_are_refused() {
    let why = "`old_text` is empty; to make a file use `create_file`";
    check("a", "", "x", Err(why));
    check("a", "a", "a", Err("`old_text` and `new_text` are the same"));
}

#[test]
fn line_ends_stay_what_they_are() {
    check("a\r\nb\r\nc\r\n", "a\nb", "x\ny", Ok("x\r\ny\r\nc\r\n"));
    check("a\r\nb\r\n", "b", "x\ny", Ok("a\r\nx\r\ny\r\n"));
    check("a\r\nb\r\n", "a\r\nb", "x\r\ny", Ok("x\r\ny\r\n"));
    check("a\nb\n", "a", "x", Ok("x\nb\n"));
}
