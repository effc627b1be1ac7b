//! Hooks in the header of a Markdown file, read by the rules of Claude Code.
//!
//! Readers of hooks know JSON with places. So the header is written out as JSON with each key and
//! each value on a line of its own, and the lines are turned back into places of the header.

use std::path::Path;

use frontmatter::{Field, Node, Value};
use hooks_core::{Config, DialectId, parse_document};
use stdx::Place;

/// What the value of `hooks` in the header of `file` says.
pub(crate) fn read_header_hooks(file: &Path, hooks: &Node) -> Config {
    let mut writer = Writer::default();
    writer.put("{", hooks.place);
    writer.put("\"hooks\":", hooks.place);
    writer.node(hooks);
    writer.put("}", hooks.place);
    let document = match parse_document(file, writer.text.as_bytes()) {
        Ok(document) => document,
        Err(problem) => {
            return writer.placed(Config {
                problems: vec![problem],
                ..Config::default()
            });
        }
    };
    let dialect = DialectId::ClaudeCode.dialect();
    writer.placed((dialect.read_config)(dialect.rules, &document))
}

/// JSON under way, and the place of each of its lines in the header.
#[derive(Default)]
struct Writer {
    text: String,
    places: Vec<Place>,
}

impl Writer {
    fn put(&mut self, token: &str, place: Place) {
        self.text.push_str(token);
        self.text.push('\n');
        self.places.push(place);
    }

    fn key(&mut self, field: &Field) {
        let key = serde_json::Value::from(field.key.as_str());
        self.put(&format!("{key}:"), field.place);
    }

    fn node(&mut self, node: &Node) {
        match &node.value {
            Value::List(items) => {
                self.put("[", node.place);
                for (index, item) in items.iter().enumerate() {
                    self.comma(index);
                    self.node(item);
                }
                self.put("]", node.place);
            }
            Value::Map(fields) => {
                self.put("{", node.place);
                for (index, field) in fields.iter().enumerate() {
                    self.comma(index);
                    self.key(field);
                    self.node(&field.value);
                }
                self.put("}", node.place);
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) => {
                self.put(&node.to_json().to_string(), node.place);
            }
        }
    }

    /// Before every item but the first. It takes no line of its own.
    fn comma(&mut self, index: usize) {
        if index > 0 {
            self.text.push(',');
        }
    }

    /// The same with places of the header.
    fn placed(&self, mut config: Config) -> Config {
        for problem in &mut config.problems {
            problem.place = problem.place.map(|it| self.place(it.line));
        }
        for handler in &mut config.handlers {
            handler.place = handler.place.map(|it| self.place(it.line));
        }
        for skipped in &mut config.skipped {
            skipped.line = skipped.line.map(|it| self.place(it).line);
        }
        config
    }

    fn place(&self, line: u32) -> Place {
        let index = usize::try_from(line).unwrap_or(usize::MAX);
        let index = index.saturating_sub(1).min(self.places.len() - 1);
        self.places[index]
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::read_header_hooks;

    #[track_caller]
    fn check(header: &str, handlers: &[(&str, u32)], problems: &[(&str, u32, u32)]) {
        let file = Path::new("a.md");
        let text = format!("---\nname: a\n{header}\n---\nBody.\n");
        let document = frontmatter::read_text(file, &text).value;
        let hooks = document.header.get("hooks").expect("it has hooks");
        let config = read_header_hooks(file, &hooks.value);
        let found: Vec<_> = config
            .handlers
            .iter()
            .map(|it| (it.action.summary(), it.place.map_or(0, |it| it.line)))
            .collect();
        let found: Vec<_> = found.iter().map(|it| (it.0.as_str(), it.1)).collect();
        assert_eq!(found, handlers);
        let found: Vec<_> = config
            .problems
            .iter()
            .map(|it| {
                let place = it.place.expect("it has a place");
                (it.code.as_ref(), place.line, place.column)
            })
            .collect();
        assert_eq!(found, problems, "{:#?}", config.problems);
    }

    #[test]
    fn hooks_are_read_as_in_a_settings_file() {
        let header = "hooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: sh a.sh";
        check(header, &[("sh a.sh", 7)], &[]);
    }

    #[test]
    fn faults_stand_where_the_header_has_them() {
        let header = "hooks:\n  PreToolUs:\n    - hooks:\n        - { type: command, command: a, timeout: 5000 }";
        check(header, &[], &[("hooks/unknown-event", 4, 3)]);
        let header =
            "hooks:\n  Stop:\n    - hooks:\n        - { type: command, command: a, timeout: -1 }";
        check(header, &[], &[("hooks/timeout", 6, 49)]);
        check("hooks: [1]", &[], &[("hooks/not-an-object", 3, 8)]);
    }
}
