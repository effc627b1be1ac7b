//! Rules as they are written, well and badly.

use std::path::PathBuf;

use stdx::Place;

use super::origin;
use crate::{Origin, Rule, Source};

/// Whether a text is taken as a rule, and the problems with it.
#[track_caller]
fn check(text: &str, is_rule: bool, expected: &[&str]) {
    let loaded = Rule::parse(text, origin(Source::User));
    let problems: Vec<String> = loaded
        .problems
        .iter()
        .map(|it| match &it.hint {
            Some(hint) => format!("{it} ({hint})"),
            None => it.to_string(),
        })
        .collect();
    assert_eq!(problems, expected, "the problems with `{text}`");
    assert_eq!(loaded.value.is_some(), is_rule, "is `{text}` a rule?");
}

#[test]
fn what_is_a_rule() {
    for text in [
        "Bash",
        " Bash ( git push * ) ",
        "Bash(npm run:*)",
        r#"Bash(node -e "f\(1\)")"#,
        "Bash(echo (a))",
        "Read(//c/..)",
        "Read(===== Section: read =====)",
        "Read(src/{a,b}/[xy]*)",
        "Write(x)",
        "MultiEdit",
        "WebFetch(domain:*.example.com)",
        "Agent(Explore)",
        "Skill(kit:*)",
        "mcp__web",
        "mcp__plugin_kit_web__fetch-all",
        "mcp_web_*",
        "run_shell(make)",
        "WebSearch",
        "*",
    ] {
        check(text, true, &[]);
    }
}

#[test]
fn a_shape_that_is_none() {
    let check_shape = |text: &str, expected: &str| {
        let message = format!(
            "error[permissions/rule-shape]: a permission rule must be {expected}, found `{text}`"
        );
        check(text, false, &[&message]);
    };
    for text in [
        "",
        "--- git ---",
        "Bash(git push",
        "Bash)",
        "Bash(x) y",
        "Bash Read",
        "(x)",
    ] {
        check_shape(text, "`Tool` or `Tool(pattern)`");
    }
    check_shape("WebFetch(example.com)", "`domain:` and a host name");
    check_shape("WebFetch(domain:a/b)", "`domain:` and a host name");
    check_shape("Edit(!x)", "a pattern that does not begin with `!`");
    check_shape(
        "Edit(a[)",
        "a file name pattern (unclosed character class; missing ']')",
    );
}

#[test]
fn a_tool_with_a_colon_and_a_star_only_narrows() {
    let message = "warning[permissions/rule-shape]: a permission rule must be `Tool` or \
                   `Tool(pattern)`, found `Bash:*` (write `Bash` or `Bash(*)` for every call)";
    check("Bash:*", true, &[message]);
}

#[test]
fn a_tool_that_nobody_knows_is_kept() {
    let unknown = "warning[permissions/unknown-tool]: no known tool is called";
    check("Create", true, &[&format!("{unknown} `Create`")]);
    check(
        "bash(ls)",
        true,
        &[
            &format!("{unknown} `bash` (did you mean `Bash`?)"),
            "warning[permissions/rule-shape]: a rule on this tool takes no pattern, found `ls` \
         (as deny or ask it counts for every call of the tool, as allow for none)",
        ],
    );
}

#[test]
fn a_regular_expression_is_noted() {
    let note = "note[permissions/rule-shape]: `.` in `mcp__web__.*` is a plain character, so no \
                tool is called so (write `mcp__web__*`)";
    check("mcp__web__.*", true, &[note]);
}

#[test]
fn a_rule_without_end_is_none() {
    let text = format!("Bash({})", "x".repeat(20_000));
    let message = "error[permissions/rule-shape]: a rule has at most 16384 bytes, found 20006";
    check(&text, false, &[message]);
}

#[test]
fn a_problem_has_the_place_of_its_rule() {
    let origin = Origin {
        source: Source::Project,
        file: Some(PathBuf::from("/x/settings.json")),
        place: Some(Place { line: 3, column: 7 }),
    };
    let problem = &Rule::parse("Create", origin).problems[0];
    assert_eq!(problem.place, Some(Place { line: 3, column: 7 }));
    assert_eq!(problem.file, Some(PathBuf::from("/x/settings.json")));
}
