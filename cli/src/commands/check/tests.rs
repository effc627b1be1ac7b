use std::path::Path;

use hooks_core::DialectId;

use super::recognise::{Kind, Stranger, recognise};

const AGENT: &str = "---\nname: a\ndescription: b\n---\nText.\n";
const CLAUDE: &str = r#"{ "hooks": { "PreToolUse": [] } }"#;
const CURSOR: &str = r#"{ "version": 1, "hooks": { "beforeShellExecution": [] } }"#;

#[track_caller]
fn check(path: &str, content: &str, expected: Option<Kind>) {
    let found = recognise(Path::new(path), content.as_bytes());
    assert_eq!(found, expected, "{path}");
}

#[test]
fn markdown_is_known_by_name_and_folder() {
    check("a/skills/b/SKILL.md", "", Some(Kind::Skill));
    check("skills/b/skill.md", "", Some(Kind::Skill));
    check("AGENTS.md", "", Some(Kind::Instructions));
    check("a/CLAUDE.md", "", Some(Kind::Instructions));
    check(".claude/agents/a.md", "notes", Some(Kind::Agent));
    check(".tackle/agents/deep/a.md", "", Some(Kind::Agent));
    check(".claude/commands/x/a.md", "", Some(Kind::Command));
    check("README.md", AGENT, None);
}

#[test]
fn elsewhere_the_text_must_look_like_one() {
    check("plugins/p/agents/a.md", AGENT, Some(Kind::Agent));
    check("plugins/p/agents/README.md", "# Agents\n", None);
    check("commands/a.md", AGENT, Some(Kind::Command));
    check(
        "commands/a.md",
        "description: b\n---\nText\n",
        Some(Kind::Command),
    );
    check(
        "agents/a.md",
        &format!("<!-- x -->\n{AGENT}"),
        Some(Kind::Agent),
    );
    check("skills/s/agents/a.md", AGENT, None);
    check(".github/agents/x.agent.md", AGENT, Some(Kind::Agent));
    check("any/x.agent.md", AGENT, Some(Kind::Agent));
}

#[test]
fn the_deepest_folder_says_what_it_is() {
    check(".claude/commands/agents/a.md", AGENT, Some(Kind::Agent));
    check("agents/commands/a.md", AGENT, Some(Kind::Command));
}

#[test]
fn hook_files_are_known_by_their_place() {
    let hooks = |it| Some(Kind::Hooks(it));
    check(".claude/settings.json", "{", hooks(DialectId::ClaudeCode));
    check("x/.neo/settings.local.json", "{}", hooks(DialectId::Neo));
    check(".vyotiq/hooks.json", "", hooks(DialectId::AgentV));
    check(".tackle/hooks.json", "", hooks(DialectId::Tackle));
    check(".nemocode/hooks.json", "", hooks(DialectId::Nemocode));
    check("p/hooks/hooks.json", "{", hooks(DialectId::ClaudeCode));
    check(".mcp.json", "{}", None);
    check("package.json", CLAUDE, None);
}

#[test]
fn elsewhere_hooks_are_known_by_their_events() {
    let claude = Some(Kind::Hooks(DialectId::ClaudeCode));
    check("examples/settings.ci.json", CLAUDE, claude);
    check("settings.json", r#"{ "a": 1 }"#, None);
    check("hooks/tsconfig.json", r#"{ "a": 1 }"#, None);
    check("hooks/guard.json", CLAUDE, claude);
    let stranger = |it| Some(Kind::ForeignHooks(it));
    check("hooks/hooks.json", CURSOR, stranger(Stranger::Cursor));
    let gemini = r#"{ "hooks": { "BeforeTool": [] } }"#;
    check("hooks/hooks.json", gemini, stranger(Stranger::Gemini));
}

#[test]
fn other_products_are_known_by_their_folders() {
    let stranger = |it| Some(Kind::ForeignHooks(it));
    check(".cursor/hooks.json", CURSOR, stranger(Stranger::Cursor));
    check(".codex/hooks.json", CLAUDE, stranger(Stranger::Codex));
    check(".github/hooks/a.json", CLAUDE, stranger(Stranger::Copilot));
    check(".gemini/settings.json", CLAUDE, stranger(Stranger::Gemini));
    check(".gemini/settings.json", r#"{ "theme": "x" }"#, None);
}

#[test]
fn manifests_stand_in_a_folder_of_their_own() {
    check(".claude-plugin/plugin.json", "", Some(Kind::Plugin));
    check(
        "p/.claude-plugin/marketplace.json",
        "",
        Some(Kind::Marketplace),
    );
    check("p/plugin.json", "{}", None);
}
