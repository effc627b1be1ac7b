use crate::frames::{Frames, Framing};

/// The events of `text`, and what is left at the end; the same however it is cut into pieces.
#[track_caller]
fn check(framing: Framing, text: &str, expected: &[&str], left: Option<&str>) {
    for size in [1, 2, 3, text.len().max(1)] {
        let mut frames = Frames::new(framing);
        let pieces = text.as_bytes().chunks(size);
        let events: Vec<String> = pieces.flat_map(|it| frames.push(it).unwrap()).collect();
        assert_eq!(events, expected, "pieces of {size}");
        assert_eq!(frames.end().as_deref(), left, "pieces of {size}");
    }
}

#[test]
fn events() {
    check(Framing::Events, "", &[], None);
    check(Framing::Events, "data: a\n\ndata:b\n\n", &["a", "b"], None);
    check(
        Framing::Events,
        ": hi\nevent: x\nid: 1\ndata: ü\r\n\r\n",
        &["ü"],
        None,
    );
    check(Framing::Events, "data: a\ndata: b\n\n\n\n", &["a\nb"], None);
    check(Framing::Events, "data: a\n\ndata: b\n", &["a"], Some("b"));
    check(Framing::Events, "data: a\n\ndata: b", &["a"], Some("b"));
}

#[test]
fn lines() {
    check(
        Framing::Lines,
        "{}\r\n\n{\"a\":1}\n",
        &["{}", "{\"a\":1}"],
        None,
    );
    check(Framing::Lines, "{}\n{\"a", &["{}"], Some("{\"a"));
}

#[test]
fn documents() {
    check(Framing::Document, "{\n\n}\n", &[], Some("{\n\n}\n"));
}
