use std::fmt::Write as _;
use std::path::Path;

use expect_test::{Expect, expect};

use super::{place, show, tree};
use crate::layout::collect_within;
use crate::{CommandText, Part, Plugin, PluginSettings, Product, RawPart, Source, load};

fn loaded(dir: &Path) -> Result<Plugin, String> {
    let loaded = load(dir, &place(dir, Source::Personal, Product::ClaudeCode));
    loaded.value.ok_or_else(|| show(&loaded.problems))
}

/// Every part, one a line, paths from the plugin's folder, and the problems.
fn summary(dir: &Path) -> String {
    let plugin = match loaded(dir) {
        Ok(it) => it,
        Err(problems) => return problems,
    };
    let mut res = String::new();
    let root = plugin.root.clone();
    let path = |it: &Path| format!("./{}", it.strip_prefix(&root).unwrap().display());
    let part = |it: &Part| format!("{} {}", plugin.full_name(&it.name), path(&it.path));
    let parts = &plugin.parts;
    let lists = [
        ("skill", &parts.skills),
        ("agent", &parts.agents),
        ("style", &parts.output_styles),
        ("workflow", &parts.workflows),
        ("theme", &parts.themes),
        ("eval", &parts.evals),
    ];
    for (word, list) in lists {
        for it in list {
            writeln!(res, "{word} {}", part(it)).unwrap();
        }
    }
    for it in &parts.commands {
        let text = match &it.text {
            CommandText::File(file) => path(&file.path),
            CommandText::Content(text) => format!("{text:?}"),
        };
        writeln!(res, "command {} {text}", plugin.full_name(&it.name)).unwrap();
    }
    let documents = [
        ("hooks", &parts.hooks),
        ("mcp", &parts.mcp_servers),
        ("lsp", &parts.lsp_servers),
        ("monitor", &parts.monitors),
    ];
    for (word, list) in documents {
        for it in list {
            let what = match it {
                RawPart::File(file) => path(&file.path),
                RawPart::Inline(document) => document.root().to_value().to_string(),
                RawPart::Remote(address) => address.clone(),
            };
            writeln!(res, "{word} {what}").unwrap();
        }
    }
    match &parts.settings {
        Some(PluginSettings::File(file)) => writeln!(res, "settings {}", path(&file.path)),
        Some(PluginSettings::Inline(value)) => writeln!(res, "settings {value}"),
        None => Ok(()),
    }
    .unwrap();
    if let Some(bin) = &parts.bin {
        writeln!(res, "bin {}", path(bin)).unwrap();
    }
    res + &show(&plugin.problems)
}

#[track_caller]
pub(super) fn check(files: &[(&str, &str)], expected: Expect) {
    let dir = tree(files);
    let root = dir.path().canonicalize().unwrap();
    let shown = summary(&root.join("kit"));
    expected.assert_eq(&shown.replace(&root.display().to_string(), "[ROOT]"));
}

pub(super) const MANIFEST: &str = "kit/.claude-plugin/plugin.json";

