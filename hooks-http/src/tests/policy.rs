use hooks_core::Fault;

use crate::UrlPolicy;

/// Checks the pattern against addresses that it allows and others that it does not.
#[track_caller]
fn check(pattern: &str, allowed: &[&str], refused: &[&str]) {
    let policy = UrlPolicy {
        allowed: Some(vec![pattern.to_owned()]),
        allowed_variables: None,
    };
    for url in allowed {
        assert!(
            policy.check(url).is_ok(),
            "`{pattern}` should allow `{url}`"
        );
    }
    for url in refused {
        assert!(
            policy.check(url).is_err(),
            "`{pattern}` should not allow `{url}`"
        );
    }
}

#[test]
fn an_address_without_a_star_is_itself() {
    check(
        "https://hooks.example.com/lint",
        &[
            "https://hooks.example.com/lint",
            "https://hooks.example.com:443/lint",
            "https://hooks.example.com/lint#part",
        ],
        &[
            "http://hooks.example.com/lint",
            "https://hooks.example.com/",
            "https://hooks.example.com/lint/",
            "https://hooks.example.com/lint?x",
            "https://hooks.example.com/Lint",
            "https://hooks.example.com:8443/lint",
            "https://a.hooks.example.com/lint",
        ],
    );
    check(
        "https://h",
        &["https://h", "https://h/", "https://h/a/.."],
        &["https://h/a", "https://h/?x"],
    );
}

#[test]
fn case_and_a_trailing_dot_of_the_host_do_not_count() {
    check(
        "https://Hooks.Example.COM/*",
        &[
            "https://hooks.example.com./x",
            "HTTPS://HOOKS.example.com/x",
        ],
        &[],
    );
    check(
        "HTTPS://hooks.example.com./*",
        &["https://Hooks.Example.com/x"],
        &[],
    );
    check(
        "http://h.:8080/*",
        &["http://H:8080/", "http://h.:8080/"],
        &["http://h/"],
    );
}

#[test]
fn a_star_stays_in_its_part() {
    check(
        "https://*.example.com/*",
        &[
            "https://a.example.com/x",
            "https://a.b.example.com/x/y?z",
            "https://a.example.com:443/",
        ],
        &[
            "https://example.com/x",
            "https://evil.test/.example.com/x",
            "https://evil.test/?.example.com/",
            "https://evil.test:80/#.example.com/",
            "https://evil.test\\.example.com/x",
            "https://a.example.com.evil.test/x",
            "https://aexample.com/x",
            "https://a.example.com:8443/x",
        ],
    );
    check(
        "*://h/*",
        &["http://h/x", "https://h/"],
        &["http://evil.test/://h/"],
    );
    check(
        "https://h/a/*/z",
        &["https://h/a/b/c/z", "https://h/a//z"],
        &["https://h/a/z", "https://h/a/b"],
    );
}

#[test]
fn a_star_at_the_end_goes_on_to_the_end() {
    check(
        "http://localhost:*",
        &[
            "http://localhost:8080/a/b?c",
            "http://localhost/a",
            "http://LOCALHOST.:1/",
        ],
        &[
            "http://localhost.evil.test/",
            "http://localhost:80@evil.test/",
            "https://localhost:8080.evil.test/",
        ],
    );
    check(
        "https://*",
        &["https://any.test:1/x"],
        &["http://any.test/"],
    );
    check(
        "*",
        &["https://any.test/", "http://[::1]:1/?x"],
        &["ftp://any.test/", "nonsense"],
    );
}

#[test]
fn a_port_is_any_where_it_is_a_star() {
    check(
        "http://h:*/*",
        &["http://h/x", "http://h:1/x"],
        &["http://h.evil.test:1/x"],
    );
    check(
        "http://[::1]:*/x",
        &["http://[::1]/x", "http://[::1]:9/x"],
        &["http://[::2]/x"],
    );
    check(
        "http://[::1]/x",
        &["http://[::1]/x", "http://[::1]:80/x"],
        &["http://[::1]:81/x"],
    );
    check("https://h:443/", &["https://h/"], &["http://h:443/"]);
}

#[test]
fn a_folder_is_not_left() {
    check(
        "https://h/hooks/*",
        &["https://h/hooks/", "https://h/hooks/a/../b"],
        &[
            "https://h/hooks/../admin",
            "https://h/hooks/%2e%2E/admin",
            "https://h/hooks",
        ],
    );
}

#[test]
fn a_pattern_that_is_none_matches_nothing() {
    check("", &[], &["https://h/", ""]);
    check("h/*", &[], &["https://h/x"]);
    check("*.example.com", &[], &["https://a.example.com/"]);
    check("https://", &[], &["https://h/"]);
}

#[test]
fn overlapping_pieces_need_text_of_their_own() {
    check(
        "http://h/aba*aba",
        &["http://h/abaaba", "http://h/aba-aba"],
        &["http://h/aba", "http://h/ababa"],
    );
    check(
        "http://h/*a*a*a*a*b",
        &["http://h/aaaab"],
        &[&format!("http://h/{}", "a".repeat(20_000))],
    );
}

#[test]
fn without_a_list_all_are_allowed_and_an_empty_one_allows_none() {
    assert_eq!(UrlPolicy::default().check("http://h/x"), Ok(()));
    check_refused(
        &[],
        "`allowedHttpHookUrls` is empty, which allows no address",
    );
    check_refused(
        &["https://h/*", "http://h:1/"],
        "`allowedHttpHookUrls` allows `https://h/*`, `http://h:1/`",
    );
}

#[track_caller]
fn check_refused(patterns: &[&str], hint: &str) {
    let policy = UrlPolicy {
        allowed: Some(patterns.iter().map(|&it| it.to_owned()).collect()),
        allowed_variables: None,
    };
    let fault = Fault {
        message: "the address `http://h/x` is not allowed".to_owned(),
        hint: Some(hint.to_owned()),
    };
    assert_eq!(policy.check("http://h/x?token=s3cret"), Err(fault));
}
