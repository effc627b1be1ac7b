//! One adapter per port: the only place where crates meet.

pub(crate) mod agents;
pub(crate) mod changes;
pub(crate) mod confined;
pub(crate) mod descendants;
pub(crate) mod editor;
pub(crate) mod engine;
pub(crate) mod file_lock;
pub(crate) mod governance;
pub(crate) mod header_hooks;
pub(crate) mod injections;
pub(crate) mod last_texts;
pub(crate) mod long_texts;
pub(crate) mod missions;
pub(crate) mod once;
pub(crate) mod plugins;
pub(crate) mod presence;
pub(crate) mod rules;
pub(crate) mod run_log;
pub(crate) mod settings;
pub(crate) mod signals;
pub(crate) mod skills;
pub(crate) mod trust_store;
