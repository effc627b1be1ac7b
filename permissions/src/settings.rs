//! The `permissions` of a settings file.

use std::path::{Path, PathBuf};

use json_tree::{Member, Node};
use stdx::{Loaded, Place, Problem};

use crate::json::{Reader, parse, shown};
use crate::mode::Mode;
use crate::rule::{Origin, Rule, Source};
use crate::rule_set::{List, RuleSet};

/// A settings file that was read from the disk.
#[derive(Clone, Copy, Debug)]
pub struct SettingsFile<'a> {
    /// Its path, for messages and for the folder that a person's own settings speak for.
    pub file: &'a Path,
    /// Its content: JSON, in which comments and trailing commas are allowed.
    pub bytes: &'a [u8],
    /// Whose settings these are.
    pub source: Source,
    /// Whether the file may grant something.
    pub standing: Standing,
}

/// What a settings file may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// All it says counts.
    Trusted,
    /// It came with a repository that nobody trusted yet: its deny and ask rules count, the rest is
    /// held back.
    OnlyNarrow,
}

/// What the `permissions` of one settings file say.
#[derive(Clone, Debug, Default)]
pub struct PermissionSettings {
    /// The rules and folders that count.
    pub rules: RuleSet,
    /// The mode that the file asks for.
    pub mode: Option<Mode>,
    /// What the file says and what does not count.
    pub held_back: Vec<HeldBack>,
    /// How many rules are written down, those with problems among them.
    pub n_written: usize,
}

/// Something in a settings file that has no effect until a person trusts the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldBack {
    /// Where it stands: `permissions.allow`, `permissions.defaultMode` or
    /// `permissions.additionalDirectories`.
    pub key: &'static str,
    /// The rule, the mode or the folder.
    pub text: String,
    /// Its place in the file.
    pub place: Place,
}

/// Reads the `permissions` of a settings file; a file without any says nothing.
///
/// The codes of its problems are `permissions/not-json`, `permissions/wrong-type`,
/// `permissions/unknown-key`, `permissions/unknown-mode`, and those of [`Rule::parse`]. No message
/// shows the value of an unknown key.
pub fn read_settings(file: &SettingsFile<'_>) -> Loaded<PermissionSettings> {
    let document = match parse(file.file, file.bytes) {
        Ok(Some(document)) => document,
        Ok(None) => return PermissionSettings::default().into(),
        Err(problem) => return Loaded::from(PermissionSettings::default()).with(problem),
    };
    let mut reader = Reader::new(&document);
    let mut value = PermissionSettings::default();
    if let Some(root) = reader.root() {
        let mut section = Section::new(&mut reader, file.source, file.standing);
        section.root(root);
        value = section.settings;
    }
    Loaded {
        value,
        problems: reader.problems,
    }
}

/// Reads one `permissions` object.
pub(crate) struct Section<'r, 'd> {
    reader: &'r mut Reader<'d>,
    source: Source,
    standing: Standing,
    pub(crate) settings: PermissionSettings,
}

impl<'r, 'd> Section<'r, 'd> {
    pub(crate) fn new(
        reader: &'r mut Reader<'d>,
        source: Source,
        standing: Standing,
    ) -> Section<'r, 'd> {
        Section {
            reader,
            source,
            standing,
            settings: PermissionSettings::default(),
        }
    }

    /// Reads the `permissions` in an object, and each of them if there are several: of two lists of
    /// denied things none is lost.
    pub(crate) fn root(&mut self, members: &'d [Member]) {
        for member in members {
            if member.key == "permissions" {
                let permissions = self.reader.object("`permissions`", &member.value);
                permissions.into_iter().for_each(|it| self.permissions(it));
            }
        }
    }

    fn permissions(&mut self, members: &'d [Member]) {
        for member in members {
            match member.key.as_str() {
                "allow" => self.rules(List::Allow, &member.value),
                "ask" => self.rules(List::Ask, &member.value),
                "deny" => self.rules(List::Deny, &member.value),
                "defaultMode" => self.mode(&member.value),
                "additionalDirectories" => self.directories(&member.value),
                _ => self.unknown(member),
            }
        }
    }

    fn rules(&mut self, list: List, value: &'d Node) {
        let (key, name) = match list {
            List::Allow => ("permissions.allow", "`permissions.allow`"),
            List::Ask => ("permissions.ask", "`permissions.ask`"),
            List::Deny => ("permissions.deny", "`permissions.deny`"),
        };
        for (text, node) in self.reader.texts(name, value) {
            self.settings.n_written += 1;
            let place = self.reader.document.place(node.start);
            let origin = Origin {
                source: self.source,
                file: Some(self.reader.document.path().to_path_buf()),
                place: Some(place),
            };
            let rule = Rule::parse(text, origin).drain_into(&mut self.reader.problems);
            match (rule, list, self.standing) {
                (Some(_), List::Allow, Standing::OnlyNarrow) => self.hold_back(key, node),
                (Some(rule), _, _) => self.settings.rules.add(list, rule),
                (None, _, _) => {}
            }
        }
    }

    fn mode(&mut self, value: &'d Node) {
        let Some(word) = value.text() else {
            let name = "`permissions.defaultMode`";
            return self.reader.wrong_type(name, "a text", value);
        };
        match (Mode::from_word(word), self.standing) {
            (Some(_), Standing::OnlyNarrow) => self.hold_back("permissions.defaultMode", value),
            (Some(mode), Standing::Trusted) => self.settings.mode = Some(mode),
            (None, _) => self.reader.report(unknown_mode(word), value.start),
        }
    }

    fn directories(&mut self, value: &'d Node) {
        let key = "permissions.additionalDirectories";
        let name = "`permissions.additionalDirectories`";
        for (text, node) in self.reader.texts(name, value) {
            match self.standing {
                Standing::OnlyNarrow => self.hold_back(key, node),
                Standing::Trusted => {
                    self.settings.rules.add_directory(PathBuf::from(text));
                }
            }
        }
    }

    fn hold_back(&mut self, key: &'static str, node: &Node) {
        self.settings.held_back.push(HeldBack {
            key,
            text: node.text().unwrap_or_default().to_owned(),
            place: self.reader.document.place(node.start),
        });
    }

    fn unknown(&mut self, member: &Member) {
        let message = format!(
            "`permissions.{}` is not known and has no effect",
            shown(member)
        );
        let problem = Problem::note("permissions/unknown-key", message);
        self.reader.report(problem, member.start);
    }
}

fn unknown_mode(word: &str) -> Problem {
    let word = stdx::text::cut_chars(word, 80).0;
    let message = format!(
        "`permissions.defaultMode` must be `ask`, `auto`, `read-only` or a mode of Claude Code, \
         found `{word}`"
    );
    Problem::warning("permissions/unknown-mode", message)
}
