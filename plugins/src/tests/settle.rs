use std::collections::BTreeSet;
use std::path::PathBuf;

use expect_test::{Expect, expect};

use super::{document, place, tree};
use crate::{
    Activity, Code, EnabledPlugins, Plugin, Product, Settling, Source, SwitchRules, Switches, load,
    read_switches, settle,
};

/// A plugin called `guard` in a folder of the given name.
struct Candidate {
    source: Source,
    product: Product,
    trusted: bool,
}

const fn candidate(source: Source, product: Product) -> Candidate {
    Candidate {
        source,
        product,
        trusted: false,
    }
}

const fn trusted(source: Source, product: Product) -> Candidate {
    Candidate {
        source,
        product,
        trusted: true,
    }
}

#[track_caller]
fn check(candidates: &[Candidate], expected: Expect) {
    check_with(candidates, &Switches::default(), expected);
}

#[track_caller]
fn check_with(candidates: &[Candidate], switches: &Switches, expected: Expect) {
    let dir = tree(&[]);
    let mut plugins: Vec<Plugin> = Vec::new();
    let mut allowed: BTreeSet<PathBuf> = BTreeSet::new();
    for (n, it) in candidates.iter().enumerate() {
        let file = dir.path().join(format!("{n}/.claude-plugin/plugin.json"));
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        super::put(&file, r#"{ "name": "guard" }"#);
        let folder = dir.path().join(n.to_string());
        let place = place(dir.path(), it.source, it.product);
        let plugin = load(&folder, &place).value.unwrap();
        if it.trusted {
            allowed.insert(plugin.root.clone());
        }
        plugins.push(plugin);
    }
    let settling = Settling {
        rules: SwitchRules {
            switches,
            enabled: &EnabledPlugins::default(),
        },
        trusted: &allowed,
    };
    let mut res = String::new();
    for it in settle(&plugins, settling) {
        let code = it
            .problem
            .map_or(String::new(), |it| format!(", {}", it.code));
        res += &match it.activity {
            Activity::Active { code: Code::Runs } => "active".to_owned(),
            Activity::Active {
                code: Code::HeldBack,
            } => "active, code held back".to_owned(),
            Activity::Off(why) => format!("off: {why:?}"),
            Activity::Shadowed { by } => {
                format!("shadowed by {}", by.file_name().unwrap().display())
            }
        };
        res += &code;
        res.push('\n');
    }
    expected.assert_eq(&res);
}

#[test]
fn the_narrower_place_wins_and_the_other_is_reported() {
    check(
        &[
            candidate(Source::Project, Product::Tackle),
            candidate(Source::Personal, Product::Tackle),
        ],
        expect![[r#"
            active
            shadowed by 0, plugins/name-taken
        "#]],
    );
    check(
        &[
            trusted(Source::Repository, Product::Nemocode),
            candidate(Source::Personal, Product::Nemocode),
        ],
        expect![[r#"
            active
            shadowed by 0, plugins/name-taken
        "#]],
    );
}

#[test]
fn what_nobody_trusts_shadows_nothing_of_the_persons() {
    check(
        &[
            candidate(Source::Repository, Product::Nemocode),
            candidate(Source::Personal, Product::Nemocode),
        ],
        expect![[r#"
            shadowed by 1, plugins/name-taken
            active
        "#]],
    );
}

#[test]
fn where_plugins_have_power_the_personal_one_stays() {
    for product in [Product::ClaudeCode, Product::Tackle, Product::Nemocode] {
        check(
            &[
                trusted(Source::Repository, product),
                candidate(Source::Personal, Product::ClaudeCode),
            ],
            expect![[r#"
                shadowed by 1, plugins/name-taken
                active
            "#]],
        );
    }
}

#[test]
fn among_those_of_a_repository_the_trusted_one_wins() {
    check(
        &[
            candidate(Source::Repository, Product::Tackle),
            trusted(Source::Repository, Product::ClaudeCode),
        ],
        expect![[r#"
            shadowed by 1, plugins/name-taken
            active
        "#]],
    );
}

#[test]
fn alone_it_is_active_and_its_code_waits_for_trust() {
    check(
        &[candidate(Source::Repository, Product::ClaudeCode)],
        expect![[r#"
            active, code held back
        "#]],
    );
    check(
        &[trusted(Source::Repository, Product::ClaudeCode)],
        expect![[r#"
            active
        "#]],
    );
}

#[test]
fn what_is_off_takes_no_name() {
    let both = [
        candidate(Source::Project, Product::Tackle),
        candidate(Source::Personal, Product::Tackle),
    ];
    let off = document(r#"{ "plugins": { "disabled": ["guard"] } }"#);
    check_with(
        &both,
        &read_switches(&off).value,
        expect![[r#"
            off: Disabled
            off: Disabled
        "#]],
    );
    let all = document(r#"{ "plugins": { "off": true, "enabled": ["guard"] } }"#);
    check_with(
        &both,
        &read_switches(&all).value,
        expect![[r#"
            off: All
            off: All
        "#]],
    );
}
