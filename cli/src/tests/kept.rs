use serde_json::{Value, json};

use super::world::{Ground, exists};

const SCRIPT: &str = r#"{ "steps": [
  { "text": "I look.", "tool": "run_command", "input": { "command": "echo \u001b[31mred" } },
  { "text": "I write.", "tool": "create_file", "input": { "path": "a.txt", "content": "a" } },
  { "text": "All \u001b[2Jdone." }
] }"#;

fn ground() -> Ground {
    Ground::new()
        .file("repo/script.json", SCRIPT)
        .file("repo/.claude/settings.json", super::world::GUARD)
        .file("repo/guard.sh", "echo 'not here' >&2; exit 2")
}

/// A ground on which one mission was done; its ids.
fn worked() -> (Ground, String, String) {
    let ground = ground();
    let ran = ground.run(&[
        "run",
        "--model",
        "scripted:script.json",
        "--mode",
        "auto",
        "--trust-all",
        "--json",
        "tidy up",
    ]);
    let result = ran.stdout.lines().last().unwrap_or_default();
    let result: Value = serde_json::from_str(result).unwrap_or_else(|it| panic!("{it}: {ran:?}"));
    let id = |key: &str| result[key].as_str().expect("an id").to_owned();
    let (mission, session) = (id("mission"), id("session"));
    (ground, mission, session)
}

#[track_caller]
fn check_refused(ground: &Ground, args: &[&str], words: &str) {
    let ran = ground.run(args);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains(words), "no `{words}` in {ran:?}");
}

#[test]
fn empty_lists_say_what_to_do_and_make_no_file() {
    let ground = Ground::new();
    for args in [["missions", "list"], ["sessions", "list"]] {
        let ran = ground.run(&args);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.stdout.contains("`tackle run "), "{ran:?}");
    }
    let ran = ground.run(&["dashboard"]);
    assert!(ran.stdout.contains("tackle demo"), "{ran:?}");
    let none: Value = json!({ "missions": [], "problems": [] });
    assert_eq!(ground.json(&["missions", "list"]), none);
    let none: Value = json!({ "sessions": [], "problems": [] });
    assert_eq!(ground.json(&["sessions", "list"]), none);
    let none: Value = json!({ "open": [], "ended": [], "sessions": [], "problems": [] });
    assert_eq!(ground.json(&["dashboard"]), none);
    assert!(!exists(&ground.root(), "home/.tackle/tackle.db"));
}

#[test]
fn an_unknown_id_is_wrong_usage_and_says_where_to_look() {
    let ground = Ground::new();
    for args in [
        ["missions", "show", "m-1"],
        ["missions", "cancel", "m-1"],
        ["sessions", "show", "s-1"],
        ["sessions", "delete", "s-1"],
    ] {
        check_refused(&ground, &args, " list --all` shows them");
    }
    check_refused(&ground, &["why", "m-1"], "no mission is called `m-1`");
    check_refused(
        &ground,
        &["sessions", "send", "s-1", "go"],
        "no session is called `s-1`",
    );
}

#[test]
fn a_mission_is_listed_shown_and_explained() {
    let (ground, mission, session) = worked();
    let list = ground.json(&["missions", "list"]);
    let found = &list["missions"][0];
    assert_eq!(
        json!([
            found["id"],
            found["session"],
            found["status"],
            found["origin"],
            found["prompt"]
        ]),
        json!([mission, session, "done", "keyboard", "tidy up"])
    );
    let shown = ground.json(&["missions", "show", &mission[..6]]);
    assert_eq!(shown["mission"], *found);
    let kinds: Vec<_> = shown["steps"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|it| it["kind"].clone())
        // Whether the shell is confined is noted by some systems alone.
        .filter(|it| it != "note")
        .collect();
    assert_eq!(kinds, ["message", "tool", "message", "tool", "message"]);
    let why = ground.json(&["why", &mission]);
    assert_eq!(why["started_by"]["origin"], "keyboard");
    assert_eq!(why["hooks"][0]["run"]["status"], "blocked");
    assert_eq!(why["refusals"][0]["by"], why["hooks"][0]["run"]["id"]);
    assert_eq!(why["end"]["status"], "done");
    let of_hook = why["hooks"][0]["run"]["id"].as_str().expect("an id");
    assert_eq!(ground.json(&["why", of_hook])["mission"]["id"], mission);
}

