use std::path::Path;

use expect_test::{Expect, expect};

use super::{show, tree};
use crate::{Origin, Roots, find_all};

fn roots(dir: &Path) -> Roots {
    Roots {
        tackle_home: dir.join("home/.tackle"),
        home: dir.join("home"),
        repository: dir.join("repo"),
        private: dir.join("home/.tackle/projects/app-1"),
    }
}

#[track_caller]
fn check(files: &[(&str, &str)], expected: Expect) {
    let dir = tree(files);
    let root = dir.path().canonicalize().unwrap();
    let loaded = find_all(&roots(&root).places());
    let mut res = String::new();
    for it in &loaded.value {
        let from = match &it.origin {
            Origin::Folder => String::new(),
            Origin::Installed { version, .. } => format!(" {version}"),
        };
        let dir = it.dir.display();
        res += &format!("{}{from} {dir}\n{}", it.identity(), show(&it.problems));
    }
    res += &show(&loaded.problems);
    expected.assert_eq(&res.replace(&root.display().to_string(), "[ROOT]"));
}

#[test]
fn every_place_is_searched() {
    let file = |dir: &str| format!("{dir}/plugins/a/.claude-plugin/plugin.json");
    let dirs = [
        "home/.tackle",
        "home/.tackle/projects/app-1",
        "home/.nemocode",
        "home/.nemocode/projects/app-1",
        "home/.claude",
        "repo/.tackle",
        "repo/.nemocode",
        "repo/.claude",
    ];
    let paths = dirs.map(file);
    let files: Vec<_> = paths
        .iter()
        .map(|it| (it.as_str(), r#"{ "name": "a" }"#))
        .collect();
    check(
        &files,
        expect![[r#"
            a [ROOT]/home/.tackle/projects/app-1/plugins/a
            a [ROOT]/home/.nemocode/projects/app-1/plugins/a
            a [ROOT]/repo/.tackle/plugins/a
            a [ROOT]/repo/.nemocode/plugins/a
            a [ROOT]/repo/.claude/plugins/a
            a [ROOT]/home/.tackle/plugins/a
            a [ROOT]/home/.nemocode/plugins/a
            a [ROOT]/home/.claude/plugins/a
        "#]],
    );
}

#[test]
fn a_folder_without_a_manifest_is_no_plugin() {
    check(
        &[
            ("home/.tackle/plugins/empty/README.md", ""),
            ("home/.tackle/plugins/flat/plugin.json", "{}"),
            ("home/.tackle/plugins/file.json", "{}"),
            ("home/.tackle/plugins/.git/x", ""),
            ("home/.tackle/plugins/root", "-> /"),
            ("home/.tackle/plugins/loop", "-> loop"),
        ],
        expect![[r#"
            note[plugins/no-manifest]: `[ROOT]/home/.tackle/plugins/empty` holds no `.claude-plugin/plugin.json`, so it is no plugin
            note[plugins/no-manifest]: `[ROOT]/home/.tackle/plugins/flat` holds no `.claude-plugin/plugin.json`, so it is no plugin
            note[plugins/no-manifest]: `[ROOT]/home/.tackle/plugins/root` holds no `.claude-plugin/plugin.json`, so it is no plugin
        "#]],
    );
}

#[test]
fn a_broken_plugin_does_not_hurt_its_neighbour() {
    check(
        &[
            ("repo/.claude/plugins/bad/.claude-plugin/plugin.json", "{"),
            (
                "repo/.claude/plugins/good/.claude-plugin/plugin.json",
                r#"{"name":"good"}"#,
            ),
            (
                "repo/.claude/plugins/odd/.claude-plugin/plugin.json/x",
                "a folder",
            ),
        ],
        expect![[r#"
            good [ROOT]/repo/.claude/plugins/good
            1:1 error[plugins/not-json]: the file is not JSON: the object that begins here has no `}`
            error[plugins/file-unreadable]: expected a file at `[ROOT]/repo/.claude/plugins/odd/.claude-plugin/plugin.json`, found a folder
        "#]],
    );
}

#[test]
fn links_of_a_repository_stay_in_it() {
    check(
        &[
            (
                "elsewhere/kit/.claude-plugin/plugin.json",
                r#"{"name":"kit"}"#,
            ),
            (
                "repo/tools/own/.claude-plugin/plugin.json",
                r#"{"name":"own"}"#,
            ),
            ("repo/.claude/plugins/kit", "-> ../../../elsewhere/kit"),
            ("repo/.claude/plugins/own", "-> ../../tools/own"),
            ("repo/.claude/plugins/own-again", "-> own"),
            ("home/.claude/plugins/kit", "-> ../../../elsewhere/kit"),
        ],
        expect![[r#"
            own [ROOT]/repo/.claude/plugins/own
            kit [ROOT]/home/.claude/plugins/kit
            error[plugins/outside]: the path `[ROOT]/repo/.claude/plugins/kit` leaves the folder: a link leads out
            note[plugins/found-twice]: the same folder is found as `[ROOT]/repo/.claude/plugins/own` and counts there
        "#]],
    );
}

#[test]
fn of_what_was_installed_the_current_version_counts() {
    let file = |it: &str| format!("home/.claude/plugins/cache/m/{it}/.claude-plugin/plugin.json");
    let paths = [
        "tool/1.9.0",
        "tool/1.10.0",
        "tool/1.10.0-beta",
        "tool/2.0.0",
        "tool/aaaabbbbcccc",
        "hash/unknown",
    ]
    .map(file);
    let mut files: Vec<_> = paths
        .iter()
        .map(|it| (it.as_str(), r#"{ "name": "kit" }"#))
        .collect();
    files.push(("home/.claude/plugins/cache/m/tool/2.0.0/.orphaned_at", "1"));
    files.push(("home/.claude/plugins/marketplaces/m/x", ""));
    files.push(("home/.claude/plugins/data/x/y", ""));
    files.push(("home/.claude/plugins/known_marketplaces.json", "{}"));
    check(
        &files,
        expect![[r#"
            hash@m unknown [ROOT]/home/.claude/plugins/cache/m/hash/unknown
            tool@m 1.10.0 [ROOT]/home/.claude/plugins/cache/m/tool/1.10.0
        "#]],
    );
}

#[test]
fn data_of_a_clone_has_a_folder_of_its_own() {
    let dir = tree(&[
        (
            "home/.claude/plugins/kit/.claude-plugin/plugin.json",
            r#"{"name":"kit"}"#,
        ),
        (
            "repo/.claude/plugins/kit/.claude-plugin/plugin.json",
            r#"{"name":"kit"}"#,
        ),
    ]);
    let root = dir.path().canonicalize().unwrap();
    let roots = roots(&root);
    let found = find_all(&roots.places()).value;
    let [theirs, own] = [0, 1].map(|it| roots.data_dir(&found[it]));
    assert_eq!(own, root.join("home/.tackle/plugin-data/kit"));
    assert_ne!(own, theirs);
    assert_eq!(own.parent(), theirs.parent());
}
