//! From the arguments to an exit code.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use permissions::ManagedPlaces;
use stdx::{Cancel, SystemClock, SystemTimer};

use crate::args::{Cli, Command, Globals, hot};
use crate::commands::{
    agents, check, completions, dashboard, demo, hooks, missions, plugins, run, sessions, skills,
    why,
};
use crate::context::Context;
use crate::error::{CommandError, ErrorKind};
use crate::exit;
use crate::wire::missions::tools::CONFINED;
use crate::wire::{confined, signals};
use crate::world::{Backends, Presence, Terminal, World};

/// Runs the program on the real world.
#[must_use]
pub fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    ExitCode::from(run(&args, real_world()))
}

/// Runs one command. `args` are without the program's name.
pub fn run(args: &[OsString], mut world: World) -> u8 {
    if args.first().is_some_and(|it| it == CONFINED) {
        return confined::run(&args[1..], &mut *world.stderr);
    }
    match hot::hooks_run(args) {
        Some((globals, options)) => in_context(world, &globals, |context| {
            hooks::run::run(context, &options)
        }),
        None => whole_tree(args, world),
    }
}

/// Reads the arguments with clap.
fn whole_tree(args: &[OsString], mut world: World) -> u8 {
    let words = std::iter::once(OsString::from("tackle")).chain(args.iter().cloned());
    match Cli::try_parse_from(words) {
        Ok(cli) => command(cli, world),
        Err(error) => {
            let code = if error.use_stderr() {
                exit::USAGE
            } else {
                exit::DONE
            };
            let out = if error.use_stderr() {
                &mut world.stderr
            } else {
                &mut world.stdout
            };
            // Nobody is left to hear that the last words did not arrive.
            let text = error.render().to_string();
            let _ = write!(out, "{}", stdx::text::printable(&text));
            code
        }
    }
}

fn command(cli: Cli, world: World) -> u8 {
    let Cli { globals, command } = cli;
    in_context(world, &globals, |context| match command {
        Command::Hooks(command) => hooks::dispatch(context, command),
        Command::Skills(command) => skills::dispatch(context, command),
        Command::Agents(command) => agents::dispatch(context, command),
        Command::Check(options) => check::run(context, &options),
        Command::Plugins(command) => plugins::dispatch(context, command),
        Command::Run(options) => run::run(context, &options),
        Command::Missions(command) => missions::dispatch(context, command),
        Command::Sessions(command) => sessions::dispatch(context, command),
        Command::Why(options) => why::run(context, &options),
        Command::Dashboard => dashboard::run(context),
        Command::Demo(options) => demo::run(context, &options),
        Command::Completions { shell } => completions::run(context, shell),
    })
}

/// Runs a command in its context and says what went wrong.
fn in_context(
    world: World,
    globals: &Globals,
    command: impl FnOnce(&mut Context) -> Result<u8, CommandError>,
) -> u8 {
    let mut context = match Context::new(world, globals) {
        Ok(context) => context,
        Err(refused) => {
            let (mut world, error) = *refused;
            return report(&mut world.stderr, &error);
        }
    };
    let res = command(&mut context).and_then(|code| {
        context.world.stdout.flush()?;
        Ok(code)
    });
    res.unwrap_or_else(|error| report(&mut context.world.stderr, &error))
}

fn report(stderr: &mut dyn Write, error: &CommandError) -> u8 {
    if error.kind != ErrorKind::BrokenPipe {
        let hints: String = error
            .hints
            .iter()
            .map(|it| format!("hint: {it}\n"))
            .collect();
        let text = format!("error: {error}\n{hints}");
        // Nobody is left to hear that the last words did not arrive.
        let _ = stderr.write_all(stdx::text::printable(&text).as_bytes());
    }
    error.exit_code()
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place where the environment is read"
)]
fn real_world() -> World {
    let env: BTreeMap<_, _> = std::env::vars_os().collect();
    let columns = env.get(OsStr::new("COLUMNS")).and_then(|it| it.to_str());
    let width = columns.and_then(|it| it.parse().ok());
    World {
        env,
        cwd: std::env::current_dir().unwrap_or_default(),
        stdin: Box::new(std::io::stdin()),
        stdout: Box::new(std::io::BufWriter::new(std::io::stdout())),
        stderr: Box::new(std::io::stderr()),
        terminal: Terminal {
            stdin: std::io::stdin().is_terminal(),
            stdout: std::io::stdout().is_terminal(),
            stderr: std::io::stderr().is_terminal(),
            width,
        },
        clock: Arc::new(SystemClock),
        timer: Arc::new(SystemTimer),
        managed: ManagedPlaces::system(),
        dialects: hooks_core::Dialects::default(),
        backends: Backends::Real,
        cancel: Cancel::new(),
        on_start: Some(signals::tie),
        program: std::env::current_exe().ok(),
        presence: Presence::LookUp,
    }
}
