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

/// The beginning of a placeholder for what the person set for a plugin.
const OPTION: &str = "${user_config.";

/// Fills `${NAME}` with the hook's own variable, once; anything else stays as it is.
fn filled(word: &str, env: &[(OsString, OsString)]) -> OsString {
    let mut res = OsString::new();
    let mut rest = word;
    while let Some((before, name, after)) = next_placeholder(rest) {
        res.push(before);
        match env.iter().find(|(it, _)| it == OsStr::new(&variable(name))) {
            Some((_, value)) => res.push(value),
            None => res.push(format!("${{{name}}}")),
        }
        rest = after;
    }
    res.push(rest);
    res
}

/// The variable that holds the value of a placeholder.
fn variable(name: &str) -> String {
    match name.strip_prefix("user_config.") {
        Some(key) => format!("CLAUDE_PLUGIN_OPTION_{}", key.to_ascii_uppercase()),
        None => name.to_owned(),
    }
}

fn next_placeholder(text: &str) -> Option<(&str, &str, &str)> {
    let marks = PLACEHOLDERS.iter().map(|name| format!("${{{name}}}"));
    let known = marks.filter_map(|mark| Some((text.find(&mark)?, mark.len())));
    let option = text.find(OPTION).and_then(|at| {
        let length = text[at..].find('}')? + 1;
        Some((at, length))
    });
    let (at, length) = known.chain(option).min()?;
    let name = &text[at + 2..at + length - 1];
    Some((&text[..at], name, &text[at + length..]))
}
