use crate::text::{cut_chars, letters_apart, nearest, printable};

#[test]
fn limits_count_scalars_and_cut_between_them() {
    #[track_caller]
    fn check(text: &str, limit: usize, expected: (&str, bool)) {
        assert_eq!(cut_chars(text, limit), expected);
    }

    check("", 0, ("", false));
    check("abc", 3, ("abc", false));
    check("abc", 2, ("ab", true));
    check("abc", 0, ("", true));
    check("äöü", 3, ("äöü", false));
    check("äöü", 2, ("äö", true));
    check("a🦀b", 2, ("a🦀", true));
    check("e\u{301}", 1, ("e", true));
}

#[test]
fn what_moves_a_terminal_is_replaced() {
    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(printable(text), expected);
    }

    check("plain, ünïcode 🦀", "plain, ünïcode 🦀");
    check("a\tb\nc", "a\tb\nc");
    check("dos\r\nline", "dos\nline");
    check("over\rwritten", "over\u{fffd}written");
    check("\u{1b}[31mred\u{1b}[0m", "\u{fffd}red\u{fffd}");
    check("\u{9b}2Jgone", "\u{fffd}gone");
    check("\u{1b}]0;title\u{7}", "\u{fffd}]0;title\u{fffd}");
    check("\u{1b}[31", "\u{fffd}[31");
    check("\u{1b}[3ä", "\u{fffd}[3ä");
    check("nul\0", "nul\u{fffd}");
    check("user\u{202e}txt.exe", "user\u{fffd}txt.exe");
    check("\u{2066}isolate\u{2069}", "\u{fffd}isolate\u{fffd}");
    check("tag\u{e0041}", "tag\u{fffd}");
    check("zero\u{200b}width\u{feff}", "zero\u{fffd}width\u{fffd}");
    check("family 👩\u{200d}👩\u{fe0f}", "family 👩\u{200d}👩\u{fe0f}");
}

#[test]
fn a_digest_is_what_other_tools_print() {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(crate::sha256_hex(""), empty);
    assert_eq!(crate::sha256_hex(b"abc"), abc);
}

#[test]
fn a_mistyped_word_is_guessed_and_another_word_is_not() {
    #[track_caller]
    fn check(word: &str, expected: Option<&str>) {
        let words = [
            "Stop",
            "SubagentStop",
            "deploy",
            "tool.before",
            "id",
            "stops",
        ];
        assert_eq!(nearest(word, words), expected);
    }

    check("Stop", Some("Stop"));
    check("s_t-o p", Some("Stop"));
    check("Stopp", Some("Stop"));
    check("tool_before", Some("tool.before"));
    check("ToolBefore", Some("tool.before"));
    check("deply", Some("deploy"));
    check("depoly", Some("deploy"));
    check("subagntstp", Some("SubagentStop"));
    check("in", None);
    check("sto", Some("Stop"));
    check("step-up", None);
    check("", None);
    check(&"x".repeat(65), None);
}

#[test]
fn letters_are_added_dropped_changed_and_swapped() {
    #[track_caller]
    fn check(left: &str, right: &str, expected: usize) {
        assert_eq!(letters_apart(left, right), expected);
        assert_eq!(letters_apart(right, left), expected);
    }

    check("", "", 0);
    check("", "abc", 3);
    check("abc", "abd", 1);
    check("abc", "ac", 1);
    check("abc", "bac", 1);
    check("abcd", "badc", 2);
    check("äöü", "aöü", 1);
    check("kitten", "sitting", 3);
}
