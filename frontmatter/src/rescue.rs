//! Headers which are not YAML, read as they were meant.

use stdx::Loaded;

use crate::header::{Field, Header, HeaderState};
use crate::lines::key_of;
use crate::node::{Node, Value};

/// Reads the text of a header whose first line is `first_line` of the file.
pub(crate) fn read(text: &str, first_line: u32) -> Loaded<Header> {
    let mut fields = Vec::new();
    for (line, number) in text.lines().zip(first_line..) {
        if let Some((key, rest)) = key_of(line) {
            let place = stdx::Place {
                line: number,
                column: 1,
            };
            let value = Node::new(Value::Text(rest.trim().to_owned()), place);
            fields.push(Field {
                key: key.to_owned(),
                place,
                value,
            });
        }
    }
    Loaded::from(Header {
        state: HeaderState::Rescued,
        fields,
    })
}
