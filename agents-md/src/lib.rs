//! Custom agents as Markdown files, and the instructions of AGENTS.md.
