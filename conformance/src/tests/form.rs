//! How a case is written.

use std::path::Path;

use crate::case::{self, Entry, What};
use crate::error::CaseError;

const START: &str = "about = \"x\"\n";

/// Reads a case; the first line of what is wrong with it, or nothing.
#[track_caller]
fn check(text: &str, expected: &str) {
    let path = Path::new("case.toml");
    let message = match case::parse(path, &format!("{START}{text}")) {
        Ok(_) => String::new(),
        Err(error) => error.chain(),
    };
    assert!(
        message.contains(expected) && message.is_empty() == expected.is_empty(),
        "expected `{expected}`, found `{message}`"
    );
}

#[test]
fn a_key_that_nobody_knows_is_an_error_everywhere() {
    let when = "[[when]]\nfire = \"Stop\"\n";
    check(when, "");
    check(&format!("abuot = \"y\"\n{when}"), "abuot");
    check(&format!("[given]\nhome = \"y\"\n{when}"), "home");
    check(
        &format!("[[given.hook]]\non = \"Stop\"\nruns = \"x\"\n{when}"),
        "runs",
    );
    check(&format!("[stub.x]\nexits = 2\n{when}"), "exits");
    check(
        &format!("[stub.x]\nsays = {{ blocks = \"y\" }}\n{when}"),
        "blocks",
    );
    check(
        &format!("[given.files]\nx = {{ txt = \"y\" }}\n{when}"),
        "txt",
    );
    check("[[when]]\nfire = \"Stop\"\ntools = \"shell\"\n", "tools");
    check("[[when]]\nlisten = true\n", "a `when` needs a verb");
    check("[[when]]\nmission = \"x\"\nmode = \"auto\"\n", "");
    check("[[when]]\nmission = \"x\"\nmodel = \"y\"\n", "model");
    check(&format!("[script.work]\nstep = []\n{when}"), "step");
}

#[track_caller]
fn check_content(text: &str, expected: Result<&[u8], &str>) {
    #[derive(serde::Deserialize)]
    struct File {
        x: Entry,
    }
    let file: Result<File, _> = toml::from_str(&format!("x = {text}"));
    let found = match file {
        Err(error) => Err(error.message().to_owned()),
        Ok(file) => match file.x.what {
            What::File(content) => Ok(content
                .bytes(|name| Ok::<_, CaseError>(name.as_bytes().to_vec()))
                .expect("the tests name no real files")),
            other => Err(format!("{other:?}")),
        },
    };
    match (found, expected) {
        (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{text}"),
        (Err(found), Err(expected)) => assert!(found.contains(expected), "{text}: {found}"),
        (found, expected) => panic!("{text}: expected {expected:?}, found {found:?}"),
    }
}

#[test]
fn content_is_text_bytes_or_very_much() {
    check_content("'a'", Ok(b"a"));
    check_content("{ base64 = '/+k=' }", Ok(b"\xff\xe9"));
    check_content("{ base64 = '/+=' }", Err("not Base64"));
    check_content("{ repeat = 'ab', times = 3 }", Ok(b"ababab"));
    check_content("{ from = 'file' }", Ok(b"file"));
    check_content("['a', { repeat = 'b', times = 2 }, 'c']", Ok(b"abbc"));
    check_content("{ text = 'a', from = 'b' }", Err("one of"));
    check_content("{ link = 'a' }", Err("Link(\"a\")"));
    check_content("{ text = 'a', mode = '9' }", Err("octal"));
}

#[test]
fn all_dialects_are_the_six_products() {
    let table = case::parse(
        Path::new("case.toml"),
        &format!("{START}dialects = [\"all\"]\n[[when]]\nlist = true\n"),
    );
    let (_, case) = table.expect("it is a case");
    let names: Vec<_> = case
        .dialects()
        .expect("they are known")
        .iter()
        .map(|it| it.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "nemocode",
            "neo",
            "neuralinverse",
            "claude-code",
            "tackle",
            "agent-v"
        ]
    );
}
