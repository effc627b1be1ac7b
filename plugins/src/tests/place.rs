use std::path::PathBuf;

use expect_test::expect;

use crate::{HookPower, Roots, TrustNeed};

#[test]
fn the_narrowest_place_comes_first() {
    let roots = Roots {
        tackle_home: PathBuf::from("/home/me/.tackle"),
        home: PathBuf::from("/home/me"),
        repository: PathBuf::from("/repo"),
        private: PathBuf::from("/home/me/.tackle/projects/app-1234"),
    };
    let lines: Vec<_> = roots
        .places()
        .iter()
        .map(|it| {
            let power = match it.hook_power() {
                HookPower::Observer => "observer",
                HookPower::Full(product) => product.dialect_word(),
            };
            let trust = match it.trust_need() {
                TrustNeed::None => "",
                TrustNeed::Asks => " asks",
            };
            format!("{} {power}{trust}", it.dir.display())
        })
        .collect();
    expect![[r#"
        /home/me/.tackle/projects/app-1234/plugins tackle
        /home/me/.nemocode/projects/app-1234/plugins observer
        /repo/.tackle/plugins tackle asks
        /repo/.nemocode/plugins observer asks
        /repo/.claude/plugins claude-code asks
        /home/me/.tackle/plugins tackle
        /home/me/.nemocode/plugins observer
        /home/me/.claude/plugins claude-code"#]]
    .assert_eq(&lines.join("\n"));
}
