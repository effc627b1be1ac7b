//! Reads the fields of a header, leniently, with a problem for what is not as documented.

use frontmatter::{Document, Field};
use stdx::text::nearest;
use stdx::{Place, Problem};

use crate::place::Layout;
use crate::skill::{Invocable, Placed, Run, Shell, Waiting};

/// Every key that means something in a skill.
pub(crate) const KEYS: [&str; 20] = [
    "name",
    "description",
    "when_to_use",
    "argument-hint",
    "arguments",
    "disable-model-invocation",
    "user-invocable",
    "allowed-tools",
    "disallowed-tools",
    "model",
    "effort",
    "context",
    "agent",
    "background",
    "hooks",
    "paths",
    "shell",
    "metadata",
    "license",
    "compatibility",
];

/// Keys of other files and products, and the one that was meant.
const CONFUSED: [(&str, &str); 4] = [
    ("tools", "allowed-tools"),
    ("disallowedTools", "disallowed-tools"),
    ("path", "paths"),
    ("hook", "hooks"),
];

const EFFORTS: [&str; 5] = ["low", "medium", "high", "xhigh", "max"];

/// The most arguments that a skill can name.
const MOST_ARGUMENTS: usize = 100;

/// A header while it is read.
pub(crate) struct Fields<'d> {
    document: &'d Document,
    layout: Layout,
    pub problems: Vec<Problem>,
}

impl<'d> Fields<'d> {
    pub(crate) fn new(document: &'d Document, layout: Layout) -> Fields<'d> {
        Fields {
            document,
            layout,
            problems: Vec::new(),
        }
    }

    /// The field, unless nothing stands behind its key.
    fn get(&self, key: &str) -> Option<&'d Field> {
        let field = self.document.header.get(key)?;
        (!field.value.is_blank()).then_some(field)
    }

    /// `name`, which other products write in commands too, where it has no effect [corpus.md 5].
    pub(crate) fn label(&mut self) -> Option<Placed<String>> {
        match self.layout {
            Layout::Folders => self.text("name"),
            Layout::Commands => None,
        }
    }

    /// The source text of a scalar of any type, or of a list in brackets.
    pub(crate) fn text(&mut self, key: &str) -> Option<Placed<String>> {
        let field = self.get(key)?;
        match field.value.text().map(str::trim) {
            Some("") => None,
            Some(text) => Some(Placed {
                value: text.to_owned(),
                place: field.value.place,
            }),
            None => {
                self.wrong_type(field, "a text");
                None
            }
        }
    }

    /// The description: a list in brackets is taken as text, and is probably not what was meant.
    pub(crate) fn description(&mut self) -> Option<Placed<String>> {
        let field = self.get("description")?;
        if field.value.items().is_some() && field.value.text().is_some() {
            self.wrong_type(field, "a text");
        }
        let text = self.text("description");
        let text = text.or_else(|| joined(field));
        if let Some(text) = &text {
            self.check_hidden(text);
        }
        text
    }

    /// What a person cannot see in a description may still speak to a model.
    fn check_hidden(&mut self, text: &Placed<String>) {
        if stdx::text::printable(&text.value) != text.value.as_str() {
            let message =
                "the description holds characters that cannot be seen; they are shown as U+FFFD";
            self.problems
                .push(Problem::warning("skills/hidden-characters", message).at(text.place));
        }
    }

    pub(crate) fn words(&mut self, key: &str) -> Vec<Placed<String>> {
        let Some(field) = self.get(key) else {
            return Vec::new();
        };
        if field.value.fields().is_some() {
            self.wrong_type(field, "a list");
        }
        let words = field.value.words().into_iter();
        words
            .map(|it| Placed {
                value: it.text,
                place: it.place,
            })
            .collect()
    }

    /// Names as words, or as maps with a `name`.
    pub(crate) fn arguments(&mut self) -> Vec<Placed<String>> {
        let items = self.get("arguments").and_then(|it| it.value.items());
        let named = items.unwrap_or_default().iter().filter_map(|it| {
            let name = &it.get("name")?.value;
            Some(Placed {
                value: name.text()?.to_owned(),
                place: name.place,
            })
        });
        let named: Vec<Placed<String>> = named.collect();
        let all = match named.is_empty() {
            true => self.words("arguments"),
            false => named,
        };
        self.few(all)
    }

