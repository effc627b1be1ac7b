//! The tools that an agent is given.

use std::sync::Arc;

use missions::Tool;

use crate::fetch::FetchUrl;
use crate::files::{
    CreateFile, DeleteFile, EditFile, EditFiles, FindFiles, ListFiles, ReadFile, SearchCode,
};
use crate::guard::Guard;
use crate::ports::Fetch;
use crate::shell::{RunCommand, ShellOptions};

/// What the tools are made of.
#[derive(Clone, Debug)]
pub struct ToolOptions {
    /// What they may reach.
    pub guard: Guard,
    /// How commands are run.
    pub shell: ShellOptions,
    /// What gets pages of the web; without it there is no `fetch_url`.
    pub fetch: Option<Arc<dyn Fetch>>,
}

/// Every tool, in the order in which a model is told of them.
pub fn all(options: ToolOptions) -> Vec<Arc<dyn Tool>> {
    let guard = Arc::new(options.guard);
    let mut res: Vec<Arc<dyn Tool>> = vec![
        Arc::new(ReadFile::new(Arc::clone(&guard))),
        Arc::new(ListFiles::new(Arc::clone(&guard))),
        Arc::new(FindFiles::new(Arc::clone(&guard))),
        Arc::new(SearchCode::new(Arc::clone(&guard))),
        Arc::new(RunCommand::new(Arc::clone(&guard), options.shell)),
        Arc::new(CreateFile::new(Arc::clone(&guard))),
        Arc::new(EditFile::new(Arc::clone(&guard))),
        Arc::new(EditFiles::new(Arc::clone(&guard))),
        Arc::new(DeleteFile::new(guard)),
    ];
    if let Some(fetch) = options.fetch {
        res.push(Arc::new(FetchUrl::new(fetch)));
    }
    res
}

/// The tools of a helper that is handed a question: it reads, finds and searches [N-AGENT-09].
pub fn read_only(guard: &Guard) -> Vec<Arc<dyn Tool>> {
    let guard = Arc::new(guard.clone());
    vec![
        Arc::new(ReadFile::new(Arc::clone(&guard))),
        Arc::new(FindFiles::new(Arc::clone(&guard))),
        Arc::new(SearchCode::new(guard)),
    ]
}
