//! What a mission looks like while it works.

use std::sync::Arc;

use missions::View;

use crate::context::{Context, Format};
use crate::wire::missions::person::Output;

mod json;
mod plain;

/// The view for this context: JSON lines, or lines for people.
pub(super) fn view(context: &Context, stdout: &Output, stderr: &Output) -> Arc<dyn View> {
    match context.format {
        Format::Json => Arc::new(json::JsonView::new(Arc::clone(stdout))),
        Format::Human => Arc::new(plain::PlainView::new(context, stdout, stderr)),
    }
}
