//! Reads a file that configures servers.

mod entry;
mod expand;

use std::collections::BTreeMap;
use std::path::Path;

use json_tree::{Document, Member, Node};
use stdx::{Loaded, Problem};

use crate::spec::ServerSpec;
use entry::Entry;

/// Reads the bytes of a `.mcp.json`; variables are put in from `variables`.
///
/// A server that cannot be used is a problem, and the others are there.
pub fn read(
    path: &Path,
    bytes: &[u8],
    variables: &BTreeMap<String, String>,
) -> Loaded<Vec<ServerSpec>> {
    match Document::parse(path, bytes) {
        Ok(document) => read_document(&document, variables),
        Err(fault) => Loaded::default().with(fault.into_problem("mcp")),
    }
}

/// Reads the servers below `mcpServers` at the root of a document.
///
/// Other members of the root are left alone: settings and manifests have theirs.
pub fn read_document(
    document: &Document,
    variables: &BTreeMap<String, String>,
) -> Loaded<Vec<ServerSpec>> {
    let mut reader = Reader {
        document,
        variables,
        problems: Vec::new(),
    };
    let value = reader.servers();
    Loaded {
        value,
        problems: reader.problems,
    }
}

/// What all parts of the reading share.
pub(crate) struct Reader<'d> {
    document: &'d Document,
    variables: &'d BTreeMap<String, String>,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn servers(&mut self) -> Vec<ServerSpec> {
        let root = self.document.root();
        let Some(servers) = root.get("mcpServers") else {
            let message = "the file names no servers: `mcpServers` is missing";
            let hint = "write `{\"mcpServers\": {\"name\": {\"command\": \"…\"}}}`";
            let problem = Problem::warning("mcp/no-servers", message).with_hint(hint);
            self.report(problem, root.start);
            return Vec::new();
        };
        let Some(members) = servers.members() else {
            self.wrong_type("`mcpServers`", "an object of servers", servers);
            return Vec::new();
        };
        let last = self.without_doubles(members);
        last.into_iter().filter_map(|it| self.server(it)).collect()
    }

    /// The last member of each name, in the order of the file.
    fn without_doubles<'m>(&mut self, members: &'m [Member]) -> Vec<&'m Member> {
        let mut kept = Vec::new();
        for (at, member) in members.iter().enumerate() {
            if members[at + 1..].iter().any(|it| it.key == member.key) {
                let message = format!("the server `{}` is named twice", member.key);
                let problem = Problem::warning("mcp/duplicate-server", message)
                    .with_hint("the last one counts");
                self.report(problem, member.start);
            } else {
                kept.push(member);
            }
        }
        kept
    }

    fn server(&mut self, member: &Member) -> Option<ServerSpec> {
        let what = format!("the server `{}`", member.key);
        let Some(keys) = member.value.members() else {
            self.wrong_type(&what, "an object", &member.value);
            return None;
        };
        let place = self.document.place(member.start);
        let source = Some((self.document.path().to_owned(), place));
        let reach = Entry::new(self, member).reach()?;
        Entry::new(self, member).unknown_keys(keys);
        Some(ServerSpec {
            name: member.key.clone(),
            reach,
            source,
        })
    }

    pub(crate) fn wrong_type(&mut self, what: &str, expected: &str, found: &Node) {
        let message = format!("{what} must be {expected}, found {}", found.describe());
        self.report(Problem::error("mcp/wrong-type", message), found.start);
    }

    pub(crate) fn report(&mut self, problem: Problem, start: usize) {
        let problem = self.document.problem_at(problem, start);
        self.problems.push(problem);
    }
}
