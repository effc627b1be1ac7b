//! Which tools are left.

use std::collections::BTreeSet;

use crate::CustomAgent;

use super::{Tool, ToolEntry};

/// What a header says about tools.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ToolLimit {
    /// Nothing, or `*`: whatever the place allows.
    #[default]
    All,
    /// These alone. An empty list means none at all, never all.
    Only(Vec<ToolEntry>),
}

impl ToolLimit {
    /// Whether the header leaves this tool.
    pub fn allows(&self, tool: Tool) -> bool {
        match self {
            ToolLimit::All => true,
            ToolLimit::Only(entries) => entries.iter().any(|it| it.tools.contains(&tool)),
        }
    }

    /// The narrower of two limits: what both leave.
    pub(crate) fn and(self, other: ToolLimit) -> ToolLimit {
        match (self, other) {
            (ToolLimit::All, it) | (it, ToolLimit::All) => it,
            (ToolLimit::Only(left), ToolLimit::Only(right)) => {
                let kept = left.into_iter().filter_map(|it| common(it, &right));
                ToolLimit::Only(kept.collect())
            }
        }
    }
}

/// `entry` with the tools that `others` name too. One word may stand for several tools, so keeping
/// it whole would widen the narrower list.
fn common(mut entry: ToolEntry, others: &[ToolEntry]) -> Option<ToolEntry> {
    let is_same = others.iter().any(|it| it.name() == entry.name());
    let is_common = |tool: &Tool| others.iter().any(|it| it.tools.contains(tool));
    entry.tools.retain(is_common);
    (is_same || !entry.tools.is_empty()).then_some(entry)
}

/// What a helper may use at most: it reads files, finds files and searches code, and nothing else
/// [N-AGENT-09].
pub const HELPER_TOOLS: [Tool; 3] = [Tool::Read, Tool::Find, Tool::Search];

/// The tools of `agent` when it is handed a question.
///
/// Its header narrows [`HELPER_TOOLS`] and never widens them [N-AGENT-10, N-AGENT-11], also for an
/// agent of role delegate [N-AGENT-13]. When the whole session runs as the agent, nothing of this
/// applies: all tools stay [N-AGENT-14].
pub fn helper_tools(agent: &CustomAgent) -> BTreeSet<Tool> {
    let is_refused = |tool: Tool| {
        agent
            .refused_tools
            .iter()
            .any(|it| it.tools.contains(&tool))
    };
    HELPER_TOOLS
        .into_iter()
        .filter(|it| agent.tools.allows(*it) && !is_refused(*it))
        .collect()
}
