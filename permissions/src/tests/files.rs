//! Rules on files, addresses, helpers, skills and MCP tools.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::{call, input, rules};
use crate::{List, Origin, Rule, RuleSet, Source, Verdict, decide_by_rules};

/// Whether an allow rule and a deny rule speak of a call: they must agree on what is known.
#[track_caller]
fn check(rule: &str, tool: &str, value: Value, expected: bool) {
    check_both(rule, (tool, value), (expected, expected));
}

#[track_caller]
fn check_both(rule: &str, (tool, value): (&str, Value), expected: (bool, bool)) {
    let input = input(value);
    let call = call(tool, &input);
    let speaks = |list: &str| {
        let rules = rules(&format!("{list} {rule}"));
        decide_by_rules(&rules, &call).verdict != Verdict::None
    };
    let found = (speaks("allow"), speaks("deny"));
    assert_eq!(
        found, expected,
        "as allow and as deny, does `{rule}` speak of {tool} {input:?}?"
    );
}

#[track_caller]
fn check_path(rule: &str, path: &str, expected: bool) {
    check(rule, "Edit", json!({ "file_path": path }), expected);
}

#[test]
fn a_path_without_an_anchor_is_below_the_current_folder() {
    check_path("Edit(src/**)", "/src/app/src/a/b.rs", true);
    check_path("Edit(src/**)", "/src/app/lib/src/b.rs", false);
    check_path("Edit(./src/**)", "src/b.rs", true);
    check_path("Edit(**/src/**)", "/src/app/lib/src/b.rs", true);
    check_path("Edit(src/*.rs)", "src/b.rs", true);
    check_path("Edit(src/*.rs)", "src/a/b.rs", false);
    check_path("Edit(../other/*)", "/src/other/x", true);
    check_path("Edit(src/../lib/**)", "lib/x", true);
    check_path("Edit(*)", "/etc/passwd", true);
    check_path("Edit(**)", "/src/app/x", true);
    check_path("Edit(**)", "/etc/passwd", false);
}

#[test]
fn a_name_alone_is_meant_at_any_depth_and_a_folder_with_all_in_it() {
    check_path("Edit(.env)", ".env", true);
    check_path("Edit(.env)", "a/b/.env", true);
    check_path("Edit(.env)", "a/.env.local", false);
    check_path("Edit(.env.*)", "a/.env.local", true);
    check_path("Edit(./.env)", "a/.env", false);
    check_path("Edit(secrets)", "a/secrets/b", true);
    check_path("Edit(secrets/)", "a/secrets/b", true);
    check_path("Edit(src/secrets)", "src/secrets/a/b", true);
    check_path("Edit(.env)", "/etc/.env", false);
}

#[test]
fn anchors() {
    check_path("Edit(//etc/**)", "/etc/ssh/x", true);
    check_path("Edit(//etc/passwd)", "/etc/passwd", true);
    check_path("Edit(//**)", "/etc/passwd", true);
    check_path("Edit(~/.ssh/*)", "/home/ann/.ssh/id", true);
    check_path("Edit(~/.ssh/*)", "~/.ssh/id", true);
    check_path("Edit(~/.zshrc)", "/home/bob/.zshrc", false);
    check_path("Edit(/docs/**)", "/src/app/docs/x", true);
    check_path("Edit(/docs/**)", "/docs/x", false);
}

#[test]
fn the_slash_of_a_persons_own_file_is_the_folder_of_that_file() {
    let file = Some(PathBuf::from("/home/ann/.claude/settings.json"));
    let speaks = |source: Source, path: &str| {
        let origin = Origin {
            source,
            file: file.clone(),
            place: None,
        };
        let rule = Rule::parse("Edit(/docs/**)", origin).value.expect("a rule");
        let mut rules = RuleSet::default();
        rules.add(List::Deny, rule);
        let input = input(json!({ "path": path }));
        decide_by_rules(&rules, &call("edit_file", &input)).verdict == Verdict::Deny
    };
    assert!(speaks(Source::User, "/home/ann/.claude/docs/x"));
    assert!(!speaks(Source::User, "docs/x"));
    assert!(speaks(Source::Managed, "docs/x"));
    assert!(speaks(Source::Local, "docs/x"));
}

