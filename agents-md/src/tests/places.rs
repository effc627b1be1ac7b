//! Which places there are, and which one wins [N-AGENT-17, A-26, A-49].

use crate::{AgentPlace, AgentSource, Bounds, Editing, Product, Roots, default_places};

fn roots() -> Roots {
    Roots {
        tackle_home: "/home/ann/.tackle".into(),
        home: "/home/ann".into(),
        ..Roots::default()
    }
}

fn in_repository() -> Roots {
    Roots {
        repository: Some("/code/shop".into()),
        private: Some("/home/ann/.tackle/projects/shop-0123456789ab".into()),
        ..roots()
    }
}

#[track_caller]
fn check(roots: &Roots, expected: &[&str]) {
    let places = default_places(roots);
    let line =
        |it: &AgentPlace| format!("{} {:?} {}", it.source.word(), it.product, it.dir.display());
    assert_eq!(places.iter().map(line).collect::<Vec<_>>(), expected);
    // Nothing but a plugin's place is closed, and only what was cloned is fenced.
    assert!(places.iter().all(|it| it.editing == Editing::Allowed));
    assert!(
        places.iter().all(|it| {
            (it.bounds != Bounds::Anywhere) == (it.source == AgentSource::Repository)
        })
    );
}

#[test]
fn personal_places_are_always_there() {
    check(
        &roots(),
        &[
            "personal Ours /home/ann/.tackle/agents",
            "personal Nemocode /home/ann/.nemocode/agents",
            "personal ClaudeCode /home/ann/.claude/agents",
        ],
    );
}

#[test]
fn narrower_wins_and_ours_before_foreign() {
    check(
        &in_repository(),
        &[
            "project Ours /home/ann/.tackle/projects/shop-0123456789ab/agents",
            "project Nemocode /home/ann/.nemocode/projects/shop-0123456789ab/agents",
            "repository Ours /code/shop/.tackle/agents",
            "repository Nemocode /code/shop/.nemocode/agents",
            "repository ClaudeCode /code/shop/.claude/agents",
            "personal Ours /home/ann/.tackle/agents",
            "personal Nemocode /home/ann/.nemocode/agents",
            "personal ClaudeCode /home/ann/.claude/agents",
        ],
    );
}

#[test]
fn claude_code_reads_every_level_the_closest_first() {
    let roots = Roots {
        current: Some("/code/shop/api/v1".into()),
        ..in_repository()
    };
    let dirs: Vec<_> = default_places(&roots)
        .into_iter()
        .filter(|it| it.product == Product::ClaudeCode && it.source == AgentSource::Repository)
        .map(|it| it.dir.display().to_string())
        .collect();
    assert_eq!(
        dirs,
        [
            "/code/shop/api/v1/.claude/agents",
            "/code/shop/api/.claude/agents",
            "/code/shop/.claude/agents",
        ]
    );
}

#[test]
fn a_current_folder_elsewhere_adds_no_level() {
    let roots = Roots {
        current: Some("/code/shopping".into()),
        ..in_repository()
    };
    assert_eq!(default_places(&roots), default_places(&in_repository()));
}

#[test]
fn the_place_of_a_plugin_is_fenced_and_read_only() {
    let place = AgentPlace::of_plugin("lab", "/p/lab".as_ref(), "/p/lab/agents".as_ref());
    assert_eq!(place.source.word(), "plugin");
    assert_eq!(place.bounds, Bounds::Within("/p/lab".into()));
    assert_eq!(place.editing, Editing::ReadOnly);
}
