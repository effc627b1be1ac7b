//! Writes an agent so that it reads back the same.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use frontmatter::WriteValue;
use stdx::fs::{Access, write_atomic};

use crate::read::check_file_name;
use crate::{
    AgentError, AgentPlace, Bounds, CustomAgent, Editing, Role, ToolLimit, read_agent, read_place,
};

/// An agent to be saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewAgent {
    /// Its name, which is the name of its file too.
    pub name: String,
    /// When to use it.
    pub description: String,
    /// What it is for.
    pub role: Role,
    /// Its tools; `None` leaves the line out, which leaves all of them.
    pub tools: Option<Vec<String>>,
    /// The model it names.
    pub model: Option<String>,
    /// What it is told. Blank lines around it are not kept.
    pub instructions: String,
}

/// What happens to a file that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and nothing is saved.
    Refuse,
    /// It is replaced as a whole.
    Replace,
}

/// Saves `agent` in the folder of `place` and returns its file.
///
/// The file is `name.md` in that folder and nowhere else: no name leads out of it and no link is
/// followed. What is written was read back first and is the same.
///
/// # Errors
///
/// Any [`AgentError`] but `Unknown`; nothing is written then.
pub fn save(
    agent: &NewAgent,
    place: &AgentPlace,
    existing: Existing,
) -> Result<PathBuf, AgentError> {
    let text = text(agent)?;
    if place.editing == Editing::ReadOnly {
        return Err(AgentError::ReadOnly {
            dir: place.dir.clone(),
        });
    }
    let file = place.dir.join(format!("{}.md", agent.name));
    refuse_unfaithful(agent, &text, (&file, place))?;
    refuse_links(&file, place)?;
    let _lock = lock(&place.dir);
    refuse_existing(&file, existing)?;
    refuse_taken(agent, &file, place)?;
    write_atomic(&file, text.as_bytes(), Access::Keep)
        .map_err(|source| AgentError::File { source })?;
    Ok(file)
}

/// The file as text.
fn text(agent: &NewAgent) -> Result<String, AgentError> {
    let name = agent.name.as_str();
    check_file_name(name).map_err(|fault| AgentError::Name {
        name: name.to_owned(),
        fault,
    })?;
    let description = agent.description.trim();
    if description.is_empty() {
        let name = name.to_owned();
        return Err(AgentError::NoDescription { name });
    }
    let tools = agent.tools.as_ref();
    let tools: Option<Vec<&str>> = tools.map(|it| it.iter().map(String::as_str).collect());
    let mut fields = vec![
        ("name", WriteValue::Text(name)),
        ("description", WriteValue::Text(description)),
        ("role", WriteValue::Text(agent.role.word())),
    ];
    fields.extend(tools.as_ref().map(|it| ("tools", WriteValue::List(it))));
    fields.extend(
        agent
            .model
            .as_ref()
            .map(|it| ("model", WriteValue::Text(it))),
    );
    let body = format!("\n{}\n", trimmed(&agent.instructions));
    Ok(frontmatter::write(&fields, &body))
}

/// As instructions are read: without blank lines around them.
fn trimmed(instructions: &str) -> String {
    let document = frontmatter::Document {
        body: instructions.to_owned(),
        ..frontmatter::Document::default()
    };
    document.trimmed_body().to_owned()
}

/// Neither the file nor a folder on the way, from the bounds of the place down, may be a link: it
/// would choose another path than the one that was asked for.
fn refuse_links(file: &Path, place: &AgentPlace) -> Result<(), AgentError> {
    let is_below = |it: &&Path| match &place.bounds {
        Bounds::Within(root) => it.starts_with(root) && *it != root,
        Bounds::Anywhere => it.starts_with(&place.dir),
    };
    match file.ancestors().filter(is_below).find(|it| it.is_symlink()) {
        Some(link) => Err(AgentError::Link {
            path: link.to_owned(),
        }),
        None => Ok(()),
    }
}

/// Of two that save at the same time the second sees what the first left. The lock is on the folder
/// and ends with the handle; where a system has none, or the folder cannot be made, saving goes on
/// and says what is wrong.
fn lock(dir: &Path) -> Option<File> {
    fs::create_dir_all(dir).ok()?;
    let folder = File::open(dir).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

fn refuse_existing(file: &Path, existing: Existing) -> Result<(), AgentError> {
    match existing {
        Existing::Refuse if fs::symlink_metadata(file).is_ok() => Err(AgentError::Exists {
            file: file.to_owned(),
        }),
        Existing::Refuse | Existing::Replace => Ok(()),
    }
}

/// A name is that of the header, so another file may have it, and one of the two would be shadowed.
fn refuse_taken(agent: &NewAgent, file: &Path, place: &AgentPlace) -> Result<(), AgentError> {
    let agents = read_place(place).value;
    let is_other = |it: &&CustomAgent| it.name == agent.name && it.file != file;
    match agents.iter().find(is_other) {
        Some(other) => Err(AgentError::NameTaken {
            name: agent.name.clone(),
            file: other.file.clone(),
        }),
        None => Ok(()),
    }
}

fn refuse_unfaithful(
    agent: &NewAgent,
    text: &str,
    (file, place): (&Path, &AgentPlace),
) -> Result<(), AgentError> {
    let read = read_agent(file, place, text.as_bytes()).value;
    let field = match read {
        Some(read) => first_difference(agent, &read),
        None => Some("name"),
    };
    match field {
        Some(field) => Err(AgentError::NotFaithful { field }),
        None => Ok(()),
    }
}

fn first_difference(agent: &NewAgent, read: &CustomAgent) -> Option<&'static str> {
    let model = read.model.as_ref().map(|it| &it.name);
    let pairs = [
        ("name", agent.name == read.name),
        ("description", agent.description.trim() == read.description),
        ("role", agent.role == read.role),
        ("tools", agent.tools == words(&read.tools)),
        ("model", agent.model.as_ref() == model),
        (
            "instructions",
            trimmed(&agent.instructions) == read.instructions,
        ),
    ];
    pairs
        .iter()
        .find(|(_, is_same)| !is_same)
        .map(|(field, _)| *field)
}

fn words(limit: &ToolLimit) -> Option<Vec<String>> {
    match limit {
        ToolLimit::All => None,
        ToolLimit::Only(entries) => Some(entries.iter().map(|it| it.word.text.clone()).collect()),
    }
}
