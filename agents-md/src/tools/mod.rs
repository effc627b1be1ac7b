//! What a tools line means: names, lists, and what is left of them for a helper.

mod limit;
mod list;
mod names;

pub use limit::{HELPER_TOOLS, ToolLimit, helper_tools};
pub use list::ToolEntry;
pub use names::Tool;

pub(crate) use list::read_entry;
pub(crate) use names::Known;