#[test]
fn no_detour_leads_past_a_path() {
    for path in [
        "src/../.env",
        "./.env",
        "a/../../app/.env",
        "/src/app//.env",
        "/../src/app/.env",
        "~/../../src/app/.env",
    ] {
        check_path("Edit(./.env)", path, true);
    }
    check_path("Edit(src/**)", "src/../../../etc/passwd", false);
}

#[test]
fn an_edit_rule_covers_all_that_write_and_a_read_rule_all_that_look() {
    for tool in [
        "Edit",
        "Write",
        "MultiEdit",
        "create_file",
        "write_file",
        "multi_edit",
    ] {
        check("Edit(x)", tool, json!({ "path": "x" }), true);
        check("edit_file(x)", tool, json!({ "file_path": "x" }), true);
        check("Edit", tool, json!({ "file_path": "x" }), true);
        check("Read(x)", tool, json!({ "file_path": "x" }), false);
    }
    check(
        "Edit(x)",
        "NotebookEdit",
        json!({ "notebook_path": "x" }),
        true,
    );
    check("Edit(x)", "delete_file", json!({ "path": "x" }), true);
    check("Write(x)", "Write", json!({ "file_path": "x" }), true);
    check("Write(x)", "Edit", json!({ "file_path": "x" }), false);
    for tool in [
        "Read",
        "LS",
        "Grep",
        "Glob",
        "read_file",
        "list_files",
        "search_code",
    ] {
        check("Read(x)", tool, json!({ "path": "x" }), true);
        check("Edit(x)", tool, json!({ "path": "x" }), false);
    }
}

#[test]
fn a_call_on_several_files_is_allowed_with_all_and_denied_with_one() {
    let edits = json!({ "edits": [{ "path": "a/x" }, { "path": "b/x" }] });
    check_both("Edit(a/**)", ("edit_files", edits.clone()), (false, true));
    check_both("Edit(*/x)", ("edit_files", edits), (true, true));
}

#[test]
fn a_search_is_about_its_folder_and_its_pattern() {
    check_both(
        "Read(secrets/**)",
        ("Glob", json!({ "pattern": "secrets/*" })),
        (false, true),
    );
    check(
        "Read(secrets/**)",
        "Glob",
        json!({ "pattern": "*", "path": "secrets" }),
        true,
    );
    check_both(
        "Read(.env)",
        ("Grep", json!({ "pattern": "x", "glob": ".env" })),
        (false, true),
    );
    check("Read(src/**)", "Grep", json!({ "pattern": "x" }), false);
}

#[test]
fn a_call_that_does_not_say_what_it_touches_may_touch_all() {
    check_both("Edit(x)", ("Edit", json!({})), (false, true));
    check_both(
        "Edit(x)",
        ("Edit", json!({ "file_path": 7 })),
        (false, true),
    );
    check_both(
        "WebFetch(domain:a.b)",
        ("WebFetch", json!({})),
        (false, true),
    );
    check_both("Agent(x)", ("Task", json!({})), (false, true));
}

#[test]
fn a_domain_is_that_host_alone() {
    let check = |rule: &str, url: &str, expected: bool| {
        check(rule, "WebFetch", json!({ "url": url }), expected);
    };
    check(
        "WebFetch(domain:example.com)",
        "https://example.com/a?b",
        true,
    );
    check(
        "WebFetch(domain:Example.com)",
        "HTTP://EXAMPLE.COM.:8080",
        true,
    );
    check(
        "WebFetch(domain:example.com)",
        "https://user:p@example.com",
        true,
    );
    check(
        "WebFetch(domain:example.com)",
        "https://www.example.com",
        false,
    );
    check(
        "WebFetch(domain:example.com)",
        "https://example.com.evil.org",
        false,
    );
    check(
        "WebFetch(domain:example.com)",
        "https://example.com@evil.org",
        false,
    );
    check(
        "WebFetch(domain:example.com)",
        "https://evil.org/#@example.com",
        false,
    );
    check(
        "WebFetch(domain:*.example.com)",
        "https://a.b.example.com",
        true,
    );
    check(
        "WebFetch(domain:*.example.com)",
        "https://example.com",
        false,
    );
    check("WebFetch(domain:*)", "https://example.com", true);
    check("WebFetch", "https://example.com", true);
}

