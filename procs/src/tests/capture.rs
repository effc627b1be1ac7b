use crate::recorder::Recorder;
use crate::{Captured, Keep};

/// Records `chunks` and shows what is kept: `head|tail` and the number of missing bytes.
fn kept(keep: (usize, usize), chunks: &[&str]) -> (String, u64) {
    let mut recorder = Recorder::new(Keep {
        head: keep.0,
        tail: keep.1,
    });
    for chunk in chunks {
        recorder.record(chunk.as_bytes());
    }
    let res = recorder.finish();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (
        format!("{}|{}", text(&res.head), text(&res.tail)),
        res.missing(),
    )
}

#[test]
fn head_and_tail_are_kept_of_any_length() {
    #[track_caller]
    fn check(keep: (usize, usize), chunks: &[&str], expected: (&str, u64)) {
        assert_eq!(kept(keep, chunks), (expected.0.to_owned(), expected.1));
    }

    check((3, 3), &[], ("|", 0));
    check((3, 3), &["ab"], ("ab|", 0));
    check((3, 3), &["abc", "d"], ("abc|d", 0));
    check((3, 3), &["abcdef"], ("abc|def", 0));
    check((3, 3), &["abcdefg"], ("abc|efg", 1));
    check((3, 3), &["ab", "cd", "ef", "gh"], ("abc|fgh", 2));
    check((3, 3), &["abcdef", "g", "h", "i", "j"], ("abc|hij", 4));
    check((3, 3), &["abcde", "fghijklmnop"], ("abc|nop", 10));
    check((3, 0), &["abc", "def"], ("abc|", 3));
    check((0, 3), &["abc", "de"], ("|cde", 2));
    check((0, 0), &["abc"], ("|", 3));
}

#[test]
fn any_chunks_give_the_same_as_one() {
    let all: String = ('a'..='z').collect();
    for size in 1..=all.len() {
        let chunks: Vec<&str> = all
            .as_bytes()
            .chunks(size)
            .map(|it| std::str::from_utf8(it).unwrap())
            .collect();
        for keep in [(4, 5), (0, 7), (20, 10), (26, 1)] {
            assert_eq!(
                kept(keep, &chunks),
                kept(keep, &[&all]),
                "chunks of {size}, {keep:?}"
            );
        }
    }
}

#[test]
fn text_tells_its_gap_and_cuts_no_character() {
    #[track_caller]
    fn check(head: &[u8], tail: &[u8], missing: u64, expected: &str) {
        let total = (head.len() + tail.len()) as u64 + missing;
        let captured = Captured {
            head: head.to_vec(),
            tail: tail.to_vec(),
            total,
        };
        assert_eq!(captured.text(), expected);
    }

    check(b"caf\xe9 closed", b"", 0, "caf\u{fffd} closed");
    // A character across the border of head and tail, without a gap, is whole.
    check(b"\xc3", b"\xa9", 0, "é");
    check(b"start", b"end", 9, "start\n[9 bytes left out]\nend");
    check(b"caf\xc3", b"\xa9nd", 9, "caf\n[9 bytes left out]\nnd");
    check("a🦀".as_bytes(), b"", 1, "a🦀\n[1 bytes left out]\n");
    check(
        &"a🦀".as_bytes()[..4],
        &"🦀b".as_bytes()[1..],
        1,
        "a\n[1 bytes left out]\nb",
    );
    // What never was a character stays visible.
    check(b"a\xff", b"b", 1, "a\u{fffd}\n[1 bytes left out]\nb");
}
