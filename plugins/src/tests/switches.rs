use expect_test::expect;

use super::{document, place, show, tree};
use crate::{
    EnabledLayer, EnabledPlugins, Origin, Plugin, Product, Scope, Source, Standing, SwitchRules,
    WhyOff, load, read_switches,
};

/// The plugin `tool` of a Claude Code place, with a manifest of more keys.
fn tool(source: Source, more: &str) -> Plugin {
    let text = format!(r#"{{ "name": "tool"{more} }}"#);
    let dir = tree(&[("tool/.claude-plugin/plugin.json", &text)]);
    let place = place(dir.path(), source, Product::ClaudeCode);
    load(&dir.path().join("tool"), &place).value.unwrap()
}

fn installed(more: &str) -> Plugin {
    Plugin {
        origin: Origin::Installed {
            marketplace: "m".to_owned(),
            entry: "entry".to_owned(),
            version: "1.0.0".to_owned(),
        },
        ..tool(Source::Personal, more)
    }
}

type Layer<'a> = (Scope, Standing, &'a str);

fn enabled(layers: &[Layer<'_>]) -> (EnabledPlugins, String) {
    let documents: Vec<_> = layers
        .iter()
        .map(|(_, _, map)| document(&format!(r#"{{ "enabledPlugins": {map} }}"#)))
        .collect();
    let layers: Vec<_> = layers
        .iter()
        .zip(&documents)
        .map(|((scope, standing, _), document)| EnabledLayer {
            scope: *scope,
            standing: *standing,
            document,
        })
        .collect();
    let loaded = EnabledPlugins::read(&layers);
    (loaded.value, show(&loaded.problems))
}

#[track_caller]
fn check(plugin: &Plugin, layers: &[Layer<'_>], expected: Option<WhyOff>) {
    check_ours(plugin, ("{}", layers), expected);
}

#[track_caller]
fn check_ours(plugin: &Plugin, given: (&str, &[Layer<'_>]), expected: Option<WhyOff>) {
    let switches = read_switches(&document(given.0)).value;
    let rules = SwitchRules {
        switches: &switches,
        enabled: &enabled(given.1).0,
    };
    assert_eq!(rules.why_off(plugin), expected);
}

const TRUSTED: Standing = Standing::Trusted;
const ON: &str = r#"{ "tool@local": true }"#;
const OFF: &str = r#"{ "tool@local": false }"#;

#[test]
fn plugins_are_on_unless_switched_off() {
    let plugin = tool(Source::Personal, "");
    check(&plugin, &[], None);
    check(
        &plugin,
        &[(Scope::User, TRUSTED, OFF)],
        Some(WhyOff::Claude(Scope::User)),
    );
    check(&plugin, &[(Scope::User, TRUSTED, ON)], None);
    check(
        &plugin,
        &[(Scope::User, TRUSTED, r#"{ "toolbox@x": false }"#)],
        None,
    );
}

#[test]
fn local_beats_project_beats_user() {
    let plugin = tool(Source::Personal, "");
    let layers = [
        (Scope::User, TRUSTED, OFF),
        (Scope::Local, TRUSTED, ON),
        (Scope::Project, TRUSTED, OFF),
    ];
    check(&plugin, &layers, None);
    check(&plugin, &layers[..1], Some(WhyOff::Claude(Scope::User)));
    let layers = [(Scope::Project, TRUSTED, OFF), (Scope::User, TRUSTED, ON)];
    check(&plugin, &layers, Some(WhyOff::Claude(Scope::Project)));
}

#[test]
fn a_managed_no_is_final() {
    let plugin = tool(Source::Personal, "");
    let ours = r#"{ "plugins": { "enabled": ["tool"] } }"#;
    let managed = [(Scope::Local, TRUSTED, ON), (Scope::Managed, TRUSTED, OFF)];
    check_ours(&plugin, (ours, &managed), Some(WhyOff::Managed));
    check_ours(&plugin, (ours, &[(Scope::User, TRUSTED, OFF)]), None);
}

#[test]
fn an_untrusted_repository_switches_nothing_of_the_persons() {
    let untrusted = |map| [(Scope::Project, Standing::Untrusted, map)];
    check(&tool(Source::Personal, ""), &untrusted(OFF), None);
    check(
        &tool(Source::Repository, ""),
        &untrusted(OFF),
        Some(WhyOff::Claude(Scope::Project)),
    );
    let on = r#"{ "entry@m": true }"#;
    check(&installed(""), &untrusted(on), Some(WhyOff::NotEnabled));
    check(&installed(""), &[(Scope::Project, TRUSTED, on)], None);
    expect![[r#"
        1:21 note[plugins/held-back]: `enabledPlugins` of a repository counts once it is trusted
    "#]]
    .assert_eq(&enabled(&untrusted(ON)).1);
}

#[test]
fn what_was_installed_is_named_by_entry_and_marketplace() {
    let on = |map| [(Scope::User, TRUSTED, map)];
    check(&installed(""), &on(r#"{ "entry@m": true }"#), None);
    check(
        &installed(""),
        &on(r#"{ "tool@m": true }"#),
        Some(WhyOff::NotEnabled),
    );
    check(
        &installed(""),
        &on(r#"{ "entry@other": true }"#),
        Some(WhyOff::NotEnabled),
    );
    let ours = r#"{ "plugins": { "enabled": ["entry@m"] } }"#;
    check_ours(&installed(""), (ours, &[]), None);
}

#[test]
fn a_plugin_may_ask_to_be_off_at_first() {
    let plugin = tool(Source::Personal, r#", "defaultEnabled": false"#);
    check(&plugin, &[], Some(WhyOff::NotByDefault));
    check(&plugin, &[(Scope::User, TRUSTED, ON)], None);
    check_ours(
        &plugin,
        (r#"{ "plugins": { "enabled": ["tool"] } }"#, &[]),
        None,
    );
}

#[test]
fn the_sterner_word_counts_for_a_plugin_without_marketplace() {
    let plugin = tool(Source::Personal, "");
    let map = r#"{ "tool@a": true, "tool@b": false }"#;
    let why = Some(WhyOff::Claude(Scope::User));
    check(&plugin, &[(Scope::User, TRUSTED, map)], why);
}

#[test]
fn settings_of_claude_code_reach_only_its_own_places() {
    let mut plugin = tool(Source::Personal, "");
    plugin.place.product = Product::Nemocode;
    check(&plugin, &[(Scope::User, TRUSTED, OFF)], None);
}

#[test]
fn odd_values_are_told_and_say_nothing() {
    let (said, problems) = enabled(&[
        (Scope::User, TRUSTED, r#"{ "a@m": "yes", "b@m": true }"#),
        (Scope::Local, TRUSTED, "[]"),
    ]);
    assert_ne!(said, EnabledPlugins::default());
    expect![[r#"
        1:21 error[plugins/field-kind]: `enabledPlugins` must be an object, found a list
        1:30 error[plugins/field-kind]: `a@m` must be `true` or `false`, found text
    "#]]
    .assert_eq(&problems);
}
