//! A whole file.

use std::path::Path;

use frontmatter::{Document, Field, HeaderState};
use stdx::{Loaded, Place, Problem};

use super::keys::{Spelling, spelling};
use super::name::{check_name, is_kebab};
use super::reader::Reader;
use crate::{AgentPlace, AgentSource, CustomAgent, Model, ModelMeaning, NameFrom, Product, Role};

const ROLES: [(&str, Role); 2] = [("explore", Role::Explore), ("delegate", Role::Delegate)];

/// Reads the bytes of `file`, which lies in `place`, to an agent.
///
/// There is none without a header, without a description [N-AGENT-18] or under a name that is not
/// allowed; each is among the problems. A file without a header is taken for notes to people.
pub fn read_agent(file: &Path, place: &AgentPlace, bytes: &[u8]) -> Loaded<Option<CustomAgent>> {
    let mut problems = Vec::new();
    let document = frontmatter::read(file, bytes).drain_into(&mut problems);
    let mut reader = Reader {
        file,
        place,
        header: &document.header,
        problems,
    };
    let value = match document.header.state {
        HeaderState::Absent => reader.notes(),
        // Both are reported as errors by whoever read the header.
        HeaderState::Unclosed | HeaderState::Unreadable => None,
        HeaderState::Empty | HeaderState::Read | HeaderState::Rescued => reader.agent(&document),
    };
    Loaded {
        value,
        problems: reader.problems,
    }
}

impl Reader<'_> {
    fn notes(&mut self) -> Option<CustomAgent> {
        let message = "there is no header, so this is taken for notes and not for an agent";
        self.state_file(Problem::note("agents/no-header", message));
        None
    }

    fn agent(&mut self, document: &Document) -> Option<CustomAgent> {
        let unknown = self.unknown();
        let (name, name_from) = self.name()?;
        let description = self.description(&name)?;
        Some(CustomAgent {
            id: id(&name, self.file, self.place),
            name,
            name_from,
            description,
            role: self.role(),
            tools: self.tools(),
            refused_tools: self.refused_tools(),
            model: self.model(),
            settings: self.settings(),
            unknown,
            instructions: document.trimmed_body().to_owned(),
            file: self.file.to_owned(),
            place: self.place.clone(),
        })
    }

    /// The fields nobody here knows. Those which are plainly misspelt are reported.
    fn unknown(&mut self) -> Vec<Field> {
        let mut res = Vec::new();
        for field in self.header.fields() {
            match spelling(&field.key) {
                Spelling::Known => continue,
                Spelling::Misspelt(meant) => self.state(field.place, misspelt(&field.key, meant)),
                Spelling::Unknown => {}
            }
            res.push(field.clone());
        }
        res
    }

    fn name(&mut self) -> Option<(String, NameFrom)> {
        let (name, name_from, place) = match self.text("name") {
            Some(it) => (it.value, NameFrom::Header, it.place),
            None => (self.stem(), NameFrom::FileStem, START),
        };
        if let Err(fault) = check_name(&name) {
            let message = format!("`{name}` is not allowed: the name of an agent {fault}");
            self.state(place, Problem::error("agents/name", message));
            return None;
        }
        self.judge_name(&name, name_from, place);
        Some((name, name_from))
    }

    fn judge_name(&mut self, name: &str, name_from: NameFrom, place: Place) {
        if name_from == NameFrom::FileStem {
            let message =
                format!("there is no `name`, so the agent is called `{name}` like its file");
            let hint =
                format!("write `name: {name}`; other products may not load the file without");
            let problem = Problem::warning("agents/no-name", message).with_hint(hint);
            self.state(place, problem);
        }
        if !is_kebab(name) {
            let message =
                format!("`{name}` is an unusual name, expected lower-case words joined by hyphens");
            self.state(place, Problem::warning("agents/name-form", message));
        }
    }

    /// Copilot's files end in `.agent.md`.
    fn stem(&self) -> String {
        let stem = self.file.file_stem().unwrap_or_default().to_string_lossy();
        stem.strip_suffix(".agent").unwrap_or(&stem).to_owned()
    }

    fn description(&mut self, name: &str) -> Option<String> {
        let field = self.field("description");
        let text = match field.filter(|it| it.value.items().is_some()) {
            Some(list) => self.joined(list),
            None => self.text("description").map(|it| it.value),
        };
        if let Some(text) = text.filter(|it| !it.is_empty()) {
            return Some(text);
        }
        let message = format!("`{name}` has no `description`, so it is not loaded");
        let hint = "say in one line when to use it, such as `description: Reviews changes to SQL`";
        let problem = Problem::error("agents/no-description", message).with_hint(hint);
        let place = self.header.get("description").map_or(START, |it| it.place);
        self.state(place, problem);
        None
    }

    /// What its author plainly meant by a list.
    fn joined(&mut self, list: &Field) -> Option<String> {
        self.wrong_kind::<()>(&list.value, "description", "a text");
        let items = list.value.items()?;
        let texts: Vec<&str> = items.iter().filter_map(frontmatter::Node::text).collect();
        Some(texts.join(", "))
    }

    /// Claude Code has no such field, so there another word is nothing to be mended.
    fn role(&mut self) -> Role {
        let n_problems = self.problems.len();
        let role = self.word("role", &ROLES);
        if self.place.product == Product::ClaudeCode {
            self.problems.truncate(n_problems);
        }
        role.map_or(Role::default(), |it| it.value)
    }

    fn model(&mut self) -> Option<Model> {
        let name = self.text("model")?.value;
        let meaning = match self.place.product {
            Product::ClaudeCode => ModelMeaning::Honoured,
            Product::Ours | Product::Nemocode => ModelMeaning::Shown,
        };
        Some(Model { name, meaning })
    }
}

/// Where what is missing would stand.
const START: Place = Place { line: 1, column: 1 };

fn misspelt(key: &str, meant: &str) -> Problem {
    let effect = match meant {
        "tools" => "it limits the agent all the same",
        "disallowedTools" => "it takes tools away all the same",
        _ => "it has no effect",
    };
    let message = format!("an agent has no field `{key}`; {effect}");
    let hint = format!("write `{meant}`");
    Problem::warning("agents/misspelt-field", message).with_hint(hint)
}

/// In a plugin the way to the file is a part of what an agent is called by [claude-code.md 4.1].
fn id(name: &str, file: &Path, place: &AgentPlace) -> String {
    let AgentSource::Plugin { plugin } = &place.source else {
        return name.to_owned();
    };
    let below = file.strip_prefix(&place.dir).ok().and_then(Path::parent);
    let folders = below.into_iter().flat_map(Path::iter);
    let folders = folders.map(|it| it.to_string_lossy().into_owned());
    let parts: Vec<String> = std::iter::once(plugin.clone())
        .chain(folders)
        .chain([name.to_owned()])
        .collect();
    parts.join(":")
}
