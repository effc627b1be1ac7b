use std::collections::BTreeMap;
use std::path::Path;

use crate::render::argument_words;
use crate::{
    Grants, Layout, PluginValues, RefuseInjections, RenderRequest, Rendered, Source, render,
};

use super::{codes, read_as, read_text, skill};

fn rendered(skill: &crate::Skill, request: &RenderRequest<'_>) -> Rendered {
    stdx::block_on(render(skill, request, &RefuseInjections)).unwrap()
}

#[track_caller]
fn check(body: &str, arguments: &str, expected: &str) {
    let request = RenderRequest {
        arguments,
        ..RenderRequest::default()
    };
    let res = rendered(&skill(body), &request);
    assert_eq!(res.prompt, expected, "{body:?} with {arguments:?}");
}

#[test]
fn arguments_are_put_in_once() {
    check(
        "Say: $ARGUMENTS.\nAgain: <$ARGUMENTS>\nKeep: 100% & a\\b",
        r"costs $1 or $ARGUMENTS, path C:\new",
        "Say: costs $1 or $ARGUMENTS, path C:\\new.\nAgain: <costs $1 or $ARGUMENTS, path C:\\new>\nKeep: 100% & a\\b",
    );
    check("$0 $1", "'$1' '$0'", "$1 $0");
    check("$0", "${CLAUDE_EFFORT}", "${CLAUDE_EFFORT}");
    check("$0", "'!`rm`'", "!`rm`");
}

