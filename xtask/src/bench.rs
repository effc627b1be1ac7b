//! Runs the benches and says whether they keep what is promised.
//!
//! A bench is a program of the crate it measures. It prints one JSON object a line,
//! `{"name","ratio","goal","ok"}`, and everything else it has to say on standard error. Ratios come
//! from interleaved runs on one machine, so they mean the same on a fast one and on a slow one.

use std::path::Path;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::project;
use crate::relay::{self, Streams};

/// A bench program, and what it promises.
struct Suite {
    package: &'static str,
    bench: &'static str,
    promise: &'static str,
}

const SUITES: &[Suite] = &[
    Suite {
        package: "hooks-cmd",
        bench: "command",
        promise: "a command costs at most 1.15 times the barest spawn, from a big host too",
    },
    Suite {
        package: "hooks-core",
        bench: "dispatch",
        promise: "a hundred hooks of which none matches cost at most 10 µs",
    },
    Suite {
        package: "cli",
        bench: "startup",
        promise: "`tackle hooks run` starts and ends in twice the time of a hello",
    },
    Suite {
        package: "cli",
        bench: "missions",
        promise: "a step costs at most 2 ms, a history of 20 MB at most 60 MB, a cancel at most 1 s",
    },
    Suite {
        package: "skills",
        bench: "load",
        promise: "5,000 skills cost at most three times walking and reading them, and 60 MB",
    },
    Suite {
        package: "watch",
        bench: "latency",
        promise: "one change among 5,000 files is told within 200 ms",
    },
];

/// One line a bench printed.
#[derive(Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) ratio: f64,
    pub(crate) goal: f64,
    pub(crate) is_kept: bool,
}

/// What the words after `bench` ask for.
#[derive(Debug, Default)]
struct Wish {
    /// Flags that go to each program.
    passed: Vec<&'static str>,
    output: Output,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Output {
    #[default]
    Table,
    Json,
}

/// Runs every suite, then fails when a goal was missed.
pub(crate) fn run(words: &[&str]) -> Result<(), Failure> {
    let wish = wish(words)?;
    let programs = project::build(&["--release", "--package=cli", "--bin=tackle"])?;
    let tackle = programs
        .get("tackle")
        .ok_or_else(|| Failure::new("cargo built no `tackle`"))?;
    let mut lines = Vec::new();
    for suite in SUITES {
        lines.extend(measure(suite, &wish, tackle)?);
    }
    match wish.output {
        Output::Table => print!("{}", table(&lines)),
        Output::Json => println!("{}", report(&lines)),
    }
    let missed: Vec<&str> = lines
        .iter()
        .filter(|line| !line.is_kept)
        .map(|line| line.name.as_str())
        .collect();
    match missed.is_empty() {
        true => Ok(()),
        false => Err(Failure::new(format!("goals missed: {}", missed.join(", ")))),
    }
}

fn wish(words: &[&str]) -> Result<Wish, Failure> {
    let mut res = Wish::default();
    for word in words {
        match *word {
            "--json" => res.output = Output::Json,
            "--long" => res.passed.push("--long"),
            other => return Err(Failure::usage(format!("`bench` takes no `{other}`"))),
        }
    }
    Ok(res)
}

fn measure(suite: &Suite, wish: &Wish, tackle: &Path) -> Result<Vec<Line>, Failure> {
    eprintln!("{}: {}", suite.bench, suite.promise);
    let mut command = project::cargo(&[
        "bench",
        "--quiet",
        "--package",
        suite.package,
        "--bench",
        suite.bench,
    ]);
    command
        .args(["--", "--json"])
        .args(&wish.passed)
        .env("TACKLE_BIN", tackle);
    let mut lines = Vec::new();
    let status = relay::run(command, Streams::Out, |line| match read(line) {
        Some(line) => lines.push(line),
        None => eprintln!("{line}"),
    })?;
    match (status.success(), lines.is_empty()) {
        (true, false) => Ok(lines),
        (true, true) => Err(Failure::new(format!(
            "bench `{}` measured nothing",
            suite.bench
        ))),
        // A bench that missed its goal may say so by its exit code too; its lines tell which.
        (false, _) if lines.iter().any(|line| !line.is_kept) => Ok(lines),
        (false, _) => Err(Failure::new(format!(
            "bench `{}` ended with {status}",
            suite.bench
        ))),
    }
}

/// Reads a line of a bench, unless it is talk.
pub(crate) fn read(line: &str) -> Option<Line> {
    let value: Value = serde_json::from_str(line).ok()?;
    Some(Line {
        name: value["name"].as_str()?.to_owned(),
        ratio: value["ratio"].as_f64()?,
        goal: value["goal"].as_f64()?,
        is_kept: value["ok"].as_bool()?,
    })
}

/// The lines for a person.
pub(crate) fn table(lines: &[Line]) -> String {
    let width = lines
        .iter()
        .map(|line| line.name.chars().count())
        .max()
        .unwrap_or(0);
    let row = |line: &Line| {
        let word = if line.is_kept { "ok" } else { "MISSED" };
        format!(
            "{:<width$}  {:>10.3}  goal {:>8.3}  {word}\n",
            line.name, line.ratio, line.goal
        )
    };
    lines.iter().map(row).collect()
}

/// The lines for a program.
pub(crate) fn report(lines: &[Line]) -> Value {
    let entry = |line: &Line| json!({ "name": line.name, "ratio": line.ratio, "goal": line.goal, "ok": line.is_kept });
    json!({ "benches": lines.iter().map(entry).collect::<Vec<Value>>() })
}
