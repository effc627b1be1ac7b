//! What can be said to the harness.

use std::ffi::OsString;
use std::path::PathBuf;

use hooks_core::DialectId;
use lexopt::{Arg, Parser, ValueExt};

use crate::suite::Trial;

/// The options.
#[derive(Debug)]
pub(super) struct Options {
    /// Parts of names; one of them must occur.
    pub(super) filters: Vec<String>,
    pub(super) dialect: Option<DialectId>,
    pub(super) requirement: Option<String>,
    pub(super) via: String,
    pub(super) task: Task,
    /// Whether a blessing without a filter is meant.
    pub(super) all: bool,
    pub(super) format: Format,
    pub(super) cases: Option<PathBuf>,
}

/// What is to be done with the cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    Run,
    List,
    Bless,
    Mutants,
}

/// For whom it is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Human,
    Json,
}

/// Reads the words.
pub(super) fn read(args: Vec<OsString>) -> Result<Options, String> {
    let mut options = Options {
        filters: Vec::new(),
        dialect: None,
        requirement: None,
        via: "lib".to_owned(),
        task: Task::Run,
        all: false,
        format: Format::Human,
        cases: None,
    };
    let mut parser = Parser::from_args(args);
    while let Some(arg) = parser.next().map_err(|it| it.to_string())? {
        match arg {
            Arg::Value(word) => options.filters.push(word.to_string_lossy().into_owned()),
            Arg::Long(name) => {
                let name = name.to_owned();
                options.long(&name, &mut parser)?;
            }
            Arg::Short(letter) => return Err(format!("no option is called `-{letter}`")),
        }
    }
    Ok(options)
}

impl Options {
    fn long(&mut self, name: &str, parser: &mut Parser) -> Result<(), String> {
        let mut text = || {
            parser
                .value()
                .and_then(|it| it.string())
                .map_err(|it| it.to_string())
        };
        match name {
            "dialect" => self.dialect = Some(dialect(&text()?)?),
            "req" => self.requirement = Some(text()?),
            "via" => self.via = text()?,
            "cases" => self.cases = Some(PathBuf::from(text()?)),
            "list" => self.task = Task::List,
            "bless" => self.task = Task::Bless,
            "mutants" => self.task = Task::Mutants,
            "all" => self.all = true,
            "json" => self.format = Format::Json,
            other => return Err(format!("no option is called `--{other}`")),
        }
        Ok(())
    }

    /// Whether a trial is among those that are meant.
    pub(super) fn chooses(&self, trial: &Trial) -> bool {
        let name = trial.name();
        let by_name =
            self.filters.is_empty() || self.filters.iter().any(|it| name.contains(it.as_str()));
        let by_dialect = self.dialect.is_none_or(|it| trial.is_in(it));
        let by_id = self
            .requirement
            .as_ref()
            .is_none_or(|it| trial.requirements().contains(it));
        by_name && by_dialect && by_id
    }

    /// Whether only some cases are meant.
    pub(super) fn has_filter(&self) -> bool {
        !self.filters.is_empty() || self.dialect.is_some() || self.requirement.is_some()
    }
}

fn dialect(word: &str) -> Result<DialectId, String> {
    let known = || DialectId::ALL.map(DialectId::as_str).join(", ");
    DialectId::from_word(word)
        .ok_or_else(|| format!("`--dialect` must be one of {}, found `{word}`", known()))
}
