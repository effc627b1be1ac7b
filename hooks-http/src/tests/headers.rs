use std::collections::BTreeMap;
use std::sync::Arc;

use hooks_core::HttpAction;
use stdx::ManualClock;

use crate::headers::{Headers, Variables, interpolate};
use crate::{HttpBackend, HttpOptions, UrlPolicy};

/// Each variable stands for its name in lower case.
#[track_caller]
fn check_interpolated(template: &str, expected: &str) {
    let values = ["A", "B_2", "_", "Long"].map(|it| (it, it.to_lowercase()));
    let value = |name: &str| values.iter().find(|it| it.0 == name).map_or("", |it| &it.1);
    assert_eq!(interpolate(template, value), expected);
}

#[test]
fn variables_in_both_spellings() {
    check_interpolated("Bearer $A", "Bearer a");
    check_interpolated("${A}${B_2}$A", "ab_2a");
    check_interpolated("$A-$B_2/$_.", "a-b_2/_.");
    check_interpolated("${Long}er $Longer", "longer ");
    check_interpolated("<$UNKNOWN>", "<>");
    check_interpolated("ü$Aü", "üaü");
}

#[test]
fn a_dollar_before_anything_else_stays() {
    check_interpolated("$", "$");
    check_interpolated("5$ $5 $$ $-", "5$ $5 $$ $-");
    check_interpolated("$$A", "$a");
    check_interpolated("${A", "${A");
    check_interpolated("${} ${5} ${A-B} ${ A }", "${} ${5} ${A-B} ${ A }");
    check_interpolated("\\$A", "\\a");
}

#[test]
fn what_is_put_in_is_not_read_again() {
    assert_eq!(interpolate("$A", |_| "$B ${A}"), "$B ${A}");
}

/// One header in a world where the hook lists three variables, two of which the settings allow, one
/// of which is set.
#[track_caller]
fn check(header: (&str, &str), expected: &[&str], notes: &[&str]) {
    let headers = headers(header).unwrap();
    let sent = headers.map.iter().map(|(name, value)| {
        let value = String::from_utf8_lossy(value.as_bytes());
        format!("{name}: {value}")
    });
    assert_eq!(sent.collect::<Vec<_>>(), expected);
    assert_eq!(headers.notes, notes);
}

fn headers((name, value): (&str, &str)) -> Result<Headers, hooks_core::Fault> {
    let names = |it: &[&str]| it.iter().map(|&it| it.to_owned()).collect();
    let action = HttpAction {
        url: "http://h/".to_owned(),
        headers: vec![(name.to_owned(), value.to_owned())],
        allowed_variables: names(&["TOKEN", "UNSET", "FORBIDDEN"]),
    };
    let policy = UrlPolicy {
        allowed: None,
        allowed_variables: Some(names(&["TOKEN", "UNSET", "UNLISTED"])),
    };
    let values =
        ["TOKEN", "FORBIDDEN", "UNLISTED"].map(|it| (it.to_owned(), "s3cret\n".to_owned()));
    let variables = Variables {
        values: &BTreeMap::from(values),
        policy: &policy,
    };
    Headers::of(&action, variables)
}

const JSON: &str = "content-type: application/json";

#[test]
fn only_variables_that_hook_and_settings_list() {
    check(
        ("X-A", "<$TOKEN>"),
        &[JSON, "x-a: <s3cret>"],
        &["header `x-a` was sent without its line breaks and control characters"],
    );
    check(("X-A", "Bearer $TOKEN"), &[JSON, "x-a: Bearer s3cret"], &[]);
    check(
        ("X-A", "<$UNLISTED>"),
        &[JSON, "x-a: <>"],
        &[
            "header `x-a` was sent without `$UNLISTED`, which the hook's `allowedEnvVars` does not list",
        ],
    );
    check(
        ("X-A", "<$FORBIDDEN>"),
        &[JSON, "x-a: <>"],
        &[
            "header `x-a` was sent without `$FORBIDDEN`, which `httpHookAllowedEnvVars` does not list",
        ],
    );
    check(
        ("X-A", "<${UNSET}>"),
        &[JSON, "x-a: <>"],
        &["header `x-a` was sent without `$UNSET`, which is not set"],
    );
}

#[test]
fn a_value_is_one_line() {
    let note = "header `x-a` was sent without its line breaks and control characters";
    check(("X-A", "a\r\nX-B: b"), &[JSON, "x-a: aX-B: b"], &[note]);
    check(
        ("X-A", "a\0b\u{1b}[31m\u{85}"),
        &[JSON, "x-a: ab[31m"],
        &[note],
    );
    check(("X-A", " a\tb \n"), &[JSON, "x-a: a\tb"], &[]);
    check(("X-A", "größe"), &[JSON, "x-a: größe"], &[]);
    check(("X-A", ""), &[JSON, "x-a: "], &[]);
}

#[test]
fn the_type_may_be_named_and_the_framing_may_not() {
    check(
        ("Content-Type", "application/json; charset=utf-8"),
        &["content-type: application/json; charset=utf-8"],
        &[],
    );
    for name in [
        "Content-Length",
        "Host",
        "Transfer-Encoding",
        "Connection",
        "Expect",
    ] {
        let note = format!(
            "header `{}` cannot be set by a hook and was left out",
            name.to_lowercase()
        );
        check((name, "5"), &[JSON], &[&note]);
    }
}

#[test]
fn a_name_that_is_none_stops_the_call() {
    for (name, shown) in [
        ("a b", "a b"),
        ("", ""),
        ("X-A:", "X-A:"),
        ("a\r\nb", "a b"),
        ("é", "é"),
    ] {
        let message =
            format!("`{shown}` cannot be the name of a header, expected letters, digits and `-`");
        assert_eq!(headers((name, "x")).unwrap_err().message, message);
    }
}

#[test]
fn nothing_secret_is_shown_for_debugging() {
    let clock = ManualClock::default();
    let backend = HttpBackend::new(HttpOptions {
        variables: Arc::new(BTreeMap::from([("TOKEN".to_owned(), "s3cret".to_owned())])),
        policy: UrlPolicy::default(),
        timer: Arc::new(clock.timer()),
        clock: Arc::new(clock),
    });
    assert!(!format!("{backend:?}").contains("s3cret"));
    let headers = headers(("Authorization", "$TOKEN")).unwrap();
    assert!(!format!("{headers:?}").contains("s3cret"));
}
