//! Reads `tackle … hooks run …` without clap.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::{Arg, Parser, ValueExt};

use super::{Color, Globals};
use crate::commands::hooks::run::options::{Approval, Mode, RunOptions, dialect};

/// The options of `hooks run`, or `None` when this is another command or anything is odd: then clap
/// reads the line and says what is wrong. It may give up on a line that clap understands, and must
/// never understand one in another way.
pub(crate) fn hooks_run(args: &[OsString]) -> Option<(Globals, RunOptions)> {
    if args.iter().any(|it| it == "--") {
        return None;
    }
    let mut line = Line::default();
    let mut parser = Parser::from_args(args.iter().cloned());
    while let Some(arg) = parser.next().ok()? {
        match arg {
            Arg::Value(word) => line.word(word.into_string().ok()?)?,
            Arg::Long(name) => {
                let name = name.to_owned();
                line.long(&name, &mut parser)?;
            }
            Arg::Short('v') => line.long("verbose", &mut parser)?,
            Arg::Short('q') => line.long("quiet", &mut parser)?,
            Arg::Short(_) => return None,
        }
    }
    line.finish()
}

/// What was read so far.
#[derive(Default)]
struct Line {
    globals: Globals,
    options: RunOptions,
    mode: Option<Mode>,
    color: Option<Color>,
    n_words: usize,
}

/// The words before the options of the command alone: `hooks`, `run`.
const COMMAND_WORDS: usize = 2;

impl Line {
    fn word(&mut self, word: String) -> Option<()> {
        let fits = match self.n_words {
            0 => word == "hooks",
            1 => word == "run",
            2 => {
                self.options.event = word;
                true
            }
            _ => false,
        };
        self.n_words += 1;
        fits.then_some(())
    }

    fn long(&mut self, name: &str, parser: &mut Parser) -> Option<()> {
        match self.flag(name) {
            Some(flag) if !*flag => *flag = true,
            Some(_) => return None,
            None => self.valued(name, parser)?,
        }
        Some(())
    }

    fn flag(&mut self, name: &str) -> Option<&mut bool> {
        match name {
            "json" => Some(&mut self.globals.json),
            "verbose" => Some(&mut self.globals.verbose),
            "quiet" => Some(&mut self.globals.quiet),
            _ if self.n_words < COMMAND_WORDS => None,
            "trust-all" => Some(&mut self.options.trust_all),
            "dry-run" => Some(&mut self.options.dry_run),
            "exit-code" => Some(&mut self.options.exit_code),
            _ => None,
        }
    }

    fn valued(&mut self, name: &str, parser: &mut Parser) -> Option<()> {
        let options = &mut self.options;
        let slot = match name {
            "home" => return once(&mut self.globals.home, path(parser)?),
            "project" => return once(&mut self.globals.project, path(parser)?),
            "color" => return once(&mut self.color, color(&text(parser)?)?),
            _ if self.n_words < COMMAND_WORDS => return None,
            "tool" => &mut options.tool,
            "tool-input" => &mut options.tool_input,
            "tool-output" => &mut options.tool_output,
            "prompt" => &mut options.prompt,
            "payload" => &mut options.payload,
            _ => return self.typed(name, parser),
        };
        once(slot, text(parser)?)
    }

    fn typed(&mut self, name: &str, parser: &mut Parser) -> Option<()> {
        match name {
            "config" => self.options.config.push(text(parser)?),
            "field" => self.options.field.push(text(parser)?),
            "dialect" => return once(&mut self.options.dialect, dialect(&text(parser)?).ok()?),
            "approval" => {
                return once(
                    &mut self.options.approval,
                    Approval::from_word(&text(parser)?)?,
                );
            }
            "mode" => return once(&mut self.mode, Mode::from_word(&text(parser)?)?),
            _ => return None,
        }
        Some(())
    }

    fn finish(mut self) -> Option<(Globals, RunOptions)> {
        let both = self.globals.verbose && self.globals.quiet;
        self.options.mode = self.mode.unwrap_or_default();
        self.globals.color = self.color.unwrap_or_default();
        let is_whole = self.n_words == COMMAND_WORDS + 1;
        (is_whole && !both).then_some((self.globals, self.options))
    }
}

/// Fills a slot that may be given once.
fn once<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    slot.replace(value).is_none().then_some(())
}

fn text(parser: &mut Parser) -> Option<String> {
    value(parser)?.string().ok()
}

fn path(parser: &mut Parser) -> Option<PathBuf> {
    value(parser).filter(|it| !it.is_empty()).map(PathBuf::from)
}

/// The value of an option. One that looks like an option must be tied to it by `=`.
fn value(parser: &mut Parser) -> Option<OsString> {
    if let Some(tied) = parser.optional_value() {
        return Some(tied);
    }
    let loose = parser.value().ok()?;
    let looks_like_option = loose != "-" && loose.as_encoded_bytes().starts_with(b"-");
    (!looks_like_option).then_some(loose)
}

fn color(word: &str) -> Option<Color> {
    match word {
        "auto" => Some(Color::Auto),
        "always" => Some(Color::Always),
        "never" => Some(Color::Never),
        _ => None,
    }
}
