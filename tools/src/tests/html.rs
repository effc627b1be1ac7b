use crate::html::text;

#[track_caller]
fn check(page: &str, expected: &str) {
    assert_eq!(text(page), expected);
}

#[test]
fn only_words_are_left() {
    check(
        "<h1>Title</h1><p>One <b>two</b>\n three.</p>",
        "Title\nOne two three.",
    );
    check(
        "a<script>let x = '<p>no</p>';</SCRIPT>b<style>p {}</style>c",
        "abc",
    );
    check("a<pre>b\nc</pre>d\ne", "a\nb\nc\nd e");
    check("a <!-- <p>no</p> --> b", "a b");
    check("1 &lt; 2 &amp;&amp; &amp;lt;", "1 < 2 && &lt;");
}

#[test]
fn a_broken_page_ends_somewhere() {
    check("a <b", "a");
    check("a <!-- b", "a");
    check("a <script> b", "a");
    check("<", "");
    check("größe <ö> x", "größe x");
}
