//! How soon one changed file among five thousand is told, and what beginning to watch them costs.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench measures time, writes as editors do and prints what it measured"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;
use stdx::Cancel;
use watch::{Heard, Options, Root, Watcher};

const N_FILES: usize = 5000;
const ROUNDS: usize = 100;
/// Of the change, until its batch is in hand.
const GOAL: Duration = Duration::from_millis(200);

fn main() {
    // `cargo test --all-targets` runs benches, too, and means to test them.
    if !std::env::args().any(|it| it == "--bench") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let files: Vec<PathBuf> = (0..N_FILES).map(|it| skill(&root, it)).collect();

    let start = Instant::now();
    let roots = vec![Root::folder(&root)];
    let loaded = Watcher::start(roots, &Options::default(), &Cancel::new());
    let began = start.elapsed();
    assert_eq!(loaded.problems, []);
    let mut watcher = loaded.value;

    let mut took: Vec<Duration> = (0..ROUNDS)
        .map(|round| change(&mut watcher, &files[round * 37 % N_FILES], round))
        .collect();
    took.sort_unstable();
    let [median, p95] = [50, 95].map(|percent| took[ROUNDS * percent / 100]);
    print("one change among 5000 files, p50", median, GOAL);
    print("one change among 5000 files, p95", p95, GOAL);
    eprintln!("to begin to watch 5000 folders took {began:?}");
}

fn skill(root: &Path, index: usize) -> PathBuf {
    let file = root.join(format!("skill-{index}/SKILL.md"));
    fs::create_dir(file.parent().unwrap()).unwrap();
    let text = format!("---\nname: skill-{index}\n---\n{}", "Do it.\n".repeat(100));
    fs::write(&file, text).unwrap();
    file
}

/// Every other time by rename, as editors do.
fn change(watcher: &mut Watcher, file: &Path, round: usize) -> Duration {
    let text = format!("changed {round}");
    let start = Instant::now();
    match round % 2 {
        0 => fs::write(file, text).unwrap(),
        _ => {
            let beside = file.with_extension("tmp");
            fs::write(&beside, text).unwrap();
            fs::rename(beside, file).unwrap();
        }
    }
    let Heard::Batch(batch) = watcher.next(Duration::from_secs(60)) else {
        panic!("the change is told");
    };
    let took = start.elapsed();
    assert_eq!((batch.changes.len(), &*batch.changes[0].path), (1, file));
    took
}

fn print(name: &str, took: Duration, goal: Duration) {
    let ratio = took.as_secs_f64() / goal.as_secs_f64();
    let rounded = (ratio * 1000.0).round() / 1000.0;
    let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    println!(
        "{}",
        json!({ "name": name, "ratio": rounded, "goal": 1.0, "ok": ratio <= 1.0, "took_us": micros })
    );
}
