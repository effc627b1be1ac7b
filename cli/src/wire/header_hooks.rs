//! The hooks in the header of a skill or an agent, read as `hooks-core` reads those of a file.
//!
//! A header is YAML, and dialects read JSON. Each piece of the header becomes a line of JSON, so that
//! the line of a piece in the JSON says where it stands in the header.

use std::path::{Path, PathBuf};

use frontmatter::{Field, Node, Value};
use hooks_core::{Dialect, DialectId, Layer, Source, TrustState, parse_document};
use stdx::{Place, Problem};

/// Where a header stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeaderPlace<'a> {
    /// The file.
    pub(crate) file: &'a Path,
    /// What its hooks count as.
    pub(crate) source: Source,
    /// Whether they may run.
    pub(crate) trust: TrustState,
}

impl HeaderPlace<'_> {
    /// A header that is only looked at, so that nobody need be asked.
    pub(crate) fn unasked(file: &Path, source: Source) -> HeaderPlace<'_> {
        HeaderPlace {
            file,
            source,
            trust: TrustState::NotNeeded,
        }
    }
}

/// The hooks that are the value of `hooks` in a header. Their places are those of the header.
pub(crate) fn layer_of_header(hooks: &Node, place: HeaderPlace<'_>, dialect: &Dialect) -> Layer {
    let mut lines = Lines::default();
    lines.hooks(hooks);
    let config = match parse_document(&shape_of(place), lines.text.as_bytes()) {
        Ok(document) => (dialect.read_config)(dialect.rules, &document),
        Err(problem) => hooks_core::Config {
            problems: vec![problem],
            ..hooks_core::Config::default()
        },
    };
    let mut layer = Layer {
        dialect: DialectId::ClaudeCode,
        source: place.source,
        file: place.file.to_owned(),
        trust: place.trust,
        handlers: config.handlers,
        skipped: config.skipped,
        plugin: None,
        http: config.http,
        problems: config.problems,
    };
    lines.put_back(&mut layer);
    layer
}

/// The shape of a hook file follows from its name; a command's header is read as a skill's.
fn shape_of(place: HeaderPlace<'_>) -> PathBuf {
    match place.source {
        Source::Skill => place.file.with_file_name("SKILL.md"),
        _ => place.file.to_owned(),
    }
}

/// A header as JSON, one piece a line.
#[derive(Debug, Default)]
struct Lines {
    text: String,
    /// Where the piece on each line stands in the header.
    places: Vec<Place>,
}

impl Lines {
    fn hooks(&mut self, hooks: &Node) {
        self.line("{", hooks.place);
        self.line("\"hooks\":", hooks.place);
        self.node(hooks);
        self.line("}", hooks.place);
    }

    fn line(&mut self, piece: &str, place: Place) {
        self.text.push_str(piece);
        self.text.push('\n');
        self.places.push(place);
    }

    fn field(&mut self, field: &Field) {
        let key = serde_json::Value::from(field.key.as_str());
        self.line(&format!("{key}:"), field.place);
        self.node(&field.value);
    }

    fn node(&mut self, node: &Node) {
        let place = node.place;
        match &node.value {
            Value::List(items) => self.block(("[", "]"), place, (items, Lines::node)),
            Value::Map(fields) => self.block(("{", "}"), place, (fields, Lines::field)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) => {
                self.line(&node.to_json().to_string(), place);
            }
        }
    }

    fn block<T>(
        &mut self,
        (open, close): (&str, &str),
        place: Place,
        (items, add): (&[T], fn(&mut Lines, &T)),
    ) {
        self.line(open, place);
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.line(",", place);
            }
            add(self, item);
        }
        self.line(close, place);
    }

    fn put_back(&self, layer: &mut Layer) {
        for handler in &mut layer.handlers {
            handler.place = handler.place.and_then(|it| self.place(it.line));
            let (dialect, source) = (layer.dialect.as_str(), layer.source.as_str());
            handler.id = format!("{dialect}:{source}:{}", handler.pointer);
        }
        for skipped in &mut layer.skipped {
            let place = skipped.line.and_then(|it| self.place(it));
            skipped.line = place.map(|it| it.line);
        }
        let problems = std::mem::take(&mut layer.problems).into_iter();
        layer.problems = problems.map(|it| self.problem(it, &layer.file)).collect();
    }

    fn problem(&self, mut problem: Problem, file: &Path) -> Problem {
        problem.place = problem.place.and_then(|it| self.place(it.line));
        problem.in_file(file)
    }

    fn place(&self, line: u32) -> Option<Place> {
        let at = usize::try_from(line).ok()?.checked_sub(1)?;
        self.places.get(at).copied()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use hooks_core::{DialectId, Source};

    use super::{HeaderPlace, layer_of_header};

    #[track_caller]
    fn check(header: &str, handlers: &[(&str, u32)], problems: &[(&str, u32, u32)]) {
        let file = Path::new("a.md");
        let text = format!("---\nname: a\n{header}\n---\nBody.\n");
        let document = frontmatter::read_text(file, &text).value;
        let hooks = document.header.get("hooks").expect("it has hooks");
        let place = HeaderPlace::unasked(file, Source::Agent);
        let config = layer_of_header(&hooks.value, place, DialectId::ClaudeCode.dialect());
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
