//! A settings document, JSON with comments, whose every value knows its place.

use std::path::Path;

use jsonc_parser::ast::{Object, ObjectProp, StringLit, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use stdx::{Place, Problem};

/// Longer keys are cut in messages.
const MAX_SHOWN: usize = 80;

/// A reader of one file, and the problems it met.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    pub(crate) file: &'a Path,
    text: &'a str,
    line_starts: Vec<usize>,
    pub(crate) problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    /// Prepares to read a file; a byte-order mark at its start is no part of the text.
    pub(crate) fn new(file: &'a Path, bytes: &'a [u8]) -> Reader<'a> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let (text, problem) = match str::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let start = str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
                ("", Some(not_utf8(start)))
            }
        };
        let newlines = text.bytes().enumerate().filter(|(_, it)| *it == b'\n');
        Reader {
            file,
            text,
            line_starts: std::iter::once(0)
                .chain(newlines.map(|(at, _)| at + 1))
                .collect(),
            problems: problem.into_iter().map(|it| it.in_file(file)).collect(),
        }
    }

    /// The object that the document is, if it is one; an empty document is none and no problem.
    pub(crate) fn root(&mut self) -> Option<Object<'a>> {
        match parse_to_ast(self.text, &CollectOptions::default(), &options()) {
            Ok(parsed) => match parsed.value? {
                Value::Object(object) => Some(object),
                other => {
                    self.wrong_type("the document", "an object", &other);
                    None
                }
            },
            Err(error) => {
                let message = format!("expected JSON: {}", lowercase(&error.kind().to_string()));
                let problem = Problem::error("permissions/not-json", message);
                self.report(problem, error.range().start);
                None
            }
        }
    }

    /// The place of a value.
    pub(crate) fn place(&self, value: &impl Ranged) -> Place {
        self.place_of(value.range().start)
    }

    fn place_of(&self, offset: usize) -> Place {
        let line = self.line_starts.partition_point(|it| *it <= offset) - 1;
        let start = self.line_starts[line];
        let in_line = Place::of_offset(&self.text[start..], offset - start);
        Place {
            line: u32::try_from(line + 1).unwrap_or(u32::MAX),
            column: in_line.column,
        }
    }

    pub(crate) fn report(&mut self, problem: Problem, offset: usize) {
        let place = self.place_of(offset);
        self.problems.push(problem.at(place).in_file(self.file));
    }

    /// Reports that `value`, called `name`, is not what was expected. Its content is not shown.
    pub(crate) fn wrong_type(&mut self, name: &str, expected: &str, value: &Value<'_>) {
        let message = format!("{name} must be {expected}, found {}", kind(value));
        let problem = Problem::warning("permissions/wrong-type", message);
        self.report(problem, value.range().start);
    }

    /// The object at a property.
    pub(crate) fn object<'v>(
        &mut self,
        name: &str,
        value: &'v Value<'a>,
    ) -> Option<&'v Object<'a>> {
        let object = value.as_object();
        if object.is_none() {
            self.wrong_type(name, "an object", value);
        }
        object
    }

    /// The texts of a list; what is no text is a problem.
    pub(crate) fn texts<'v>(&mut self, name: &str, value: &'v Value<'a>) -> Vec<&'v StringLit<'a>> {
        let Some(array) = value.as_array() else {
            self.wrong_type(name, "a list", value);
            return Vec::new();
        };
        let mut res = Vec::new();
        for element in &array.elements {
            match element.as_string_lit() {
                Some(text) => res.push(text),
                None => self.wrong_type(&format!("each entry of {name}"), "a text", element),
            }
        }
        res
    }
}

/// The name of a property as a message shows it.
pub(crate) fn shown(property: &ObjectProp<'_>) -> String {
    let name = property.name.as_str();
    stdx::text::printable(stdx::text::cut_chars(name, MAX_SHOWN).0).into_owned()
}

fn options() -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

fn not_utf8(before: &str) -> Problem {
    let place = Place::of_offset(before, before.len());
    Problem::error(
        "permissions/not-json",
        "expected JSON in UTF-8, found other bytes",
    )
    .at(place)
}

fn kind(value: &Value<'_>) -> &'static str {
    match value {
        Value::StringLit(_) => "a text",
        Value::NumberLit(_) => "a number",
        Value::BooleanLit(_) => "a truth value",
        Value::Object(_) => "an object",
        Value::Array(_) => "a list",
        Value::NullKeyword(_) => "null",
    }
}

fn lowercase(message: &str) -> String {
    let mut chars = message.chars();
    let first = chars.next().map(|it| it.to_ascii_lowercase());
    first.into_iter().chain(chars).collect()
}
