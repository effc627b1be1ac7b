//! Which program runs a command line.

use std::ffi::{OsStr, OsString};

use hooks_core::{CommandLine, Shell};

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    pub(crate) program: OsString,
    pub(crate) args: Vec<OsString>,
}

/// The program for a command line. The shell is neither a login shell nor interactive: start-up files
/// would print in front of the answer.
pub(crate) fn program(command: &CommandLine, env: &[(OsString, OsString)]) -> Program {
    match command {
        CommandLine::Shell { line, shell } => shell_program(*shell, line),
        CommandLine::Exec { program, args } => Program {
            program: filled(program, env),
            args: args.iter().map(|it| filled(it, env)).collect(),
        },
    }
}

#[cfg(not(windows))]
fn shell_program(shell: Shell, line: &str) -> Program {
    let (program, flags): (&str, &[&str]) = match shell {
        Shell::Standard => ("/bin/sh", &["-c"]),
        Shell::Bash => ("bash", &["-c"]),
        Shell::PowerShell => ("pwsh", &["-NoProfile", "-NonInteractive", "-Command"]),
    };
    with_line(program, flags, line)
}

#[cfg(windows)]
fn shell_program(shell: Shell, line: &str) -> Program {
    let (program, flags): (&str, &[&str]) = match shell {
        // `/d` leaves AutoRun commands out.
        Shell::Standard => ("cmd.exe", &["/d", "/s", "/c"]),
        Shell::Bash => ("bash", &["-c"]),
        Shell::PowerShell => ("powershell", &["-NoProfile", "-NonInteractive", "-Command"]),
    };
    with_line(program, flags, line)
}

fn with_line(program: &str, flags: &[&str], line: &str) -> Program {
    let args = flags
        .iter()
        .copied()
        .chain([line])
        .map(OsString::from)
        .collect();
    Program {
        program: program.into(),
        args,
    }
}

/// The placeholders of the exec form, which no shell would fill.
const PLACEHOLDERS: [&str; 3] = [
    "CLAUDE_PROJECT_DIR",
    "CLAUDE_PLUGIN_ROOT",
    "CLAUDE_PLUGIN_DATA",
];

/// Fills `${NAME}` with the hook's own variable, once; anything else stays as it is.
fn filled(word: &str, env: &[(OsString, OsString)]) -> OsString {
    let mut res = OsString::new();
    let mut rest = word;
    while let Some((before, name, after)) = next_placeholder(rest) {
        res.push(before);
        match env.iter().find(|(it, _)| it == OsStr::new(name)) {
            Some((_, value)) => res.push(value),
            None => res.push(format!("${{{name}}}")),
        }
        rest = after;
    }
    res.push(rest);
    res
}

fn next_placeholder(text: &str) -> Option<(&str, &'static str, &str)> {
    let found = PLACEHOLDERS.iter().filter_map(|name| {
        let mark = format!("${{{name}}}");
        text.find(&mark).map(|at| (at, *name, at + mark.len()))
    });
    let (at, name, end) = found.min_by_key(|(at, ..)| *at)?;
    Some((&text[..at], name, &text[end..]))
}
