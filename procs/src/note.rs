//! What a shell meant by 126 and 127.

use std::ffi::OsStr;
use std::path::Path;

use crate::script::what_is_wrong;
use crate::{Ended, Finished, Spec, StartError, lookup};

/// The likely cause when a program, most often a shell, ended with 126 or 127: a command that it
/// was told to run is missing or cannot run [hr-06]. Names the file, which a shell often does not,
/// and tells Windows line ends from a missing interpreter, which it never does.
///
/// A guess, made after the fact by looking at the files which the command line and the standard
/// error name; `None` when all of them look well.
pub fn shell_note(spec: &Spec, finished: &Finished) -> Option<StartError> {
    if !matches!(finished.ended, Ended::Exit(126 | 127)) {
        return None;
    }
    let stderr = finished.stderr.text();
    let command: Vec<String> = [&spec.program]
        .into_iter()
        .chain(&spec.args)
        .flat_map(|it| words(&it.to_string_lossy()))
        .collect();
    let wrong = |it: &String| wrong_file(it, spec);
    // From the surest to the least: what both name; a script of the command that is broken; what
    // the shell alone names, perhaps with a variable filled in; a file of the command.
    let both = command
        .iter()
        .filter(|it| stderr.contains(&***it))
        .find_map(wrong);
    both.or_else(|| command.iter().filter_map(wrong).find(is_broken))
        .or_else(|| {
            complaints(&stderr)
                .iter()
                .find_map(|it| wrong_command(it, spec))
        })
        .or_else(|| command.iter().filter_map(wrong).find(is_missing))
}

/// Whether the file is there and yet cannot run, which no argument that merely names a file is.
fn is_broken(error: &StartError) -> bool {
    matches!(error, StartError::BadInterpreter { .. })
}

fn is_missing(error: &StartError) -> bool {
    matches!(error, StartError::NotFound { .. })
}

fn wrong_file(word: &String, spec: &Spec) -> Option<StartError> {
    let path = Path::new(word);
    word.contains('/').then(|| what_is_wrong(path, &spec.cwd))?
}

fn wrong_command(word: &String, spec: &Spec) -> Option<StartError> {
    if word.contains('/') {
        return wrong_file(word, spec);
    }
    let found = lookup::find(OsStr::new(word), spec.variable("PATH"), &spec.cwd);
    found.err()
}

/// The words of a command line, without quotes and operators. Nothing is expanded.
pub(crate) fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for char in command.chars() {
        match quote {
            Some(open) if open == char => quote = None,
            None if matches!(char, '"' | '\'') => quote = Some(char),
            None if char.is_whitespace() || ";&|()<>`".contains(char) => words.push(String::new()),
            _ => words.last_mut().expect("there is a first").push(char),
        }
    }
    words.retain(|it| !it.is_empty());
    words
}

/// What the lines of a shell (`sh: 1: jq: not found`) may be about: each part between colons that
/// could be a command, which numbers, phrases and the place in a script are not.
pub(crate) fn complaints(stderr: &str) -> Vec<String> {
    const PHRASES: [&str; 5] = [
        "not found",
        "No such file",
        "no such file",
        "ermission denied",
        "annot execute",
    ];
    let lines = stderr
        .lines()
        .filter(|line| PHRASES.iter().any(|it| line.contains(it)));
    let parts = lines.flat_map(|line| line.split(": "));
    let bare = parts.map(|it| it.trim().trim_matches(['\'', '`', '"', '‘', '’']));
    let could_be_command = |it: &&str| {
        let is_place = it
            .rsplit(':')
            .next()
            .is_some_and(|it| it.parse::<u32>().is_ok());
        let is_phrase = it.contains(' ') && !it.contains('/');
        !it.is_empty() && !is_place && !is_phrase
    };
    bare.filter(could_be_command).map(str::to_owned).collect()
}
