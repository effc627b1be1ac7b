use std::time::Duration;

use stdx::Problem;

use crate::last_good::{Effect, GRACE, LastGood, Sight};

/// Goes through steps `milliseconds what`, where what is `gone`, `locked`, `tick` or a content in
/// quotation marks, and compares `effect value` after each. Content parses if it ends in `}`.
#[track_caller]
fn check(steps: &[(&str, &str)]) {
    let mut last_good = LastGood::new("settings.json", GRACE);
    for (step, expected) in steps {
        let (at, what) = step.split_once(' ').expect("a step has two words");
        let now = Duration::from_millis(at.parse().expect("milliseconds"));
        let effect = match what {
            "tick" => last_good.tick(now),
            what => last_good.see(sight(what), now, parse),
        };
        let value = last_good.value().map_or("-", String::as_str);
        let found = format!("{} {value}", word(&effect));
        assert_eq!(&found, expected, "after `{step}` of {steps:?}");
    }
}

fn sight(what: &str) -> Sight {
    match what {
        "gone" => Sight::Absent,
        "locked" => Sight::Unreadable(Problem::error("test/locked", "it is locked")),
        content => Sight::Content(content.trim_matches('"').into()),
    }
}

fn parse(bytes: &[u8]) -> Result<String, Problem> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    match text.ends_with('}') {
        true => Ok(text),
        false => Err(Problem::error("test/broken", text)),
    }
}

fn word(effect: &Effect) -> String {
    match effect {
        Effect::Same => "same".to_owned(),
        Effect::New => "new".to_owned(),
        Effect::Held => "held".to_owned(),
        Effect::Gone => "gone".to_owned(),
        Effect::Broken(problems) => {
            let codes: Vec<&str> = problems.iter().map(|it| &*it.code).collect();
            format!("broken({})", codes.join(" "))
        }
    }
}

#[test]
fn a_slow_save_is_not_seen() {
    check(&[
        (r#"0 "{a}""#, "new {a}"),
        (r#"1000 """#, "held {a}"),
        (r#"1500 "{b""#, "held {a}"),
        (r#"2000 "{b}""#, "new {b}"),
        ("3000 gone", "held {b}"),
        (r#"4000 "{b}""#, "same {b}"),
        ("9000 tick", "same {b}"),
    ]);
}

#[test]
fn a_file_that_honestly_says_nothing_takes_effect_at_once() {
    check(&[(r#"0 "{a}""#, "new {a}"), (r#"1 "{}""#, "new {}")]);
}

#[test]
fn a_file_that_stays_away_is_gone() {
    check(&[
        (r#"0 "{a}""#, "new {a}"),
        ("1000 gone", "held {a}"),
        ("2499 tick", "held {a}"),
        ("2500 tick", "gone -"),
        ("9000 tick", "same -"),
        (r#"9001 "{a}""#, "new {a}"),
    ]);
}

#[test]
fn a_file_that_stays_broken_keeps_its_value_and_says_so_once() {
    check(&[
        (r#"0 "{a}""#, "new {a}"),
        (r#"1000 "{b""#, "held {a}"),
        ("2500 tick", "broken(test/broken watch/last-good) {a}"),
        (r#"3000 "{b""#, "same {a}"),
        (r#"4000 "{c""#, "broken(test/broken watch/last-good) {a}"),
        (r#"5000 "{c}""#, "new {c}"),
    ]);
}

#[test]
fn a_file_that_stays_empty_keeps_its_value() {
    check(&[
        (r#"0 "{a}""#, "new {a}"),
        (r#"1 "  ""#, "held {a}"),
        ("2000 tick", "broken(watch/empty watch/last-good) {a}"),
        ("9000 tick", "same {a}"),
    ]);
}

#[test]
fn a_file_that_may_not_be_read_is_a_broken_one() {
    check(&[
        (r#"0 "{a}""#, "new {a}"),
        ("1 locked", "held {a}"),
        ("2000 tick", "broken(test/locked watch/last-good) {a}"),
    ]);
}

#[test]
fn absence_has_a_time_of_its_own() {
    check(&[
        (r#"0 "{a}""#, "new {a}"),
        (r#"1000 "{b""#, "held {a}"),
        ("2400 gone", "held {a}"),
        ("3800 tick", "held {a}"),
        ("3900 tick", "gone -"),
    ]);
}

#[test]
fn where_nothing_was_good_nothing_is_held_back() {
    check(&[
        ("0 gone", "same -"),
        (r#"1 "{a""#, "broken(test/broken) -"),
        (r#"2 "{a""#, "same -"),
        (r#"3 """#, "broken(test/broken) -"),
        ("4 gone", "same -"),
        (r#"5 "{a}""#, "new {a}"),
    ]);
}

#[test]
fn it_says_when_to_look_at_the_time() {
    let mut last_good = LastGood::new("settings.json", GRACE);
    let at = Duration::from_millis;
    let _new = last_good.see(sight("{a}"), at(0), parse);
    assert_eq!(last_good.due(), None, "a good file waits for nothing");
    let _held = last_good.see(sight("{b"), at(100), parse);
    assert_eq!(last_good.due(), Some(at(1600)));
    let _told = last_good.tick(at(1600));
    assert_eq!(last_good.due(), None, "what was told waits for the file");
}
