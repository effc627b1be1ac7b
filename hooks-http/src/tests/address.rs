use crate::UrlPolicy;
use crate::address::Address;

#[track_caller]
fn check(text: &str, expected: &str) {
    let address = Address::parse(text).unwrap();
    assert_eq!(address.uri().to_string(), expected);
}

#[track_caller]
fn check_refused(text: &str, expected: &str) {
    let fault = UrlPolicy::default().check(text).unwrap_err();
    assert_eq!(fault.message, expected);
}

#[test]
fn what_is_called_is_the_plain_form() {
    check("http://example.com", "http://example.com/");
    check(
        "HTTPS://Example.COM./Hook?Key=V#part",
        "https://example.com/Hook?Key=V",
    );
    check("http://example.com?x", "http://example.com/?x");
    check("https://h:443/", "https://h/");
    check("http://h:443/", "http://h:443/");
    check("http://h:/", "http://h/");
    check("http://h:080/", "http://h/");
    check("http://[::1]:8080/", "http://[::1]:8080/");
    check("http://127.0.0.1/a%20b", "http://127.0.0.1/a%20b");
    check("http://my_host.local/", "http://my_host.local/");
}

#[test]
fn dots_are_resolved() {
    check("http://h/a/../b", "http://h/b");
    check("http://h/a/./b/.", "http://h/a/b/");
    check("http://h/a/..", "http://h/");
    check("http://h/../../a", "http://h/a");
    check("http://h/a/%2e%2E/b", "http://h/b");
    check("http://h/a/.%2e?../x", "http://h/?../x");
    check("http://h//a//", "http://h//a//");
    check("http://h/a/...", "http://h/a/...");
}

#[test]
fn people_see_neither_the_query_nor_hidden_characters() {
    let address = Address::parse("https://H:8443/a?token=s3cret").unwrap();
    assert_eq!(address.to_string(), "https://h:8443/a");
    let address = Address::parse("https://h/a\u{202e}b").unwrap();
    assert_eq!(address.to_string(), "https://h/a\u{fffd}b");
}

#[test]
fn what_cannot_be_posted_to() {
    let expected = |it: &str| {
        format!("expected an address that begins with `http://` or `https://`, found `{it}`")
    };
    check_refused("ftp://h/x", &expected("ftp://h/x"));
    check_refused(
        "file:///etc/passwd",
        "cannot read the address `file:///etc/passwd`: invalid format",
    );
    check_refused("/hook", &expected("/hook"));
    check_refused("example.com", &expected("example.com"));
    check_refused("", "cannot read the address ``: empty string");
    check_refused("http://", "cannot read the address `http://`: empty string");
    check_refused(
        "http:///x",
        "cannot read the address `http:///x`: invalid format",
    );
    check_refused(
        "http://a b/",
        "cannot read the address `http://a b/`: invalid uri character",
    );
    check_refused(
        "http://h\\@evil/",
        "cannot read the address `http://evil/`: invalid uri character",
    );
    check_refused(
        "http://h/\r\nX: y",
        "cannot read the address `http://h/ X: y`: invalid uri character",
    );
}

#[test]
fn hosts_and_ports_must_be_such() {
    let host = "expected a host of ASCII letters, digits, `-`, `_` and `.`";
    check_refused(
        "http://ex*mple/",
        &format!("cannot read the address `http://ex*mple/`: {host}"),
    );
    check_refused(
        "http://./",
        &format!("cannot read the address `http://./`: {host}"),
    );
    check_refused(
        "http://[v1.x]/",
        &format!("cannot read the address `http://[v1.x]/`: {host}"),
    );
    check_refused(
        "http://bücher.example/",
        "cannot read the address `http://bücher.example/`: invalid uri character",
    );
    let port = "expected a port between 1 and 65535";
    check_refused(
        "http://h:0/",
        &format!("cannot read the address `http://h:0/`: {port}"),
    );
    check_refused(
        "http://h:65536/",
        &format!("cannot read the address `http://h:65536/`: {port}"),
    );
    check_refused(
        "http://h:x/",
        &format!("cannot read the address `http://h:x/`: {port}"),
    );
}

#[test]
fn credentials_are_refused_and_not_shown() {
    let with = |it: &str| format!("the address `{it}` is written with a user name or a password");
    check_refused("https://user:s3cret@h/a?b", &with("https://h/a"));
    check_refused("https://user@h/", &with("https://h/"));
    check_refused(
        "ftp://user:s3cret@h/",
        "expected an address that begins with `http://` or `https://`, found `ftp://h/`",
    );
    check_refused(
        "http://user:s3?cr@et/",
        "cannot read the address `http://…`: expected a port between 1 and 65535",
    );
    check_refused(
        "http://user:s3/cr@et h/?key=k",
        "cannot read the address `http://et h/`: invalid uri character",
    );
}
