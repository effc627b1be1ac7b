//! Missions that are killed at random moments and taken up again.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Project, transcript};

/// Effects of the mission: each appends its number to a file.
const EFFECTS: usize = 12;

/// Kills a mission at `n` moments, each time until it is through; how many effects were lost or doubled
/// without a word, and transcripts broken.
pub(super) fn rounds(root: &Path, n: u64) -> f64 {
    let steps: Vec<Value> = (0..EFFECTS)
        .map(|it| json!({ "tool": "run_command", "input": { "command": format!("echo {it} >> log.txt") } }))
        .collect();
    let mut unnoticed = 0;
    let mut kills = 0;
    let mut mission = 0;
    while kills < n {
        let project = Project::new(root, &format!("kill-{mission}"), &steps);
        mission += 1;
        kills += until_done(&project, kills);
        unnoticed += faults(&project);
    }
    eprintln!("{kills} kills in {mission} missions");
    unnoticed as f64
}

/// Runs the mission until it ends by itself; how often it was killed on the way.
fn until_done(project: &Project, seed: u64) -> u64 {
    let mut kills = 0;
    loop {
        let session = session(project);
        let more: Vec<&str> = session
            .iter()
            .flat_map(|it| ["--session", it.as_str()])
            .collect();
        let mut child = project.run(&more).spawn().unwrap();
        // Spread over the whole of a mission, and the same in each bench.
        let moment = (seed + kills).wrapping_mul(2_654_435_761) % 160;
        std::thread::sleep(Duration::from_millis(moment));
        if kills > 8 || child.try_wait().unwrap().is_some() {
            child.wait().unwrap();
            return kills;
        }
        Command::new("kill")
            .args(["-9", &child.id().to_string()])
            .status()
            .unwrap();
        child.wait().unwrap();
        kills += 1;
    }
}

/// The session that the project has so far.
fn session(project: &Project) -> Option<String> {
    let tackle = std::env::var_os("TACKLE_BIN");
    let tackle = tackle.unwrap_or_else(|| env!("CARGO_BIN_EXE_tackle").into());
    let out = Command::new(tackle)
        .current_dir(&project.repo)
        .arg("--home")
        .arg(&project.home)
        .args(["--json", "sessions", "list"])
        .output()
        .unwrap();
    let list: Value = serde_json::from_slice(&out.stdout).unwrap_or_default();
    let first = list["sessions"].as_array()?.first()?;
    Some(first["id"].as_str()?.to_owned())
}

/// An effect that happened twice; one that never happened and whose call does not say that it broke off;
/// a line that is no JSON; a call without exactly one result.
fn faults(project: &Project) -> usize {
    let log = std::fs::read_to_string(project.repo.join("log.txt")).unwrap_or_default();
    let session = session(project).expect("it has one");
    let text = std::fs::read_to_string(transcript(&project.home, &session)).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .filter_map(|it| serde_json::from_str(it).ok())
        .collect();
    let mut faults = usize::from(lines.len() != text.lines().count());
    let contents = || {
        lines
            .iter()
            .filter_map(|it| it["message"]["content"].as_array())
            .flatten()
    };
    let results: Vec<&Value> = contents()
        .filter(|it| it["type"] == "tool_result")
        .collect();
    for call in contents().filter(|it| it["type"] == "tool_use") {
        let own: Vec<_> = results
            .iter()
            .filter(|it| it["tool_use_id"] == call["id"])
            .collect();
        faults += usize::from(own.len() != 1);
        let command = call["input"]["command"].as_str().unwrap_or_default();
        let number = command.split_whitespace().nth(1).unwrap_or_default();
        let times = log.lines().filter(|it| *it == number).count();
        let told = own
            .iter()
            .any(|it| it["content"].to_string().contains("broke off"));
        faults += usize::from(times > 1 || times == 0 && !told);
    }
    if faults > 0 {
        eprintln!("{}: {faults} faults", project.repo.display());
    }
    faults
}
