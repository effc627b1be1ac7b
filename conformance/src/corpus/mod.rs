//! Holds a tree of public files against a list of what is known of them.
//!
//! Every file of a known kind is read by the very crates that read it for a person. It must load, or
//! be refused for a stated reason; nothing may panic, hang or lose a body; and what is listed of a
//! file must be what was read.

mod compare;
mod facts;
mod hooks;
mod load;
mod print;
mod tree;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use lexopt::{Arg, Parser};
use stdx::{Clock, SystemClock};

use crate::error::CaseError;
use crate::pool;

use compare::{Disagreement, disagreements};
use facts::Fact;
use load::{Reading, load};
use print::Report;
use tree::Item;

/// The longest that one file may take. It is a bound for hangs and says nothing about speed.
const MOST_TIME: Duration = Duration::from_secs(10);

/// Reads the tree that the words name: `DIR [--facts FILE] [--json]`.
///
/// The exit code is 0 if all agrees, 1 if something does not, 2 for wrong usage, 3 if the list or
/// the tree cannot be read.
pub fn corpus(args: Vec<OsString>, out: &mut dyn Write) -> u8 {
    let options = match options(args) {
        Ok(options) => options,
        Err(message) => return say(out, &message, 2),
    };
    match run(&options) {
        Ok(report) => {
            // Nobody is left to hear that nobody listens.
            let _ = report.print(options.format, out);
            u8::from(!report.is_well())
        }
        Err(error) => say(out, &error.chain(), 3),
    }
}

fn say(out: &mut dyn Write, message: &str, code: u8) -> u8 {
    // Nobody is left to hear that nobody listens.
    let _ = writeln!(out, "error: {message}");
    code
}

/// What is to be read, and how it is told.
struct Options {
    dir: PathBuf,
    facts: PathBuf,
    format: Format,
}

/// For whom it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Human,
    Json,
}

fn options(args: Vec<OsString>) -> Result<Options, String> {
    let mut parser = Parser::from_args(args);
    let (mut dir, mut facts, mut format) = (None, None, Format::Human);
    while let Some(arg) = parser.next().map_err(|it| it.to_string())? {
        match arg {
            Arg::Value(word) if dir.is_none() => dir = Some(PathBuf::from(word)),
            Arg::Long("facts") => {
                let file = parser.value().map_err(|it| it.to_string())?;
                facts = Some(PathBuf::from(file));
            }
            Arg::Long("json") => format = Format::Json,
            other => return Err(other.unexpected().to_string()),
        }
    }
    let dir = dir.ok_or("`corpus` needs the folder of the tree")?;
    Ok(Options {
        facts: facts.unwrap_or_else(|| dir.join("facts.tsv")),
        dir,
        format,
    })
}

/// What became of one file.
struct Read {
    item: Item,
    end: End,
    took: Duration,
    disagreements: Vec<Disagreement>,
}

/// How the reading of a file ended.
enum End {
    Read(Box<Reading>),
    Panicked,
    Hung,
    /// The file itself could not be had.
    Unreadable(String),
}

fn run(options: &Options) -> Result<Report, CaseError> {
    let facts = facts::read(&options.facts)?;
    let tree = tree::find(&options.dir, &facts)?;
    let read = pool::map(&tree.items, |it| read_item(it, &facts));
    Ok(Report {
        read,
        n_listed: facts.len(),
        missing: tree.missing,
    })
}

fn read_item(item: &Item, facts: &[Fact]) -> Read {
    let clock = SystemClock;
    let start = clock.monotonic();
    let end = end_of(&item.file, item.kind);
    let took = clock.monotonic().saturating_sub(start);
    let fact = item.fact.map(|it| &facts[it]);
    Read {
        disagreements: disagreements(item, &end, fact),
        item: item.clone(),
        end,
        took,
    }
}

/// Reads a file in a thread of its own, which may panic or never come back.
fn end_of(file: &Path, kind: tree::Kind) -> End {
    let bytes = match stdx::fs::read(file, stdx::fs::Limit::mebibytes(16)) {
        Ok(bytes) => bytes,
        Err(error) => return End::Unreadable(error.to_string()),
    };
    let (sender, receiver) = channel();
    let file = file.to_owned();
    thread::spawn(move || {
        // Nobody waits any longer for one that comes late.
        drop(sender.send(load(&file, kind, &bytes)));
    });
    match receiver.recv_timeout(MOST_TIME) {
        Ok(reading) => End::Read(Box::new(reading)),
        Err(RecvTimeoutError::Timeout) => End::Hung,
        Err(RecvTimeoutError::Disconnected) => End::Panicked,
    }
}
