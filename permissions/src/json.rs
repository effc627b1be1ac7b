//! A settings document, JSON with comments, whose every value knows its place.

use std::path::Path;

use json_tree::{Document, Member, Node};
use stdx::Problem;

/// Longer keys are cut in messages.
const MAX_SHOWN: usize = 80;

/// The document of a file, if it holds one; an empty file holds none and is no problem.
pub(crate) fn parse(file: &Path, bytes: &[u8]) -> Result<Option<Document>, Problem> {
    match Document::parse(file, bytes) {
        Ok(document) => Ok(Some(document)),
        Err(fault) if fault.is_empty() => Ok(None),
        Err(fault) => Err(fault.into_problem("permissions")),
    }
}

/// A reader of one document, and the problems it met.
#[derive(Debug)]
pub(crate) struct Reader<'d> {
    pub(crate) document: &'d Document,
    pub(crate) problems: Vec<Problem>,
}

impl<'d> Reader<'d> {
    pub(crate) fn new(document: &'d Document) -> Reader<'d> {
        Reader {
            document,
            problems: Vec::new(),
        }
    }

    /// The members of the object that the document is, if it is one.
    pub(crate) fn root(&mut self) -> Option<&'d [Member]> {
        self.object("the document", self.document.root())
    }

    pub(crate) fn report(&mut self, problem: Problem, start: usize) {
        self.problems.push(self.document.problem_at(problem, start));
    }

    /// Reports that `value`, called `name`, is not what was expected. Its content is not shown.
    pub(crate) fn wrong_type(&mut self, name: &str, expected: &str, value: &Node) {
        let message = format!("{name} must be {expected}, found {}", value.describe());
        let problem = Problem::warning("permissions/wrong-type", message);
        self.report(problem, value.start);
    }

    /// The members of an object.
    pub(crate) fn object(&mut self, name: &str, value: &'d Node) -> Option<&'d [Member]> {
        let members = value.members();
        if members.is_none() {
            self.wrong_type(name, "an object", value);
        }
        members
    }

    /// The texts of a list with their values; what is no text is a problem.
    pub(crate) fn texts(&mut self, name: &str, value: &'d Node) -> Vec<(&'d str, &'d Node)> {
        let Some(items) = value.items() else {
            self.wrong_type(name, "a list", value);
            return Vec::new();
        };
        let mut res = Vec::new();
        for item in items {
            match item.text() {
                Some(text) => res.push((text, item)),
                None => self.wrong_type(&format!("each entry of {name}"), "a text", item),
            }
        }
        res
    }
}

/// The name of a member as a message shows it.
pub(crate) fn shown(member: &Member) -> String {
    stdx::text::printable(stdx::text::cut_chars(&member.key, MAX_SHOWN).0).into_owned()
}
