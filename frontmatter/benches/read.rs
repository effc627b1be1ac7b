//! What reading a file costs. Prints one JSON line per measurement.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a bench measures time and prints what it measured"
)]

use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

/// The most that reading a file with a header of five lines as people write them may cost.
const PLAIN: Duration = Duration::from_micros(15);
/// The same where a reader of YAML is needed.
const STRICT: Duration = Duration::from_micros(30);
/// The same where that reader refuses; one file in thirty.
const RESCUED: Duration = Duration::from_micros(60);
/// Files per sample.
const FILES: u32 = 5_000;
/// Samples, of which the median counts.
const SAMPLES: usize = 11;

fn main() {
    let plain = "name: tide-check\ndescription: Checks the tide table — before a trip.\nversion: 1.0\nallowed-tools: [Read, Grep]\nlicense: \"MIT\"\n";
    measure("read: five plain lines", plain, PLAIN);
    let below =
        "name: tide-check\ndescription: |\n  Checks the tide.\nmetadata:\n  author: someone\n";
    measure("read: five lines with a map and a text", below, PLAIN);
    let remark = format!("# Tides.\n{below}");
    measure("read: the same with a remark", &remark, STRICT);
    let broken =
        "name: tide-check\ndescription: Use when: asked\nversion: 1.0\nmodel: a\nlicense: MIT\n";
    measure("read: five lines, one rescued", broken, RESCUED);
}

fn measure(name: &str, header: &str, goal: Duration) {
    let text = format!(
        "---\n{header}---\n\n{}",
        "A line of the body, as long as usual.\n".repeat(80)
    );
    let mut samples: Vec<Duration> = (0..SAMPLES).map(|_| sample(text.as_bytes())).collect();
    samples.sort();
    let median = samples[SAMPLES / 2];
    let ratio = median.as_secs_f64() / goal.as_secs_f64();
    let rounded = (ratio * 1000.0).round() / 1000.0;
    let nanos = u64::try_from(median.as_nanos()).unwrap_or(u64::MAX);
    println!(
        "{}",
        json!({ "name": name, "ratio": rounded, "goal": 1.0, "ok": ratio <= 1.0, "median_ns": nanos })
    );
}

fn sample(bytes: &[u8]) -> Duration {
    let start = Instant::now();
    for _ in 0..FILES {
        let loaded = frontmatter::read(Path::new("SKILL.md"), black_box(bytes));
        assert!(!black_box(loaded).value.header.fields().is_empty());
    }
    start.elapsed() / FILES
}