#[test]
fn positions_count_from_zero() {
    check("$0-$1-$ARGUMENTS[1]", "a b", "a-b-b");
    check("$0", "'a b' c", "a b");
    check("$1", r#"x "a \"b\"""#, r#"a "b""#);
    check("$1", r"x a\ b", "a b");
}

#[test]
fn what_is_out_of_range_stays() {
    check("$0 and $7", "a", "a and $7");
    check("$0 $ARGUMENTS[3]", "a", "a $ARGUMENTS[3]");
    check(
        "$0 for $99999999999999999999999",
        "a",
        "a for $99999999999999999999999",
    );
    check("$0", "", "$0");
}

#[test]
fn what_is_no_placeholder_stays() {
    check(
        "$0 $1x $1_ $x $ $$ ${x} $ARGUMENTSX ${",
        "a b",
        "a $1x $1_ $x $ $$ ${x} $ARGUMENTSX ${",
    );
    check("$ARGUMENTS[x] é$0", "a", "a[x] éa");
}

#[test]
fn prices_are_arguments_even_in_fences() {
    check(
        "It costs $1.50\n```\n$1\n```",
        "a b",
        "It costs b.50\n```\nb\n```",
    );
}

#[test]
fn one_backslash_protects_an_argument() {
    check(r"\$1.00 and $0", "a b", "$1.00 and a");
    check(r"\$ARGUMENTS is $ARGUMENTS", "a", "$ARGUMENTS is a");
    check(r"\\$0", "a", r"\\a");
    check(r"\$7 $0", "a", "$7 a");
    check(r"\$x $0", "a", r"\$x a");
}

#[test]
fn arguments_without_a_place_are_appended() {
    check("Do it.", "now please", "Do it.\n\nARGUMENTS: now please");
    check("Do it.", "  ", "Do it.");
    check(
        "Costs \\$ARGUMENTS.",
        "a",
        "Costs $ARGUMENTS.\n\nARGUMENTS: a",
    );
    check("Do $0.", "a b", "Do a.");
    check("Pay $5.", "a", "Pay $5.\n\nARGUMENTS: a");
}

#[test]
fn declared_names_are_positions() {
    let text = "---\narguments: [issue, issue-kind]\n---\n$issue|$issue-kind|$issues|\\$issue|$1";
    let skill = read_text(text).value.unwrap();
    let request = |arguments| RenderRequest {
        arguments,
        ..RenderRequest::default()
    };
    assert_eq!(
        rendered(&skill, &request("7 bug")).prompt,
        "7|bug|$issues|$issue|bug"
    );
    assert_eq!(rendered(&skill, &request("")).prompt, "||$issues|$issue|$1");
}

#[test]
fn variables_of_the_session() {
    let body = "${CLAUDE_SESSION_ID} ${CLAUDE_EFFORT} ${CLAUDE_SKILL_DIR} ${CLAUDE_PROJECT_DIR} \\${CLAUDE_EFFORT} ${CLAUDE_PLUGIN_ROOT}";
    let user_config = BTreeMap::new();
    let request = RenderRequest {
        session_id: Some("s1"),
        effort: Some("high"),
        project_dir: Some(Path::new("/p")),
        plugin: Some(PluginValues {
            root: Path::new("/plug"),
            data: Path::new("/data"),
            user_config: &user_config,
        }),
        ..RenderRequest::default()
    };
    assert_eq!(
        rendered(&skill(body), &request).prompt,
        "s1 high /p/skills/tide /p \\high ${CLAUDE_PLUGIN_ROOT}"
    );
    assert_eq!(
        rendered(&skill(body), &RenderRequest::default()).prompt,
        "${CLAUDE_SESSION_ID} ${CLAUDE_EFFORT} /p/skills/tide ${CLAUDE_PROJECT_DIR} \\${CLAUDE_EFFORT} ${CLAUDE_PLUGIN_ROOT}"
    );
}

#[test]
fn variables_of_a_plugin() {
    let source = Source::Plugin {
        plugin: "kit".to_owned(),
    };
    let body = "${CLAUDE_PLUGIN_ROOT} ${CLAUDE_PLUGIN_DATA} ${user_config.team} ${user_config.x}";
    let skill = read_as((source, Layout::Folders), body).value.unwrap();
    let user_config = BTreeMap::from([("team".to_owned(), "blue".to_owned())]);
    let request = RenderRequest {
        plugin: Some(PluginValues {
            root: Path::new("/plug"),
            data: Path::new("/data"),
            user_config: &user_config,
        }),
        ..RenderRequest::default()
    };
    assert_eq!(
        rendered(&skill, &request).prompt,
        "/plug /data blue ${user_config.x}"
    );
}

#[test]
fn granted_rules_have_their_folders() {
    let text = "---\nallowed-tools: Read, Bash(${CLAUDE_SKILL_DIR}/x.sh *), Bash(cd ${CLAUDE_PROJECT_DIR})\n---\nGo.";
    let skill = read_text(text).value.unwrap();
    let request = |dir, grants| RenderRequest {
        project_dir: Some(Path::new(dir)),
        grants,
        ..RenderRequest::default()
    };
    let res = rendered(&skill, &request("/p", Grants::Given));
    assert_eq!(
        res.allowed_tools,
        ["Read", "Bash(/p/skills/tide/x.sh *)", "Bash(cd /p)"]
    );
    let odd = rendered(&skill, &request("/p)*", Grants::Given));
    assert_eq!(odd.allowed_tools, ["Read", "Bash(/p/skills/tide/x.sh *)"]);
    assert_eq!(codes(&odd.problems), ["skills/rule-folder 2:56"]);
    let held = rendered(&skill, &request("/p", Grants::HeldBack));
    assert_eq!(held.allowed_tools, [""; 0]);
    assert_eq!(codes(&held.problems), ["skills/held-back 2:16"]);
}

#[test]
fn arguments_are_split_as_a_shell_splits_them() {
    let check =
        |text: &str, expected: &[&str]| assert_eq!(argument_words(text), expected, "{text}");
    check("", &[]);
    check(" a\t b\nc ", &["a", "b", "c"]);
    check("'a b'\"c d\" ''", &["a bc d", ""]);
    check("don't panic", &["don't", "panic"]);
    check(r"C:\new \", &[r"C:\new", r"\"]);
    check(r#""a\nb" '\"'"#, &[r"a\nb", r#"\""#]);
}