#[test]
fn people_see_no_escape_codes() {
    let (ground, mission, session) = worked();
    for args in [
        vec!["missions", "show", &mission],
        vec!["sessions", "show", &session],
        vec!["missions", "list"],
        vec!["sessions", "list", "--all"],
        vec!["why", &mission],
        vec!["dashboard"],
    ] {
        let ran = ground.run(&args);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(!ran.stdout.contains('\u{1b}'), "{ran:?}");
    }
}

#[test]
fn a_mission_that_ended_cannot_be_cancelled() {
    let (ground, mission, _) = worked();
    let ran = ground.run(&["missions", "cancel", &mission]);
    assert_eq!(
        (ran.code, ran.stdout),
        (1, format!("{mission} had ended already: done\n"))
    );
}

#[test]
fn a_session_is_made_read_and_deleted_with_its_files() {
    let (ground, _, session) = worked();
    let shown = ground.json(&["sessions", "show", &session]);
    assert_eq!(shown["messages"][0]["text"], "tidy up");
    let transcript = shown["session"]["transcript"].as_str().expect("a path");
    let transcript = transcript.replace("[ROOT]", &ground.root().to_string_lossy());
    assert!(std::path::Path::new(&transcript).exists());
    check_refused(
        &ground,
        &["sessions", "delete", &session],
        "nobody is here to be asked",
    );
    let gone = ground.json(&["sessions", "delete", &session, "--yes"]);
    assert_eq!(gone["id"], session);
    assert!(!std::path::Path::new(&transcript).exists());
    let none: Value = json!({ "missions": [], "problems": [] });
    assert_eq!(ground.json(&["missions", "list"]), none);
}

#[test]
fn a_text_that_was_sent_reaches_the_next_mission_of_the_session() {
    let ground = ground();
    let made = ground.json(&["sessions", "new"]);
    let session = made["session"]["id"].as_str().expect("an id");
    let sent = ground.json(&["sessions", "send", session, "mind the gap"]);
    assert_eq!(sent, json!({ "session": session, "mission": null }));
    let model = ["run", "--model", "scripted:script.json", "--mode", "auto"];
    let ran = ground.run(&[&model[..], &["--session", session, "tidy up"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let shown = ground.json(&["sessions", "show", session]);
    let texts: Vec<_> = shown["messages"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|it| it["role"] == "user")
        .map(|it| it["text"].clone())
        .collect();
    assert!(
        texts
            .iter()
            .any(|it| it.as_str().is_some_and(|it| it.contains("mind the gap"))),
        "{texts:?}"
    );
    assert_eq!(shown["session"]["title"], "tidy up");
}

#[test]
fn a_new_session_belongs_to_an_agent_that_there_is() {
    let ground = Ground::new().file(
        "repo/.claude/agents/reader.md",
        "---\nname: reader\ndescription: Reads.\n---\nRead.\n",
    );
    let made = ground.json(&["sessions", "new", "--agent", "reader"]);
    assert_eq!(made["session"]["agent"], "reader");
    check_refused(
        &ground,
        &["sessions", "new", "--agent", "nobody"],
        "`tackle agents list`",
    );
}

#[test]
fn a_skill_is_run_with_the_rights_of_the_person() {
    let ground = ground()
        .file(
            "repo/.claude/skills/greet/SKILL.md",
            "---\nname: greet\ndescription: Greets.\n---\nGreet $ARGUMENTS.\n",
        )
        .file(
            "repo/.claude/skills/inner/SKILL.md",
            "---\nname: inner\ndescription: Inner.\nuser-invocable: false\n---\nInner.\n",
        );
    let model = ["--model", "scripted:script.json", "--mode", "read-only"];
    ground.run(&[&["skills", "run", "greet", "the world"], &model[..]].concat());
    let list = ground.json(&["missions", "list"]);
    let prompt = list["missions"][0]["prompt"].as_str().unwrap_or_default();
    assert!(prompt.contains("Greet the world."), "{list:#}");
    let args = [&["skills", "run", "inner"], &model[..]].concat();
    check_refused(&ground, &args, "is for the model to open");
}
