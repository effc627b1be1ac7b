//! Answers that hide in a text.

use crate::stdout::hides_answer;

#[track_caller]
fn check(text: &str, hides: bool) {
    assert_eq!(hides_answer(text), hides, "in {text:?}");
}

#[test]
fn an_answer_hides_behind_in_front_of_and_between_lines() {
    let answer = r#"{"decision":"block"}"#;
    check(&format!("checking …\n{answer}"), true);
    check(&format!("checking …\n  {answer}\n"), true);
    check(&format!("{answer} and more"), true);
    check(&format!("a\n{answer}\nb"), true);
    check("a\n{\n  \"hookSpecificOutput\": {}\n}\nb", true);
}

#[test]
fn a_broken_answer_hides_too() {
    check(r#"{"decision":"block""#, true);
    check(r#"{"continue":fals}"#, true);
    check(r#"[{"decision":"block"}]"#, true);
}

#[test]
fn other_text_hides_nothing() {
    check("all is well", false);
    check("{ braces } of another kind", false);
    check("{\"level\":\"info\"}\n{\"level\":\"info\"}", false);
    check("the word \"decision\" alone", false);
    check(&"{\n".repeat(100_000), false);
}
