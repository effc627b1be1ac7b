use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::{document, show, tree};
use crate::{
    Marketplace, PluginSource, Presence, open_marketplace, personal_marketplaces, read_marketplace,
};

fn lines(marketplace: &Marketplace) -> String {
    let mut res = format!("{}\n", marketplace.name);
    for it in &marketplace.entries {
        let source = match &it.source {
            PluginSource::Local(path) => format!("./{}", path.display()),
            PluginSource::Remote(it) => format!(
                "{} {} {:?} {:?} {:?}",
                it.kind, it.target, it.reference, it.pin, it.path
            ),
            PluginSource::SingleFile(path) => format!("single file ./{}", path.display()),
            PluginSource::Unreadable => "unreadable".to_owned(),
        };
        let loadable = if it.is_loadable() {
            ""
        } else {
            " not loadable"
        };
        writeln!(res, "{}: {source}{loadable}", it.name).unwrap();
    }
    res
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    let loaded = read_marketplace(&document(text));
    let value = loaded.value.as_ref().map_or("none\n".to_owned(), lines);
    expected.assert_eq(&(value + &show(&loaded.problems)));
}

#[test]
fn every_form_of_a_source_is_listed() {
    check(
        r#"{ "name": "pier", "owner": {"name": "Pier"}, "metadata": {"pluginRoot": "./plugins"},
          "plugins": [
            {"name": "a", "source": "./plugins/a"},
            {"name": "b", "source": "./", "strict": false, "skills": ["./skills/b"]},
            {"name": "c", "source": {"source": "github", "repo": "o/c"}},
            {"name": "d", "source": {"source": "url", "url": "https://x.invalid/d.git", "sha": "00"}},
            {"name": "e", "source": {"source": "git-subdir", "url": "u", "path": "kit", "ref": "main"}},
            {"name": "f", "source": "github:o/f", "components": {}},
            {"name": "g", "source": "g", "category": "x", "featured": true},
            {"name": "h", "source": "./agents/h.md", "featured": true},
            {"name": "i", "source": {"source": "npm", "package": "p", "version": "1"}},
            {"name": "j", "source": {"source": "archive", "url": "u", "sha256": "11"}},
            {"name": "k", "source": {"source": "command", "command": "make k"}}
          ] }"#,
        expect![[r#"
            pier
            a: ./plugins/a
            b: ./
            c: github o/c None None None
            d: url https://x.invalid/d.git None Some("00") None
            e: git-subdir u Some("main") None Some("kit")
            f: unreadable not loadable
            g: ./plugins/g
            h: single file ./agents/h.md not loadable
            i: npm p Some("1") None None
            j: archive u None Some("11") None
            k: command make k None None None
            8:37 warning[plugins/source-shape]: the source `github:o/f` is no path
            8:51 warning[plugins/unknown-key]: `components` is no known key and has no effect
            9:59 warning[plugins/unknown-key]: `featured` is no known key and has no effect
            10:37 warning[plugins/source-is-a-file]: the source `agents/h.md` is a single file, not a plugin
        "#]],
    );
}

#[test]
fn sources_stay_below_the_root() {
    check(
        r#"{ "name": "m", "owner": {"name": "n"}, "plugins": [
            {"name": "a", "source": "../a"}, {"name": "b", "source": "/etc"},
            {"name": "c", "source": "plugins/c"}, {"name": "d", "source": {"source": "svn"}},
            {"name": "e", "source": {"source": "github"}}, {"name": "f", "source": 7} ] }"#,
        expect![[r#"
            m
            a: unreadable not loadable
            b: unreadable not loadable
            c: ./plugins/c
            d: unreadable not loadable
            e: unreadable not loadable
            f: unreadable not loadable
            2:37 error[plugins/outside]: the path `../a` leaves the folder: it climbs with `..`
            2:70 error[plugins/outside]: the path `/etc` leaves the folder: it is absolute
            3:37 warning[plugins/path-form]: a source starts with `./`, found `plugins/c`; it is taken as relative
            3:75 warning[plugins/source-shape]: a source is one of github, url, git-subdir, npm, archive, command, found `svn`
            4:37 warning[plugins/source-shape]: a source of kind `github` needs `repo`
            4:84 warning[plugins/source-shape]: a source names its kind under `source`, found a number
        "#]],
    );
}

#[test]
fn some_faults_cost_the_whole_list() {
    check(
        r#"{ "name": "m", "owner": {"name": "n"}, "plugins": [
            {"name": "a", "source": "./a"}, {"name": "a", "source": "./b"} ] }"#,
        expect![[r#"
            none
            2:54 error[plugins/same-name]: `a` is there twice, first in line 2
        "#]],
    );
    check(
        r#"{ "name": "../../up", "owner": {"name": "n"}, "plugins": [] }"#,
        expect![[r#"
            none
            1:11 error[plugins/name-unusable]: the name `../../up` cannot be used
        "#]],
    );
    check(
        r#"{ "agents": [] }"#,
        expect![[r#"
            none
            1:1 error[plugins/name-missing]: a marketplace needs a `name`, a text
            1:1 error[plugins/component-kind]: a marketplace needs `plugins`, a list
            1:1 warning[plugins/field-kind]: a marketplace names its `owner`
            1:3 warning[plugins/unknown-key]: `agents` is no known key and has no effect
        "#]],
    );
}

#[test]
fn some_faults_cost_an_entry() {
    check(
        r#"{ "name": "m", "owner": {"name": "n"}, "plugins": [
            {"name": "a"}, {"name": "b c", "source": "./b"}, 5,
            {"name": "d", "source": "./d", "hooks": 5}, {"name": "e", "source": "./e"} ] }"#,
        expect![[r#"
            m
            e: ./e
            2:13 error[plugins/entry]: a plugin of a marketplace needs `name` and `source`
            2:37 error[plugins/name-unusable]: the name `b c` cannot be used
            2:62 error[plugins/entry]: a plugin of a marketplace needs `name` and `source`
            3:53 error[plugins/component-kind]: `hooks` must be a path, an object, or a list of them, found a number
        "#]],
    );
}

#[test]
fn renames_are_followed_and_circles_end() {
    let text = r#"{ "name": "m", "owner": {"name": "n"},
        "renames": {"old": "mid", "mid": "new", "gone": null, "x": "y", "y": "x"},
        "plugins": [{"name": "new", "source": "./new"}] }"#;
    let marketplace = read_marketplace(&document(text)).value.unwrap();
    let found = |name: &str| marketplace.entry(name).map(|it| it.name.as_str());
    assert_eq!(
        ["old", "mid", "new", "gone", "x", "none"].map(found),
        [Some("new"), Some("new"), Some("new"), None, None, None]
    );
}

#[test]
fn entries_add_to_a_manifest_or_are_it() {
    let text = r#"{ "name": "m", "owner": {"name": "n"}, "plugins": [
        {"name": "plain", "source": "./a"},
        {"name": "adds", "source": "./a", "skills": ["./s"]},
        {"name": "alone", "source": "./a", "strict": false, "skills": ["./s"]},
        {"name": "hooks", "source": "./a", "hooks": "./h.json"},
        {"name": "inline", "source": "./a", "hooks": {"hooks": {}}} ] }"#;
    let marketplace = read_marketplace(&document(text)).value.unwrap();
    let mut res = String::new();
    for entry in &marketplace.entries {
        for manifest in [Presence::There, Presence::Missing] {
            let role = marketplace.role(entry, manifest);
            writeln!(res, "{} {manifest:?}: {:?}", entry.name, role.value).unwrap();
            res += &show(&role.problems);
        }
    }
    expect![[r#"
        plain There: Adds
        plain Missing: IsTheManifest
        adds There: Adds
        adds Missing: IsTheManifest
        alone There: Conflict
        4:18 error[plugins/entry-conflict]: `alone` has a manifest of its own, and its entry names components with `strict: false`
        alone Missing: IsTheManifest
        hooks There: Adds
        hooks Missing: IsTheManifest
        5:18 error[plugins/entry]: `hooks` names a file of hooks, which counts only in a manifest
        inline There: Adds
        inline Missing: IsTheManifest
    "#]]
    .assert_eq(&res);
}

#[test]
fn local_folders_are_resolved() {
    let dir = tree(&[
        (
            "home/.claude/plugins/marketplaces/m/.claude-plugin/marketplace.json",
            r#"{ "name": "m", "owner": {"name": "n"}, "plugins": [
                {"name": "a", "source": "./plugins/a"}, {"name": "bare", "source": "./"},
                {"name": "link", "source": "./link"}, {"name": "gone", "source": "./gone"},
                {"name": "file", "source": "./file.txt"},
                {"name": "far", "source": {"source": "github", "repo": "o/r"}} ] }"#,
        ),
        (
            "home/.claude/plugins/marketplaces/m/plugins/a/.claude-plugin/plugin.json",
            r#"{ "name": "a" }"#,
        ),
        ("home/.claude/plugins/marketplaces/m/link", "-> /"),
        ("home/.claude/plugins/marketplaces/m/file.txt", ""),
        ("home/.claude/plugins/marketplaces/none/x", ""),
    ]);
    let home = dir.path().canonicalize().unwrap().join("home");
    let roots = crate::Roots {
        tackle_home: home.join(".tackle"),
        repository: home.join("repo"),
        private: home.join(".tackle/projects/x"),
        home,
    };
    let found = personal_marketplaces(&roots);
    assert_eq!(found.len(), 1);
    let marketplace = open_marketplace(&found[0]).value.unwrap();
    let mut res = String::new();
    for entry in &marketplace.entries {
        let folder = marketplace.folder(&found[0], entry);
        let shown = folder.value.map_or("none".to_owned(), |(path, manifest)| {
            let path = path.strip_prefix(&found[0]).unwrap();
            format!("./{} {manifest:?}", path.display())
        });
        writeln!(res, "{}: {shown}", entry.name).unwrap();
        res += &show(&folder.problems);
    }
    expect![[r#"
        a: ./plugins/a There
        bare: ./ Missing
        link: none
        3:44 error[plugins/outside]: the path `./link` leaves the folder: a link leads out
        gone: none
        3:82 error[plugins/path-missing]: nothing is under the path `./gone`
        file: none
        4:44 error[plugins/path-kind]: the source `./file.txt` is no folder
        far: none
    "#]]
    .assert_eq(&res);
}

#[test]
fn a_list_that_is_not_there_is_told() {
    let dir = tree(&[("x", "")]);
    let loaded = open_marketplace(dir.path());
    assert!(loaded.value.is_none());
    assert_eq!(loaded.problems[0].code, "plugins/path-missing");
}
