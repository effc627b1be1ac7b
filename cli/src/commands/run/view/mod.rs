//! What a mission looks like while it works.

use std::sync::Arc;

use missions::View;

use crate::context::{Context, Format, Loudness};
use crate::wire::missions::person::Output;

mod json;
mod plain;
mod status;

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
    let terminal = context.world.terminal;
    let is_live = terminal.stderr && terminal.stdout && context.loudness > Loudness::Quiet;
    let live = is_live.then(|| StatusLine::new(context, stderr));
    let view = plain::PlainView::new(context, stdout, live.clone());
    (Arc::new(view), live)
}
