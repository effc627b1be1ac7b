//! Input made to hurt is bounded, and a command that is not taken apart counts as unsure.

use super::{n_parses, rules, verdict};
use crate::{Certainty, Verdict, split};

/// A rule on another command speaks of what cannot be read.
#[track_caller]
fn check_unsure(command: &str) {
    let is_unsure = split(command)
        .parts()
        .iter()
        .any(|it| it.certainty() == Certainty::Unsure);
    assert!(is_unsure, "a command of {} bytes was read", command.len());
}

#[test]
fn deep_nesting() {
    check_unsure(&"(".repeat(100_000));
    check_unsure(&format!("{}{}", "$(".repeat(20_000), ")".repeat(20_000)));
    check_unsure(&("a ".to_owned() + &"$(b ".repeat(2_000) + &")".repeat(2_000)));
    let nested = "a ".to_owned() + &"$(b ".repeat(200) + &")".repeat(200);
    assert_eq!(verdict(&rules("deny Bash(x *)"), &nested), Verdict::None);
    let mut command = "x".to_owned();
    for _ in 0..12 {
        command = format!("eval {command}");
    }
    check_unsure(&command);
}

#[test]
fn great_size() {
    check_unsure(&"a ".repeat(200_000));
    check_unsure(&"a;".repeat(200_000));
    check_unsure(&"\"`".repeat(50_000));
    check_unsure(&"<<a ".repeat(10_000));
    check_unsure(&"nohup ".repeat(10_000));
    check_unsure(&"watch ".repeat(10_000));
    check_unsure(&"watch eval ".repeat(15));
    check_unsure(&"find -exec ".repeat(10_000));
    check_unsure(&"== ".repeat(3_000));
    check_unsure(&"| \\:| ".repeat(2_000));
    check_unsure(&"a\n> f `".repeat(2_000));
    split(&"{a,b}".repeat(3_000));
    split(&"[".repeat(10_000));
}

#[test]
fn patterns_of_many_stars() {
    let rules = rules(&format!("deny Bash({})", "*a".repeat(4_000)));
    let command = format!("ls {}b", "a".repeat(3_000));
    assert_eq!(verdict(&rules, &command), Verdict::None);
}

#[test]
fn the_parser_starts_only_when_a_rule_needs_it() {
    let before = n_parses();
    let rules = rules("deny Read(.env)\n deny Edit(x)\n ask WebFetch\n allow Bash");
    assert_eq!(verdict(&rules, "ls && git push"), Verdict::Allow);
    assert_eq!(n_parses(), before, "no rule has a command pattern");
    assert_eq!(verdict(&rules, "ls > x"), Verdict::Deny);
    assert_eq!(n_parses(), before + 1, "one for all rules");
}
