use crate::Document;

#[track_caller]
fn check(bytes: &[u8], expected: &str) {
    let fault = Document::parse("a.json".as_ref(), bytes).unwrap_err();
    let problem = fault.into_problem("area");
    let place = problem.place.unwrap();
    let found = format!("{}:{} {problem}", place.line, place.column);
    assert_eq!(found, expected);
}

#[test]
fn a_fault_says_where_and_what_was_expected() {
    let not_json = |place: &str, why: &str| {
        format!("{place} error[area/not-json]: the file is not JSON: {why}")
    };
    check(b"", &not_json("1:1", "the file is empty"));
    check(b"// only", &not_json("1:8", "the file is empty"));
    check(
        b"{",
        &not_json("1:1", "the object that begins here has no `}`"),
    );
    check(
        b"{\n\"a\": [1,\n",
        &not_json("2:6", "the list that begins here has no `]`"),
    );
    check(b"{\"a\" 1}", &not_json("1:6", "expected `:` after the key"));
    check(b"{\"a\":}", &not_json("1:6", "expected a value, found `}`"));
    check(b"{\"a\":", &not_json("1:6", "expected a value after `:`"));
    check(
        b"{\"a\":1 \"b\":2}",
        &not_json("1:7", "expected `,` or `}`"),
    );
    check(b"[1 2]", &not_json("1:3", "expected `,` or `]`"));
    check(b"[1}", &not_json("1:3", "expected `,` or `]`"));
    check(
        b"{a: 1}",
        &not_json("1:2", "expected a key in double quotes"),
    );
    check(b"[,]", &not_json("1:2", "expected a value, found `,`"));
    check(
        b"{} {}",
        &not_json("1:4", "expected the end of the file after its one value"),
    );
    check(
        b"{\"a\": \xff}",
        "1:7 error[area/not-utf8]: the file is not UTF-8 text",
    );
}

#[test]
fn deep_nesting_is_a_fault_and_no_overflow() {
    let text = "[".repeat(100_000);
    let fault = Document::parse("a.json".as_ref(), text.as_bytes()).unwrap_err();
    assert!(fault.into_problem("a").message.contains("512 levels"));
}
