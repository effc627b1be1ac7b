//! `tackle plugins list`.

use super::human;
use super::report::Reporter;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render;

/// Runs the command.
pub(super) fn run(context: &mut Context) -> Result<u8, CommandError> {
    let report = Reporter::new(context).report();
    match context.format {
        Format::Json => render::json_line(&mut context.world.stdout, &report)?,
        Format::Human => human::list(context, &report)?,
    }
    Ok(exit::DONE)
}