#[test]
fn a_host_that_readers_read_differently_is_never_allowed() {
    for url in [
        "https://evil.org\\@example.com",
        "https://example.com\t.evil.org",
        "https://example%2ecom",
        "https://[::1]",
        "example.com",
        "file://example.com/x",
        "https://",
        "https://example.com:x",
    ] {
        check_both(
            "WebFetch(domain:example.com)",
            ("WebFetch", json!({ "url": url })),
            (false, true),
        );
    }
}

#[test]
fn helpers_and_skills_go_by_name() {
    check(
        "Agent(Explore)",
        "Task",
        json!({ "subagent_type": "Explore", "prompt": "x" }),
        true,
    );
    check(
        "Task(Explore)",
        "Agent",
        json!({ "subagent_type": "Other" }),
        false,
    );
    check(
        "Agent(Explore)",
        "ask_agent",
        json!({ "agent": "Explore" }),
        true,
    );
    check("Agent", "Task", json!({}), true);
    check(
        "Skill(deploy)",
        "Skill",
        json!({ "skill": "deploy", "args": "x" }),
        true,
    );
    check(
        "Skill(deploy *)",
        "skill",
        json!({ "name": "deploy" }),
        true,
    );
    check(
        "Skill(deploy)",
        "Skill",
        json!({ "name": "deployment" }),
        false,
    );
    check(
        "Skill(kit:*)",
        "Skill",
        json!({ "name": "kit:deploy" }),
        true,
    );
    check("Skill(kit:*)", "Skill", json!({ "name": "kitty" }), false);
}

#[test]
fn mcp_tools_go_by_server_and_tool() {
    let check = |rule: &str, tool: &str, expected: bool| check(rule, tool, json!({}), expected);
    check("mcp__web", "mcp__web__fetch", true);
    check("mcp__web", "mcp__website__fetch", false);
    check("mcp__web__*", "mcp__web__fetch", true);
    check("mcp__web__fetch", "mcp__web__fetch", true);
    check("mcp__web__fetch", "mcp__web__fetch_all", false);
    check("mcp__web__get_*", "mcp__web__get_page", true);
    check("mcp__*", "mcp__web__fetch", true);
    check("mcp_web_*", "mcp_web_fetch", true);
    check("mcp__web__fetch", "mcp_web_fetch", true);
    check("mcp_web_fetch", "mcp__web__fetch", true);
    check("mcp_web_*", "mcp__web__fetch", true);
    check("mcp_web_fetch", "mcp__web__fetch_all", false);
    check("mcp__web__.*", "mcp__web__fetch", false);
    check("mcp__web", "Bash", false);
    // Is it the tool `admin_x` of `web`, or `x` of `web_admin`?
    check_both("mcp__web", ("mcp_web_admin_x", json!({})), (false, true));
    check_both(
        "mcp_web_admin_x",
        ("mcp__web_admin__x", json!({})),
        (false, true),
    );
}

#[test]
fn other_tools_go_by_name_and_take_no_pattern() {
    check("WebSearch", "WebSearch", json!({ "query": "x" }), true);
    check("TodoWrite", "WebSearch", json!({}), false);
    check("Deploy", "Deploy", json!({}), true);
    check("*", "Deploy", json!({}), true);
    check_both(
        "WebSearch(x)",
        ("WebSearch", json!({ "query": "y" })),
        (false, true),
    );
}
