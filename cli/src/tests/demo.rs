use serde_json::{Value, json};

use super::world::{Ground, exists};

/// The scenes as verdict, final command, what the agent is told, and why it goes on.
fn outcomes(found: &Value) -> Vec<Value> {
    let scenes = found["scenes"].as_array().expect("a list");
    let outcome = |it: &Value| {
        json!([
            it["verdict"],
            it["input"]["command"],
            it["feedback"],
            it["keep_going"]
        ])
    };
    scenes.iter().map(outcome).collect()
}

#[test]
fn every_hook_does_what_the_story_says() {
    let ground = Ground::new();
    let found = ground.json(&["demo"]);
    let expected = [
        json!(["none", "npm install left-pad --ignore-scripts", [], null]),
        json!(["block", null, [], null]),
        json!(["none", null, [], null]),
        json!(["none", null, [], "run the tests before you finish"]),
        json!(["none", null, [], null]),
    ];
    assert_eq!(outcomes(&found), expected, "{found:#}");
    assert_eq!(found["kept"], Value::Null);
    assert!(
        !exists(&ground.root(), "home/.tackle"),
        "the person's own folders have no part in it"
    );
}

#[test]
fn people_can_read_it_on_eighty_columns() {
    let ran = Ground::new().run(&["demo"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let long: Vec<_> = ran
        .stdout
        .lines()
        .filter(|it| it.chars().count() > 80)
        .collect();
    assert_eq!(long, [""; 0]);
    for words in [
        "refused: only a person pushes",
        "goes ahead, and runs `npm install left-pad --ignore-scripts`",
        "Where to go next",
    ] {
        assert!(ran.stdout.contains(words), "no `{words}` in {}", ran.stdout);
    }
}