    /// Each dollar sign of the text is compared with each name.
    fn few(&mut self, mut names: Vec<Placed<String>>) -> Vec<Placed<String>> {
        let Some(first) = names.get(MOST_ARGUMENTS) else {
            return names;
        };
        let message = format!(
            "`arguments` has {} names, and the first {MOST_ARGUMENTS} are read",
            names.len()
        );
        self.problems
            .push(Problem::warning("skills/field-type", message).at(first.place));
        names.truncate(MOST_ARGUMENTS);
        names
    }

    pub(crate) fn invocable(&mut self) -> Invocable {
        let is_disabled = self.truth("disable-model-invocation") == Some(true);
        let is_hidden = self.truth("user-invocable") == Some(false);
        match (is_disabled, is_hidden) {
            (false, false) => Invocable::ByAnyone,
            (false, true) => Invocable::ByModel,
            (true, false) => Invocable::ByUser,
            (true, true) => Invocable::ByNobody,
        }
    }

    pub(crate) fn run(&mut self) -> Run {
        let waiting = match self.truth("background") {
            Some(false) => Waiting::Foreground,
            Some(true) | None => Waiting::Background,
        };
        let run = self.word("context", &["fork", "inline"]);
        match run.as_ref().map(|it| it.value.as_str()) {
            Some("fork") => Run::Fork(waiting),
            _ => Run::Inline,
        }
    }

    pub(crate) fn shell(&mut self) -> Shell {
        let shell = self.word("shell", &["bash", "powershell"]);
        match shell.as_ref().map(|it| it.value.as_str()) {
            Some("powershell") => Shell::PowerShell,
            _ => Shell::Bash,
        }
    }

    pub(crate) fn effort(&mut self) -> Option<Placed<String>> {
        self.word("effort", &EFFORTS)
    }

    fn truth(&mut self, key: &str) -> Option<bool> {
        let field = self.get(key)?;
        let truth = field.value.truth();
        if truth.is_none() {
            self.wrong_type(field, "`true` or `false`");
        }
        truth
    }

    /// One word of a closed list.
    fn word(&mut self, key: &str, words: &[&str]) -> Option<Placed<String>> {
        let text = self.text(key)?;
        let lower = text.value.to_ascii_lowercase();
        if words.contains(&lower.as_str()) {
            return Some(Placed {
                value: lower,
                ..text
            });
        }
        let message = format!("`{key}` is `{}`, which is not known", text.value);
        let hint = format!("write one of {}", words.join(", "));
        self.problems.push(
            Problem::warning("skills/word", message)
                .at(text.place)
                .with_hint(hint),
        );
        None
    }

    fn wrong_type(&mut self, field: &Field, expected: &str) {
        let found = field.value.describe();
        let message = format!("`{}` must be {expected}, found {found}", field.key);
        self.problems
            .push(Problem::warning("skills/field-type", message).at(field.value.place));
    }

    /// The keys that mean nothing here, and a problem for each that was probably meant as another.
    pub(crate) fn unknown(&mut self) -> Vec<Placed<String>> {
        let mut res = Vec::new();
        for field in self.document.header.fields() {
            if KEYS.contains(&field.key.as_str()) {
                self.check_layout(field);
                continue;
            }
            self.check_spelling(&field.key, field.place);
            res.push(Placed {
                value: field.key.clone(),
                place: field.place,
            });
        }
        res
    }

    fn check_layout(&mut self, field: &Field) {
        if self.layout == Layout::Commands && field.key == "paths" {
            let message = "`paths` has no effect in a command file";
            self.problems
                .push(Problem::warning("skills/field-without-effect", message).at(field.place));
        }
    }

    fn check_spelling(&mut self, key: &str, place: Place) {
        let confused = CONFUSED.iter().find(|(wrong, _)| *wrong == key);
        let meant = confused.map(|it| it.1).or_else(|| nearest(key, KEYS));
        if let Some(meant) = meant.filter(|it| self.document.header.get(it).is_none()) {
            let message = format!("a skill has no key `{key}`, so it has no effect");
            let problem = Problem::warning("skills/unknown-key", message);
            self.problems.push(
                problem
                    .at(place)
                    .with_hint(format!("did you mean `{meant}`?")),
            );
        }
    }
}

/// A list on lines of its own, as one text.
fn joined(field: &Field) -> Option<Placed<String>> {
    let items = field.value.items()?.iter();
    let texts: Vec<&str> = items.filter_map(|it| it.text()).collect();
    let is_text = !texts.is_empty();
    is_text.then(|| Placed {
        value: texts.join(" "),
        place: field.value.place,
    })
}
