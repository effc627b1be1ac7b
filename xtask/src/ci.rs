//! Everything that must be green, in the order in which a fault is cheapest to find.

use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::relay::{self, Streams};
use crate::{codegen, conformance, project, tidy};

/// One thing that must be green.
struct Step {
    name: &'static str,
    /// What a person types to repeat it.
    repeat: &'static str,
    work: Work,
}

enum Work {
    /// Cargo with these words.
    Cargo(&'static [&'static str]),
    /// All tests of the workspace, timed.
    Tests,
    /// The documentation, in which a warning is an error.
    Docs,
    /// A chore of ours.
    Chore(fn() -> Result<(), Failure>),
}

/// A step that ended, and after how long.
struct Done {
    name: &'static str,
    took: Duration,
}

/// Building and running the tests are two steps, so that their times can be told apart.
const STEPS: &[Step] = &[
    Step {
        name: "format",
        repeat: "cargo fmt --all --check",
        work: Work::Cargo(&["fmt", "--all", "--check"]),
    },
    Step {
        name: "lints",
        repeat: "cargo clippy --workspace --all-targets -- -D warnings",
        work: Work::Cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ]),
    },
    Step {
        name: "build tests",
        repeat: "cargo test --workspace --no-run",
        work: Work::Cargo(&["test", "--workspace", "--no-run"]),
    },
    Step {
        name: "run tests",
        repeat: "cargo test --workspace",
        work: Work::Tests,
    },
    Step {
        name: "cases in process",
        repeat: "cargo xtask conformance --via lib",
        work: Work::Chore(|| conformance::run(&["--via", "lib"])),
    },
    Step {
        name: "cases through the binary",
        repeat: "cargo xtask conformance --via cli",
        work: Work::Chore(|| conformance::run(&["--via", "cli"])),
    },
    Step {
        name: "generated files",
        repeat: "cargo xtask codegen --check",
        work: Work::Chore(|| codegen::run(codegen::Mode::Check)),
    },
    Step {
        name: "tidy",
        repeat: "cargo xtask tidy",
        work: Work::Chore(tidy::run),
    },
    Step {
        name: "documentation",
        repeat: "RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps",
        work: Work::Docs,
    },
];

/// Runs every step and stops at the first that fails.
pub(crate) fn run() -> Result<(), Failure> {
    let mut done = Vec::new();
    let mut slow = SlowTests::default();
    let ended = STEPS.iter().try_for_each(|step| {
        println!("\n── {} ── {}", step.name, step.repeat);
        let start = Instant::now();
        let ended = perform(&step.work, &mut slow);
        done.push(Done {
            name: step.name,
            took: start.elapsed(),
        });
        ended.map_err(|failure| failure.with_hint(format!("to repeat it: {}", step.repeat)))
    });
    print!("{}", summary(&done, &ended, &slow));
    ended
}

fn perform(work: &Work, slow: &mut SlowTests) -> Result<(), Failure> {
    match work {
        Work::Cargo(words) => {
            project::run(project::cargo(words), &format!("cargo {}", words.join(" ")))
        }
        Work::Tests => tests(slow),
        Work::Docs => {
            let mut command = project::cargo(&["doc", "--workspace", "--no-deps"]);
            command.env("RUSTDOCFLAGS", "-D warnings");
            project::run(command, "cargo doc --workspace --no-deps")
        }
        Work::Chore(chore) => chore(),
    }
}

fn tests(slow: &mut SlowTests) -> Result<(), Failure> {
    let command = project::cargo(&["test", "--workspace"]);
    let status = relay::run(command, Streams::Both, |line| {
        println!("{line}");
        slow.see(line);
    })?;
    match status.success() {
        true => Ok(()),
        false => Err(Failure::new("a test failed")),
    }
}

/// What the run looked like: a line for each step, then the slowest tests.
fn summary(done: &[Done], ended: &Result<(), Failure>, slow: &SlowTests) -> String {
    let mut res = String::from("\n");
    for (index, step) in done.iter().enumerate() {
        let is_last = index + 1 == done.len();
        let word = if is_last && ended.is_err() {
            "FAILED"
        } else {
            "ok"
        };
        res += &format!(
            "{word:>6} {:8.1}s  {}\n",
            step.took.as_secs_f64(),
            step.name
        );
    }
    let total: Duration = done.iter().map(|step| step.took).sum();
    res += &format!("{:>6} {:8.1}s\n", "total", total.as_secs_f64());
    for (seconds, program) in slow.worst() {
        res += &format!("{:>6} {seconds:8.2}s  {program}\n", "slow");
    }
    res
}

/// The time of each test program, read off what `cargo test` prints.
#[derive(Debug, Default)]
pub(crate) struct SlowTests {
    program: String,
    seen: Vec<(f64, String)>,
}

impl SlowTests {
    /// Reads one line of `cargo test`.
    pub(crate) fn see(&mut self, line: &str) {
        if let Some(program) = started(line) {
            self.program = program;
        }
        if let Some(seconds) = finished(line) {
            self.seen.push((seconds, self.program.clone()));
        }
    }

    /// The five slowest programs, the slowest first.
    pub(crate) fn worst(&self) -> Vec<(f64, String)> {
        let mut res = self.seen.clone();
        res.sort_by(|a, b| b.0.total_cmp(&a.0));
        res.truncate(5);
        res
    }
}

/// The program in ``Running unittests src/lib.rs (target/debug/deps/procs-0123abc)``.
fn started(line: &str) -> Option<String> {
    if let Some((_, name)) = line.split_once("Doc-tests") {
        return Some(format!("examples of {}", name.rsplit(' ').next()?));
    }
    let (_, rest) = line.split_once("Running")?;
    let (what, path) = rest.rsplit_once(" (")?;
    let file = path.trim_end_matches(')').rsplit(['/', '\\']).next()?;
    let (name, _hash) = file.rsplit_once('-')?;
    Some(format!("{name} ({})", what.rsplit(' ').next()?))
}

/// The seconds in `test result: ok. 3 passed; …; finished in 0.12s`.
fn finished(line: &str) -> Option<f64> {
    let (_, time) = line.split_once("finished in ")?;
    time.trim().trim_end_matches('s').parse().ok()
}
