//! The ways in which editors save.

use std::time::Duration;

use stdx::Problem;
use stdx::fs::Limit;
use watch::{Effect, GRACE, LastGood, Root, Sight};

use crate::scene::{Disk, Scene};

/// A scene with one watched file that says 0.
fn scene() -> Scene {
    let disk = Disk::new();
    disk.put("settings.json", "0");
    let root = Root::file(disk.path("settings.json"));
    Scene::new(disk, root)
}

#[test]
fn each_of_three_saves_is_one_change() {
    let mut scene = scene();
    scene.disk.put("settings.json.tmp", "1");
    scene.disk.rename("settings.json.tmp", "settings.json");
    scene.expect(&["~settings.json"]);

    scene.disk.rename("settings.json", "settings.json~");
    scene.disk.put("settings.json", "2");
    scene.disk.remove("settings.json~");
    scene.expect(&["~settings.json"]);

    scene.disk.put("settings.json", "3");
    scene.expect(&["~settings.json"]);
}

#[test]
fn the_same_bytes_are_no_change() {
    let disk = Disk::new();
    disk.put("f", "same");
    let root = Root::folder(disk.path(""));
    let mut scene = Scene::new(disk, root);
    scene.disk.put("f", "same");
    scene.disk.put("g", "same");
    scene.disk.rename("g", "f");
    scene.expect_nothing_before("marker");
}

#[test]
fn a_file_caught_in_the_middle_of_saving_keeps_its_value() {
    let mut scene = scene();
    let mut guard = LastGood::new(scene.disk.path("settings.json"), GRACE);
    let mut look = |scene: &mut Scene, at: u64| {
        let read = stdx::fs::read(&scene.disk.path("settings.json"), Limit::mebibytes(1));
        let now = Duration::from_millis(at);
        let effect = guard.see(Sight::from(read), now, parse);
        (effect, guard.value().cloned())
    };
    let guarded = Some("guarded}".to_owned());
    scene.disk.put("settings.json", "guarded}");
    scene.expect(&["~settings.json"]);
    assert_eq!(look(&mut scene, 0), (Effect::New, guarded.clone()));
    for (at, text) in [(1000, ""), (2000, "guar")] {
        scene.disk.put("settings.json", text);
        scene.expect(&["~settings.json"]);
        assert_eq!(look(&mut scene, at).1, guarded, "while it holds `{text}`");
    }
    scene.disk.put("settings.json", "guarded}");
    scene.expect(&["~settings.json"]);
    assert_eq!(look(&mut scene, 3000), (Effect::Same, guarded.clone()));
    scene.disk.rename("settings.json", "away.json");
    scene.expect(&["-settings.json"]);
    assert_eq!(look(&mut scene, 4000), (Effect::Held, guarded.clone()));
    scene.disk.rename("away.json", "settings.json");
    scene.expect(&["+settings.json"]);
    assert_eq!(look(&mut scene, 5000), (Effect::Same, guarded));
    scene.disk.put("settings.json", "{}");
    scene.expect(&["~settings.json"]);
    assert_eq!(look(&mut scene, 6000), (Effect::New, Some("{}".to_owned())));
}

fn parse(bytes: &[u8]) -> Result<String, Problem> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    match text.ends_with('}') {
        true => Ok(text),
        false => Err(Problem::error("test/broken", text)),
    }
}
