//! What stands in a file or a stream: text, bytes, or very much of something.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use toml::Value;

use super::base64;

/// Pieces, one after another.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Content(Vec<Piece>);

#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Bytes(Vec<u8>),
    /// A file of the case's folder.
    From(String),
    Repeat(String, usize),
}

/// What is put at a path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) what: What,
    /// The mode, where it is not the usual one.
    pub(crate) mode: Option<u32>,
}

/// What a path can be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    File(Content),
    Folder,
    /// A symbolic link to this.
    Link(String),
    Fifo,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    text: Option<String>,
    base64: Option<String>,
    from: Option<String>,
    repeat: Option<String>,
    times: Option<usize>,
    folder: Option<bool>,
    link: Option<String>,
    fifo: Option<bool>,
    mode: Option<String>,
}

impl Content {
    /// The bytes; `read` gives those of a file of the case's folder.
    pub(crate) fn bytes<E>(&self, read: impl Fn(&str) -> Result<Vec<u8>, E>) -> Result<Vec<u8>, E> {
        let mut res = Vec::new();
        for piece in &self.0 {
            match piece {
                Piece::Bytes(bytes) => res.extend_from_slice(bytes),
                Piece::From(name) => res.extend(read(name)?),
                Piece::Repeat(text, times) => res.extend(text.as_bytes().repeat(*times)),
            }
        }
        Ok(res)
    }

    /// The files of the case's folder that it names.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|it| match it {
            Piece::From(name) => Some(name.as_str()),
            Piece::Bytes(_) | Piece::Repeat(..) => None,
        })
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Content {
        Content(vec![Piece::Bytes(text.as_bytes().to_vec())])
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Content, D::Error> {
        match entry(Value::deserialize(deserializer)?).map_err(D::Error::custom)? {
            Entry {
                what: What::File(content),
                mode: None,
            } => Ok(content),
            _ => Err(D::Error::custom("only a file has a mode or another kind")),
        }
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Entry, D::Error> {
        entry(Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

fn entry(value: Value) -> Result<Entry, String> {
    let file = |content| Entry {
        what: What::File(content),
        mode: None,
    };
    match value {
        Value::String(text) => Ok(file(Content::from(text.as_str()))),
        Value::Array(values) => joined(values).map(file),
        Value::Table(_) => {
            let table = value.try_into().map_err(|error| error.to_string())?;
            of_table(table)
        }
        other => Err(format!(
            "expected text, a table or a list, found {}",
            other.type_str()
        )),
    }
}

fn joined(values: Vec<Value>) -> Result<Content, String> {
    let mut res = Content::default();
    for value in values {
        match entry(value)?.what {
            What::File(content) => res.0.extend(content.0),
            _ => return Err("only pieces of a file can be joined".to_owned()),
        }
    }
    Ok(res)
}

fn of_table(table: Table) -> Result<Entry, String> {
    let mode = table.mode.as_deref().map(octal).transpose()?;
    let mut kinds = Vec::new();
    kinds.extend(table.text.map(|it| piece(Piece::Bytes(it.into_bytes()))));
    if let Some(text) = table.base64 {
        let bytes = base64::decode(&text).ok_or("`base64` is not Base64")?;
        kinds.push(piece(Piece::Bytes(bytes)));
    }
    kinds.extend(table.from.map(|it| piece(Piece::From(it))));
    if let Some(text) = table.repeat {
        let times = table.times.ok_or("`repeat` needs `times`")?;
        kinds.push(piece(Piece::Repeat(text, times)));
    }
    kinds.extend(table.folder.filter(|it| *it).map(|_| What::Folder));
    kinds.extend(table.link.map(What::Link));
    kinds.extend(table.fifo.filter(|it| *it).map(|_| What::Fifo));
    match (kinds.pop(), kinds.is_empty()) {
        (Some(what), true) => Ok(Entry { what, mode }),
        _ => Err(
            "expected one of `text`, `base64`, `from`, `repeat`, `folder`, `link`, `fifo`".into(),
        ),
    }
}

fn piece(piece: Piece) -> What {
    What::File(Content(vec![piece]))
}

fn octal(text: &str) -> Result<u32, String> {
    let number = u32::from_str_radix(text, 8).ok().filter(|it| *it <= 0o7777);
    number.ok_or_else(|| format!("`mode` must be octal digits like `755`, found `{text}`"))
}
