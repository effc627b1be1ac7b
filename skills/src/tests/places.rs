use std::path::PathBuf;

use crate::{Layout, Roots, default_places};

#[track_caller]
fn check(repository: &str, expected: &[&str]) {
    let roots = Roots {
        tackle_home: PathBuf::from("/h/.tackle"),
        home: PathBuf::from("/h"),
        repository: PathBuf::from(repository),
        private: PathBuf::from("/h/.tackle/projects/app-1"),
    };
    let shown: Vec<String> = default_places(&roots)
        .iter()
        .map(|it| {
            let kept = it.boundary.as_ref().map_or("", |_| " kept inside");
            format!("{} {}{kept}", it.source.word(), it.dir.display())
        })
        .collect();
    assert_eq!(shown, expected);
}

#[test]
fn narrower_places_come_first() {
    check(
        "/r",
        &[
            "project /h/.tackle/projects/app-1/skills",
            "project /h/.nemocode/projects/app-1/skills",
            "project /r/.tackle/skills kept inside",
            "project /r/.nemocode/skills kept inside",
            "project /r/.claude/skills kept inside",
            "project /r/.agents/skills kept inside",
            "personal /h/.tackle/skills",
            "personal /h/.nemocode/skills",
            "personal /h/.claude/skills",
            "personal /h/.agents/skills",
            "project /r/.claude/commands kept inside",
            "personal /h/.claude/commands",
        ],
    );
}

#[test]
fn a_home_under_version_control_is_personal() {
    check(
        "/h",
        &[
            "project /h/.tackle/projects/app-1/skills",
            "project /h/.nemocode/projects/app-1/skills",
            "personal /h/.tackle/skills",
            "personal /h/.nemocode/skills",
            "personal /h/.claude/skills",
            "personal /h/.agents/skills",
            "personal /h/.claude/commands",
        ],
    );
}

#[test]
fn commands_come_after_all_skills() {
    assert!(Layout::Folders < Layout::Commands);
}
