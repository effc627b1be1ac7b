//! The page of commands, from clap's tree.

use clap::builder::{PossibleValue, StyledStr};
use clap::{Arg, Command, CommandFactory};

use super::page::{Page, code, sentence};
use crate::args::Cli;
use crate::schemas::schemas;

/// Every command with its arguments and options.
pub(super) fn page() -> String {
    let mut command = Cli::command();
    command.build();
    let mut page = Page::new("Commands");
    page.say(&help(command.get_about()));
    page.heading("Options of every command");
    page.list(arguments(&command).into_iter().map(argument));
    let schemas: Vec<_> = schemas().into_iter().map(|it| it.0).collect();
    for subcommand in command.get_subcommands_mut() {
        add(&mut page, subcommand, &schemas);
    }
    page.finish()
}

fn add(page: &mut Page, command: &mut Command, schemas: &[&str]) {
    if command.has_subcommands() {
        for subcommand in command.get_subcommands_mut() {
            add(page, subcommand, schemas);
        }
        return;
    }
    let words = command.get_bin_name().unwrap_or_default().to_owned();
    page.heading(&code(&words));
    page.say(&help(command.get_about()));
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    page.say(&format!("```text\n{usage}\n```"));
    let own = arguments(command)
        .into_iter()
        .filter(|it| !it.is_global_set());
    page.list(own.map(argument));
    let name = words.split(' ').skip(1).collect::<Vec<_>>().join("-");
    if schemas.contains(&name.as_str()) {
        let file = format!("schemas/{name}.json");
        page.say(&format!(
            "With `--json` it prints one object: [{file}](../../{file})."
        ));
    }
}

/// The arguments but for those that clap adds itself.
fn arguments(command: &Command) -> Vec<&Arg> {
    let is_ours = |it: &&Arg| !["help", "version"].contains(&it.get_id().as_str());
    command.get_arguments().filter(is_ours).collect()
}

/// One item: the argument, then the words that it takes and its default.
fn argument(argument: &Arg) -> String {
    let head = format!("{}: {}", signature(argument), help(argument.get_help()));
    let default = argument.get_default_values().first();
    let default = default
        .and_then(|it| it.to_str())
        .filter(|_| argument.get_action().takes_values());
    let words = match argument.get_action().takes_values() {
        true => argument.get_possible_values(),
        false => Vec::new(),
    };
    let lines: Vec<_> = match words.iter().all(|it| it.get_help().is_none()) {
        true => one_of(&words)
            .into_iter()
            .chain(default.map(|it| format!("The default is `{it}`.")))
            .collect(),
        false => words.iter().map(|it| word(it, default)).collect(),
    };
    lines
        .into_iter()
        .fold(head, |res, line| format!("{res}\n  {line}"))
}

fn one_of(words: &[PossibleValue]) -> Option<String> {
    let words: Vec<_> = words.iter().map(|it| code(it.get_name())).collect();
    (!words.is_empty()).then(|| format!("It is one of {}.", words.join(", ")))
}

fn word(word: &PossibleValue, default: Option<&str>) -> String {
    let name = word.get_name();
    let mark = if default == Some(name) {
        " (the default)"
    } else {
        ""
    };
    format!("- `{name}`{mark}: {}", help(word.get_help()))
}

fn help(text: Option<&StyledStr>) -> String {
    sentence(&text.map(ToString::to_string).unwrap_or_default())
}

/// How an argument is typed: `-v`, `--verbose`, `--dialect <DIALECT>`, `<EVENT>`.
fn signature(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    let value = names
        .iter()
        .map(|it| format!("<{it}>"))
        .collect::<Vec<_>>()
        .join(" ");
    if argument.is_positional() {
        return code(&value);
    }
    let value = match argument.get_action().takes_values() {
        true => format!(" {value}"),
        false => String::new(),
    };
    let short = argument.get_short().map(|it| format!("-{it}"));
    let long = argument.get_long().map(|it| format!("--{it}{value}"));
    short
        .into_iter()
        .chain(long)
        .map(|it| code(&it))
        .collect::<Vec<_>>()
        .join(", ")
}
