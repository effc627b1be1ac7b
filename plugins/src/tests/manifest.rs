use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::{document, show};
use crate::{DeclaredWhat, Manifest, read_manifest};

/// What is said about components, and the problems.
fn summary(text: &str) -> String {
    let loaded = read_manifest(&document(text));
    let mut res = String::new();
    match &loaded.value {
        Some(it) => components(&mut res, it),
        None => res.push_str("not loaded\n"),
    }
    res + &show(&loaded.problems)
}

fn components(res: &mut String, manifest: &Manifest) {
    writeln!(res, "{}", manifest.name).unwrap();
    for declared in &manifest.components {
        for entry in &declared.entries {
            let what = match &entry.what {
                DeclaredWhat::Path(it) => it.clone(),
                DeclaredWhat::Remote(it) => format!("remote {it}"),
                DeclaredWhat::Inline(it) => {
                    let start = it.place(it.root().start);
                    let value = it.root().to_value();
                    format!("{value} at {}:{}", start.line, start.column)
                }
                DeclaredWhat::Command(it) => format!("{it:?}"),
            };
            writeln!(res, "{}: {what}", declared.kind.key()).unwrap();
        }
    }
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&summary(text));
}

#[test]
fn every_shape_of_a_path_is_read() {
    check(
        r#"{ "name": "kit", "skills": "./more", "agents": ["./a.md", "./b.md"],
             "outputStyles": ["./o"], "workflows": "./w", "experimental": {"themes": "./t"} }"#,
        expect![[r#"
            kit
            skills: ./more
            agents: ./a.md
            agents: ./b.md
            outputStyles: ./o
            workflows: ./w
            themes: ./t
        "#]],
    );
}

#[test]
fn documents_in_place_keep_their_lines_and_columns() {
    check(
        "{ \"name\": \"kit\",\n \"hooks\": [\"./h.json\", {\"hooks\": {\"ä\": []}}],\n \"mcpServers\": {\"db\": {\"command\": \"x\"}} }",
        expect![[r#"
            kit
            hooks: ./h.json
            hooks: {"hooks":{"ä":[]}} at 2:24
            mcpServers: {"db":{"command":"x"}} at 3:16
        "#]],
    );
}

#[test]
fn servers_may_be_an_address() {
    check(
        r#"{ "name": "kit", "mcpServers": ["https://example.invalid/x.mcpb", "./y.mcpb"] }"#,
        expect![[r#"
            kit
            mcpServers: remote https://example.invalid/x.mcpb
            mcpServers: ./y.mcpb
        "#]],
    );
}

#[test]
fn commands_may_be_a_map() {
    check(
        r#"{ "name": "kit", "commands": {
            "about": {"source": "./README.md", "allowedTools": ["Read"]},
            "hi": {"content": "Say hi.", "description": "d"},
            "both": {"source": "./a.md", "content": "x"},
            "odd": {"content": "x", "tool": 1}, "a/b": {"content": "x"}, "plain": "./p.md" } }"#,
        expect![[r#"
            kit
            commands: DeclaredCommand { name: "about", text: File("./README.md"), header: CommandHeader { description: None, argument_hint: None, model: None, allowed_tools: Some(["Read"]) } }
            commands: DeclaredCommand { name: "hi", text: Content("Say hi."), header: CommandHeader { description: Some("d"), argument_hint: None, model: None, allowed_tools: None } }
            commands: DeclaredCommand { name: "plain", text: File("./p.md"), header: CommandHeader { description: None, argument_hint: None, model: None, allowed_tools: None } }
            4:21 error[plugins/field-kind]: a command has either a `source` or a `content`, both of them text
            5:37 error[plugins/strict-part]: `tool` is no known key of a command
            5:49 error[plugins/name-unusable]: the name `a/b` cannot be used
            5:83 warning[plugins/field-kind]: the command `plain` is an object with a `source`, found text
        "#]],
    );
}

#[test]
fn a_name_is_needed() {
    check(
        r#"{ "version": "1" }"#,
        expect![[r#"
            not loaded
            1:1 error[plugins/name-missing]: the manifest has no `name`
        "#]],
    );
    check(
        r#"{ "name": 7 }"#,
        expect![[r#"
            not loaded
            1:11 error[plugins/name-missing]: `name` must be text, found a number
        "#]],
    );
    check(
        r#"{ "name": "../up" }"#,
        expect![[r#"
            not loaded
            1:11 error[plugins/name-unusable]: the name `../up` cannot be used
        "#]],
    );
    check(
        r#"{ "name": "MyTool" }"#,
        expect![[r#"
            MyTool
            1:11 warning[plugins/name-not-kebab]: the name `MyTool` is unusual
        "#]],
    );
    check(
        "[]",
        expect![[r#"
            not loaded
            1:1 error[plugins/not-an-object]: a manifest is an object, found a list
        "#]],
    );
}

#[test]
fn unknown_keys_are_told_and_left_out() {
    check(
        r#"{ "name": "kit", "//": "x", "_note": 1, "category": "x", "mcp_servers": {},
             "slash_commands": [], "name": "kat", "settings": {"agent": "a", "model": "m"} }"#,
        expect![[r#"
            kat
            1:41 warning[plugins/unknown-key]: `category` is no known key and has no effect
            1:58 warning[plugins/unknown-key]: `mcp_servers` is no known key and has no effect
            2:14 warning[plugins/unknown-key]: `slash_commands` is no known key and has no effect
            2:36 warning[plugins/duplicate-key]: `name` is there twice; the last one counts
            2:78 warning[plugins/unknown-key]: `model` is no known key and has no effect
        "#]],
    );
}

#[test]
fn a_component_of_a_type_that_means_nothing_costs_the_plugin() {
    check(
        r#"{ "name": "kit", "agents": {"a": 1}, "hooks": true }"#,
        expect![[r#"
            not loaded
            1:28 error[plugins/component-kind]: `agents` must be a path or a list of paths, found an object
            1:47 error[plugins/component-kind]: `hooks` must be a path, an object, or a list of them, found a truth value
        "#]],
    );
}

#[test]
fn a_wrong_item_costs_itself() {
    check(
        r#"{ "name": "kit", "skills": ["./a", 5], "experimental": {"monitors": 5} }"#,
        expect![[r#"
            kit
            skills: ./a
            1:36 error[plugins/field-kind]: an item of `skills` must be a path, found a number
            1:69 warning[plugins/component-kind]: `monitors` must be a path or a list of objects, found a number
        "#]],
    );
}

#[test]
fn what_is_plainly_meant_is_understood() {
    let text = r#"{ "name": "kit", "version": 1.0, "author": "Ann", "keywords": "a, b",
        "repository": {"url": "https://x.invalid"}, "homepage": "x", "dependencies": {"other": "^1"},
        "experimental": [] }"#;
    let loaded = read_manifest(&document(text));
    let manifest = loaded.value.unwrap();
    expect![[r#"
        About { display_name: None, version: Some("1.0"), description: None, author: Some(Person { name: "Ann", email: None, url: None }), homepage: Some("x"), repository: Some("https://x.invalid"), license: None, keywords: ["a", "b"] }
        [Dependency { name: "other", version: Some("^1"), marketplace: None }]"#]]
    .assert_eq(&format!("{:?}\n{:?}", manifest.about, manifest.dependencies));
    expect![[r#"
        1:29 warning[plugins/field-kind]: `version` must be text, found a number
        1:44 warning[plugins/field-kind]: `author` is an object with a `name`, found text
        1:63 warning[plugins/field-kind]: `keywords` is a list of words, found text
        2:23 warning[plugins/field-kind]: `repository` is text, found an object with a `url`
        2:65 warning[plugins/field-kind]: `homepage` must be an address such as `https://…`, found `x`
        2:86 warning[plugins/field-kind]: `dependencies` is a list, found an object
        3:25 warning[plugins/field-kind]: `experimental` must be an object, found a list
    "#]]
    .assert_eq(&show(&loaded.problems));
}

#[test]
fn dependencies_name_a_marketplace() {
    let text =
        r#"{ "name": "kit", "dependencies": ["a", "b@m", {"name": "c", "version": "1"}, 4] }"#;
    let loaded = read_manifest(&document(text));
    let names = loaded.value.unwrap().dependencies;
    let names: Vec<_> = names
        .iter()
        .map(|it| {
            (
                it.name.as_str(),
                it.marketplace.as_deref(),
                it.version.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        names,
        [
            ("a", None, None),
            ("b", Some("m"), None),
            ("c", None, Some("1"))
        ]
    );
    assert_eq!(loaded.problems.len(), 1);
}

#[test]
fn in_strict_parts_an_unknown_key_costs_the_entry() {
    let text = r#"{ "name": "kit",
        "userConfig": {
          "token": {"type": "string", "title": "T", "description": "d", "sensitive": "yes"},
          "url": {"type": "string", "title": "T", "description": "d", "scret": true},
          "1st": {"type": "string", "title": "T", "description": "d"},
          "kind": {"type": "text", "title": "T", "description": "d"},
          "bare": {"type": "string"} },
        "channels": [{"server": "s"}, {"server": "s", "x": 1}, {}],
        "lspServers": {"rust": {"command": "ra", "extensionToLanguage": {}, "typo": 1}},
        "experimental": {"monitors": [{"name": "m", "command": "c", "description": "d"},
                                      {"name": "m"}]} }"#;
    let manifest = read_manifest(&document(text)).value.unwrap();
    let options: Vec<_> = manifest
        .user_config
        .iter()
        .map(|it| (it.key.as_str(), it.is_sensitive))
        .collect();
    assert_eq!(options, [("token", true)]);
    assert_eq!(manifest.channels.len(), 1);
    check(
        text,
        expect![[r#"
            kit
            monitors: {"name":"m","command":"c","description":"d"} at 10:39
            4:71 error[plugins/strict-part]: `scret` is no known key of an option
            5:11 error[plugins/field-kind]: the key of an option is letters, digits and underscores, found `1st`
            6:19 error[plugins/field-kind]: `type` is one of string, number, boolean, directory and file, found `text`
            7:19 error[plugins/field-kind]: an option needs `title`, a text
            8:55 error[plugins/strict-part]: `x` is no known key of a channel
            8:64 error[plugins/field-kind]: a channel needs `server`
            9:77 error[plugins/strict-part]: `typo` is no known key of a language server
            11:39 error[plugins/field-kind]: a monitor needs `command`
        "#]],
    );
}

#[test]
fn a_flood_of_documents_is_cut_and_told_once() {
    let many = vec!["{}"; 1000].join(",");
    let loaded = read_manifest(&document(&format!(
        r#"{{ "name": "kit", "hooks": [{many}] }}"#
    )));
    let manifest = loaded.value.unwrap();
    assert_eq!(manifest.components[0].entries.len(), 64);
    assert_eq!(loaded.problems.len(), 1);
}

#[test]
fn what_strangers_write_is_shown_harmless_and_short() {
    let long = "x".repeat(5000);
    let text = summary(&format!(
        r#"{{ "name": "kit", "\u001b[31mred": 1, "{long}": 2 }}"#
    ));
    assert!(!text.contains('\u{1b}'), "{text}");
    assert!(text.len() < 500, "{text}");
}
