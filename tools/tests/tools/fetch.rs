//! Pages of the web, from a port that makes them up.

use std::sync::Arc;

use serde_json::json;
use stdx::{Pending, PortError};
use tools::{Fetch, Fetched};

use crate::world::World;

#[derive(Debug)]
struct Pages;

impl Fetch for Pages {
    fn get<'a>(&'a self, url: &'a str) -> Pending<'a, Result<Fetched, PortError>> {
        let (status, kind, body) = match url.rsplit('/').next() {
            Some("page") => (
                200,
                "text/html; charset=utf-8",
                b"<h1>Hi</h1><p>there</p>".to_vec(),
            ),
            Some("plain") => (200, "text/plain", b"<b>".to_vec()),
            Some("long") => (200, "text/plain", vec![b'x'; 1 << 20]),
            Some("image") => (200, "image/png", b"\0\0".to_vec()),
            Some("gone") => (404, "text/html", b"<p>no".to_vec()),
            _ => return Box::pin(async { Err(PortError::new("the host is unknown")) }),
        };
        let res = Fetched {
            url: url.to_owned(),
            status,
            content_type: Some(kind.to_owned()),
            body,
        };
        Box::pin(async move { Ok(res) })
    }
}

#[track_caller]
fn check(url: &str, expected: &str) {
    let mut world = World::new(&[]);
    world.fetch = Some(Arc::new(Pages));
    assert_eq!(world.run("fetch_url", json!({"url": url})).text, expected);
}

#[test]
fn a_page_is_read_as_text() {
    check(
        "https://a.test/page",
        "[status 200, https://a.test/page]\nHi\nthere",
    );
    check(
        "http://a.test/plain",
        "[status 200, http://a.test/plain]\n<b>",
    );
    let long = format!(
        "[status 200, HTTP://a.test/long]\n{}\n[the rest is left out]",
        "x".repeat(60_000)
    );
    check("HTTP://a.test/long", &long);
}

#[test]
fn what_is_no_page_is_explained() {
    check(
        "https://a.test/image",
        "status 200: 2 bytes of `image/png`, which is not text",
    );
    check(
        "https://a.test/gone",
        "[status 404, https://a.test/gone]\nno",
    );
    check(
        "https://b.test/",
        "`https://b.test/` gave nothing: the host is unknown",
    );
    let why = "expected an address with http:// or https://, found `file:///etc/passwd`";
    check("file:///etc/passwd", why);
}
