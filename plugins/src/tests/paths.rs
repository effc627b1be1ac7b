use expect_test::expect;

use super::layout::{MANIFEST, check};

#[test]
fn the_standard_hooks_file_named_again_counts_once() {
    check(
        &[
            (
                MANIFEST,
                r#"{ "name": "kit", "hooks": ["./hooks/hooks.json", "./link.json", "./hooks/./hooks.json"] }"#,
            ),
            ("kit/hooks/hooks.json", "{}"),
            ("kit/link.json", "-> hooks/hooks.json"),
        ],
        expect![[r#"
            hooks ./hooks/hooks.json
            1:28 note[plugins/named-twice]: `./hooks/hooks.json` is read without being named; it counts once
            1:50 note[plugins/named-twice]: `./link.json` is read without being named; it counts once
            1:65 note[plugins/named-twice]: `./hooks/./hooks.json` is read without being named; it counts once
        "#]],
    );
}

#[test]
fn no_path_leaves_the_folder() {
    check(
        &[
            (
                MANIFEST,
                r#"{ "name": "kit", "skills": ["../outside", "./in/../../outside", "./out"],
                     "agents": "/etc", "commands": ["C:\\x", "~/x", "./more\\..\\..\\x"],
                     "hooks": "./secret.json", "mcpServers": "" }"#,
            ),
            ("outside/outside-skill/SKILL.md", ""),
            ("kit/out", "-> ../outside"),
            ("kit/secret.json", "-> /etc/passwd"),
            ("kit/skills/stolen", "-> ../../outside/outside-skill"),
            (
                "kit/skills/file/SKILL.md",
                "-> ../../../outside/outside-skill/SKILL.md",
            ),
            ("kit/skills/fine/SKILL.md", ""),
            ("kit/workflows", "-> /"),
            ("kit/output-styles/loop", "-> loop"),
        ],
        expect![[r#"
            skill kit:fine ./skills/fine
            1:29 error[plugins/outside]: the path `../outside` leaves the folder: it climbs with `..`
            1:43 error[plugins/outside]: the path `./in/../../outside` leaves the folder: it climbs with `..`
            1:65 error[plugins/outside]: the path `./out` leaves the folder: a link leads out
            error[plugins/outside]: the path `./skills/stolen` leaves the folder: a link leads out
            error[plugins/outside]: the path `./skills/file/SKILL.md` leaves the folder: a link leads out
            2:53 error[plugins/outside]: the path `C:\x` leaves the folder: it is absolute
            2:62 error[plugins/outside]: the path `~/x` leaves the folder: it is absolute
            2:69 error[plugins/outside]: the path `./more\..\..\x` leaves the folder: it climbs with `..`
            2:32 error[plugins/outside]: the path `/etc` leaves the folder: it is absolute
            3:31 error[plugins/outside]: the path `./secret.json` leaves the folder: a link leads out
            3:62 error[plugins/path-missing]: nothing is under the path ``
            error[plugins/path-unreadable]: the path `./output-styles/loop` cannot be read: Too many levels of symbolic links
            error[plugins/outside]: the path `workflows` leaves the folder: a link leads out
        "#]],
    );
}

#[test]
fn links_inside_are_followed_and_count_once() {
    check(
        &[
            (MANIFEST, r#"{ "name": "kit" }"#),
            ("kit/other/deploy/SKILL.md", ""),
            ("kit/skills/deploy", "-> ../other/deploy"),
            ("kit/skills/again", "-> ../other/deploy"),
            ("kit/agents/a.md", ""),
            ("kit/agents/round", "-> ../agents"),
        ],
        expect![[r#"
            skill kit:again ./skills/again
            agent kit:a ./agents/a.md
        "#]],
    );
}

#[test]
fn unusual_paths_are_understood_and_told() {
    check(
        &[
            (
                MANIFEST,
                r#"{ "name": "kit", "commands": "extra", "agents": ["./team/*.md"],
                     "hooks": "${CLAUDE_PLUGIN_ROOT}/h.json", "skills": "./one/SKILL.md",
                     "outputStyles": "./missing", "workflows": "./h.json" }"#,
            ),
            ("kit/extra/hi.md", ""),
            ("kit/team/a.md", ""),
            ("kit/h.json", "{}"),
            ("kit/one/SKILL.md", ""),
        ],
        expect![[r#"
            skill kit:one ./one
            agent kit:a ./team/a.md
            command kit:hi ./extra/hi.md
            hooks ./h.json
            2:73 warning[plugins/path-kind]: a skill is named by its folder, not by its `SKILL.md`
            1:30 warning[plugins/path-form]: a path starts with `./`, found `extra`; it is taken as relative
            1:50 warning[plugins/path-form]: a path holds no pattern, found `./team/*.md`; its folder is read
            2:31 warning[plugins/path-form]: a path needs no variable, found `${CLAUDE_PLUGIN_ROOT}/h.json`
            3:38 error[plugins/path-missing]: nothing is under the path `./missing`
            3:64 error[plugins/path-kind]: expected a folder or a file that ends in .js or .md at `./h.json`
        "#]],
    );
}