#[test]
fn the_standard_layout_needs_no_word_of_the_manifest() {
    check(
        &[
            (MANIFEST, r#"{ "name": "kit", "settings": {"agent": "x"} }"#),
            ("kit/skills/deploy/SKILL.md", ""),
            ("kit/skills/low/skill.md", ""),
            ("kit/skills/notes/README.md", ""),
            ("kit/skills/SKILL.md", "a file among the folders"),
            ("kit/commands/ship.md", ""),
            ("kit/commands/ops/roll.md", ""),
            ("kit/agents/review/security.md", ""),
            ("kit/agents/plan.md", ""),
            ("kit/agents/.hidden.md", ""),
            ("kit/agents/data.json", ""),
            ("kit/hooks/hooks.json", "{}"),
            ("kit/.mcp.json", "{}"),
            ("kit/.lsp.json", "{}"),
            ("kit/output-styles/terse.md", ""),
            ("kit/workflows/night.js", ""),
            ("kit/workflows/graph.md", ""),
            ("kit/themes/dark.json", ""),
            ("kit/monitors/monitors.json", "[]"),
            ("kit/settings.json", "{}"),
            ("kit/bin/tool", ""),
            ("kit/CLAUDE.md", "not loaded"),
        ],
        expect![[r#"
            skill kit:deploy ./skills/deploy
            skill kit:low ./skills/low
            agent kit:plan ./agents/plan.md
            agent kit:review:security ./agents/review/security.md
            style kit:terse ./output-styles/terse.md
            workflow kit:graph ./workflows/graph.md
            workflow kit:night ./workflows/night.js
            theme kit:dark ./themes/dark.json
            command kit:ops:roll ./commands/ops/roll.md
            command kit:ship ./commands/ship.md
            hooks ./hooks/hooks.json
            mcp ./.mcp.json
            lsp ./.lsp.json
            monitor ./monitors/monitors.json
            settings ./settings.json
            bin ./bin
        "#]],
    );
}

#[test]
fn skills_add_commands_replace_hooks_merge() {
    check(
        &[
            (
                MANIFEST,
                r#"{ "name": "kit", "skills": ["./more", "./one"], "commands": "./extra",
                     "agents": ["./solo.md"], "hooks": ["./h.json", {"hooks": {}}],
                     "workflows": "./flows/a.js" }"#,
            ),
            ("kit/skills/a/SKILL.md", ""),
            ("kit/more/b/SKILL.md", ""),
            ("kit/one/SKILL.md", ""),
            ("kit/commands/no.md", ""),
            ("kit/extra/yes.md", ""),
            ("kit/agents/no.md", ""),
            ("kit/solo.md", ""),
            ("kit/hooks/hooks.json", "{}"),
            ("kit/h.json", "{}"),
            ("kit/workflows/no.js", ""),
            ("kit/flows/a.js", ""),
        ],
        expect![[r#"
            skill kit:a ./skills/a
            skill kit:b ./more/b
            skill kit:one ./one
            agent kit:solo ./solo.md
            workflow kit:a ./flows/a.js
            command kit:yes ./extra/yes.md
            hooks ./hooks/hooks.json
            hooks ./h.json
            hooks {"hooks":{}}
        "#]],
    );
}

#[test]
fn one_skill_may_be_the_whole_plugin() {
    check(
        &[(MANIFEST, r#"{ "name": "kit" }"#), ("kit/SKILL.md", "")],
        expect![[r#"
            skill kit:kit ./
        "#]],
    );
    check(
        &[
            (MANIFEST, r#"{ "name": "kit", "skills": "." }"#),
            ("kit/SKILL.md", ""),
        ],
        expect![[r#"
            skill kit:kit ./
        "#]],
    );
    check(
        &[
            (MANIFEST, r#"{ "name": "kit" }"#),
            ("kit/SKILL.md", ""),
            ("kit/skills/a/SKILL.md", ""),
        ],
        expect![[r#"
            skill kit:a ./skills/a
        "#]],
    );
}

#[test]
fn commands_of_the_map_form_are_files_or_texts() {
    check(
        &[
            (
                MANIFEST,
                r#"{ "name": "kit", "commands": {"about": {"source": "./README.md"},
                    "hi": {"content": "Say hi."}, "out": {"source": "../x.md"}} }"#,
            ),
            ("kit/README.md", ""),
            ("kit/commands/no.md", ""),
        ],
        expect![[r#"
            command kit:about ./README.md
            command kit:hi "Say hi."
            2:51 error[plugins/outside]: the path `../x.md` leaves the folder: it climbs with `..`
        "#]],
    );
}

#[test]
fn a_manifest_must_be_a_plain_sound_file_inside() {
    let deep = format!("{{ \"name\": {} }}", "[".repeat(100_000));
    let huge = format!(
        "{{ \"name\": \"kit\", \"description\": \"{}\" }}",
        "x".repeat(2 << 20)
    );
    let rows = [
        ("{ \"name\": ", "plugins/not-json"),
        (deep.as_str(), "plugins/not-json"),
        (huge.as_str(), "plugins/file-unreadable"),
        ("-> /etc/passwd", "plugins/outside"),
    ];
    for (text, code) in rows {
        let dir = tree(&[(MANIFEST, text)]);
        let problems = loaded(&dir.path().join("kit")).unwrap_err();
        assert!(problems.contains(code), "{problems}");
    }
}

#[test]
fn comments_and_commas_in_a_manifest_are_fine() {
    let dir = tree(&[(MANIFEST, "\u{feff}{ // mine\n \"name\": \"kit\", }")]);
    assert_eq!(loaded(&dir.path().join("kit")).unwrap().name(), "kit");
}

#[cfg(unix)]
#[test]
fn a_folder_without_permission_is_told() {
    use std::os::unix::fs::PermissionsExt;

    let dir = tree(&[
        (MANIFEST, r#"{ "name": "kit" }"#),
        ("kit/agents/a.md", ""),
        ("kit/commands/b.md", ""),
    ]);
    let closed = dir.path().join("kit/agents");
    let set = |mode| std::fs::set_permissions(&closed, PermissionsExt::from_mode(mode)).unwrap();
    set(0o000);
    let plugin = loaded(&dir.path().join("kit")).unwrap();
    let is_root = std::fs::read_dir(&closed).is_ok();
    set(0o700);
    assert_eq!(plugin.parts.commands.len(), 1);
    assert_eq!(plugin.problems.len(), usize::from(!is_root));
}

#[test]
fn a_flood_of_files_is_cut_and_told() {
    let dir = tree(&[
        (MANIFEST, r#"{ "name": "kit" }"#),
        ("kit/agents/a.md", ""),
        ("kit/agents/b.md", ""),
        ("kit/agents/c.md", ""),
    ]);
    let plugin = loaded(&dir.path().join("kit")).unwrap();
    assert_eq!(plugin.parts.agents.len(), 3);
    let cut = collect_within(&plugin.root, &plugin.manifest, 2);
    assert_eq!(cut.value.agents.len(), 2);
    assert_eq!(cut.problems.len(), 1);
    assert_eq!(cut.problems[0].code, "plugins/too-many");
}
