//! `tackle hooks list`: every hook that applies here, where it comes from, and what does not run
//! [N-HOOK-02, NI-03, V-18..V-23].

use clap::Args;
use hooks_core::{Asking, DialectId, Layer};
use serde_json::Value;
use stdx::{Loaded, Problem};

use super::layers::{Scope, load_layers};
use super::run::options::dialect;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;
use crate::wire::last_texts::Use;

mod human;
pub(crate) mod report;

/// Which hooks are listed.
#[derive(Debug, Args)]
pub(crate) struct ListOptions {
    /// Only this dialect's.
    #[arg(long, value_name = "DIALECT", value_parser = dialect)]
    pub(crate) dialect: Option<DialectId>,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &ListOptions) -> Result<u8, CommandError> {
    let scope = Scope {
        dialect: options.dialect,
        files: None,
        asking: Asking::Needed,
        last: Use::Recall,
    };
    let loaded = load_layers(context, &scope);
    let problems = all_problems(&loaded);
    match context.format {
        Format::Json => {
            let value: Value = report::json(&loaded.value, &problems);
            render::json_line(&mut context.world.stdout, &value)?;
        }
        Format::Human => human::print(context, &loaded.value, &problems)?,
    }
    Ok(exit::DONE)
}

/// The problems of the loading and those of each file.
pub(crate) fn all_problems(loaded: &Loaded<Vec<Layer>>) -> Vec<Problem> {
    let own = loaded.value.iter().flat_map(|it| &it.problems);
    loaded.problems.iter().chain(own).cloned().collect()
}
