use crate::{NameFault, check_name, mcp_server_name, mcp_tool_name, namespaced, split_namespaced};

#[track_caller]
fn check(name: &str, expected: Result<(), NameFault>) {
    assert_eq!(check_name(name), expected, "{name:?}");
}

#[test]
fn words_joined_by_hyphens_are_names() {
    for name in ["tool", "my-tool", "a", "web3-kit", "2fa"] {
        check(name, Ok(()));
    }
}

#[test]
fn what_is_merely_unusual_is_told() {
    for name in ["MyTool", "my_tool", "a--b", "-a", "a-", "a.b", "größe"] {
        check(name, Err(NameFault::NotKebab));
    }
}

#[test]
fn what_a_path_or_a_screen_cannot_bear_is_no_name() {
    let names = [
        "",
        "my tool",
        "a@b",
        "a:b",
        "a/b",
        "a\\b",
        "..",
        ".",
        "a..b",
        "a\nb",
        "a\u{1b}b",
        "a\u{202e}b",
        "a\u{a0}b",
    ];
    for name in names {
        check(name, Err(NameFault::Unusable));
    }
    check(&"a".repeat(255), Ok(()));
    check(&"a".repeat(256), Err(NameFault::Unusable));
}

#[test]
fn full_names_begin_with_the_plugin() {
    assert_eq!(namespaced("kit", "review:security"), "kit:review:security");
    assert_eq!(
        split_namespaced("kit:review:security"),
        Some(("kit", "review:security"))
    );
    assert_eq!(split_namespaced("deploy"), None);
    assert_eq!(split_namespaced(":deploy"), None);
    assert_eq!(
        mcp_tool_name("kit", "db", "query"),
        "mcp__plugin_kit_db__query"
    );
    assert_eq!(mcp_server_name("kit", "db"), "plugin:kit:db");
}
