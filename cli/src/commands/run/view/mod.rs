//! What a mission looks like while it works.

use std::sync::Arc;

use missions::View;

use crate::context::{Context, Format, Loudness};
use crate::wire::missions::person::Output;

mod json;
mod plain;
mod status;
#[cfg(test)]
mod tests;

pub(super) use status::{StatusLine, asking};

/// The view for this context: JSON lines, or lines for people, below which a terminal shows what goes
/// on.
pub(super) fn view(
    context: &Context,
    stdout: &Output,
    stderr: &Output,
) -> (Arc<dyn View>, Option<Arc<StatusLine>>) {
    if context.format == Format::Json {
        return (Arc::new(json::JsonView::new(Arc::clone(stdout))), None);
    }
    let live = is_live(context).then(|| StatusLine::new(context, stderr));
    let view = plain::PlainView::new(context, stdout, live.clone());
    (Arc::new(view), live)
}

/// Whether a line can move: a person watches, on a terminal that can erase one.
fn is_live(context: &Context) -> bool {
    let world = &context.world;
    let watches = world.terminal.stderr && world.terminal.stdout;
    let erases = cfg!(windows) || world.variable("TERM").is_some_and(|it| it != "dumb");
    watches && erases && context.loudness > Loudness::Quiet
}
