//! Our own settings: `<home>/settings.json`, personal scope only.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hooks_core::{DialectId, Document, HookPlace, Node, Roots, parse_document};
use stdx::Problem;
use stdx::fs::{Files, Limit};

/// What our settings say about hooks.
#[derive(Clone, Debug, Default)]
pub(crate) struct OurSettings {
    /// The dialects to load; `None` = every one whose file exists.
    pub(crate) dialects: Option<Vec<DialectId>>,
    /// Folders whose content is trusted whatever it is.
    pub(crate) trusted_folders: Vec<PathBuf>,
    /// Hook files and folders that stand elsewhere: `places.<dialect>.<kind>`.
    places: Vec<(DialectId, String, PathBuf)>,
    /// Names that a cleaned environment keeps besides the harmless ones.
    pub(crate) keep_variables: Vec<String>,
    /// Which model does what: `models.default`, `explore`, `delegate` and `judge` [N-AGENT-04]. Any
    /// other key is a name that agents from Claude's places may use, such as `sonnet`.
    pub(crate) models: BTreeMap<String, String>,
    /// Folders outside of projects which agents may change: `writable`.
    pub(crate) writable: Vec<PathBuf>,
    /// What a million tokens of a model cost: `prices.<model>.{input,cached,output}`.
    pub(crate) prices: BTreeMap<String, [f64; 3]>,
    /// What was wrong with the file.
    pub(crate) problems: Vec<Problem>,
}

/// The work for which a model may be set.
pub(crate) const ROLES: [&str; 4] = ["default", "explore", "delegate", "judge"];

/// What `places.<dialect>` may name: the sources of hook files, and folders of the person's own.
const MOVED: [&str; 7] = [
    "user", "project", "local", "skills", "commands", "agents", "plugins",
];

/// The largest settings file that is read.
const LIMIT: Limit = Limit { bytes: 1 << 20 };

/// Reads the settings; a file that is not there says nothing, a broken one says so.
pub(crate) fn read(roots: &Roots, files: &Files) -> OurSettings {
    let path = roots.home.join("settings.json");
    let document = match files.read(&path, LIMIT) {
        Ok(bytes) => parse_document(&path, &bytes),
        Err(error) if error.is_missing() => return OurSettings::default(),
        Err(error) => Err(Problem::error("settings/unreadable", error.with_cause()).in_file(&path)),
    };
    match document {
        Ok(document) => Reader {
            roots,
            document: &document,
            res: OurSettings::default(),
        }
        .read(),
        Err(problem) => OurSettings {
            problems: vec![problem],
            ..OurSettings::default()
        },
    }
}

struct Reader<'a> {
    roots: &'a Roots,
    document: &'a Document,
    res: OurSettings,
}

impl Reader<'_> {
    fn read(mut self) -> OurSettings {
        let root = self.document.root();
        self.dialects(root.get("dialects"));
        self.trusted_folders(root.get("trusted_folders"));
        self.places(root.get("places"));
        self.models(root.get("models"));
        self.writable(root.get("writable"));
        self.prices(root.get("prices"));
        let names = root
            .get("keep_variables")
            .and_then(Node::items)
            .unwrap_or_default();
        self.res.keep_variables = names
            .iter()
            .filter_map(Node::text)
            .map(str::to_owned)
            .collect();
        self.res
    }

    fn dialects(&mut self, node: Option<&Node>) {
        let Some(node) = node else { return };
        let Some(items) = node.items() else {
            self.error(node, "`dialects` is a list of names");
            return;
        };
        let mut dialects = Vec::new();
        for item in items {
            match item.text().and_then(DialectId::from_word) {
                Some(dialect) => dialects.push(dialect),
                None => self.error(item, &format!("a dialect is one of {}", known_dialects())),
            }
        }
        // A list of which nothing was understood switches nothing off.
        self.res.dialects = Some(dialects).filter(|it| !it.is_empty() || items.is_empty());
    }

    /// Only absolute folders count: a relative one would mean another folder in each project.
    fn trusted_folders(&mut self, node: Option<&Node>) {
        let Some(node) = node else { return };
        let Some(items) = node.items() else {
            self.error(node, "`trusted_folders` is a list of absolute folders");
            return;
        };
        for item in items {
            match item
                .text()
                .map(|it| self.expanded(it))
                .filter(|it| it.is_absolute())
            {
                Some(path) => self.res.trusted_folders.push(path),
                None => self.error(item, "a trusted folder is an absolute path"),
            }
        }
    }

    fn places(&mut self, node: Option<&Node>) {
        for member in node.and_then(Node::members).unwrap_or_default() {
            let Some(dialect) = DialectId::from_word(&member.key) else {
                self.error(
                    &member.value,
                    &format!("a dialect is one of {}", known_dialects()),
                );
                continue;
            };
            for place in member.value.members().unwrap_or_default() {
                if !MOVED.contains(&place.key.as_str()) {
                    let known = MOVED.join("`, `");
                    self.error(&place.value, &format!("what can be moved is `{known}`"));
                    continue;
                }
                match place.value.text() {
                    Some(path) => {
                        let path = self.roots.home.join(self.expanded(path));
                        self.res.places.push((dialect, place.key.clone(), path));
                    }
                    None => self.error(&place.value, "a place is a path"),
                }
            }
        }
    }

    fn models(&mut self, node: Option<&Node>) {
        for member in node.and_then(Node::members).unwrap_or_default() {
            match member.value.text() {
                Some(model) => {
                    let model = model.to_owned();
                    self.res.models.insert(member.key.clone(), model);
                }
                None => self.error(&member.value, "a model is a text such as `ollama:NAME`"),
            }
        }
    }

    fn writable(&mut self, node: Option<&Node>) {
        for item in node.and_then(Node::items).unwrap_or_default() {
            let path = item.text().map(|it| self.expanded(it));
            match path.filter(|it| it.is_absolute()) {
                Some(path) => self.res.writable.push(path),
                None => self.error(item, "a writable folder is an absolute path"),
            }
        }
    }

    fn prices(&mut self, node: Option<&Node>) {
        for member in node.and_then(Node::members).unwrap_or_default() {
            let of = |key: &str| member.value.get(key).and_then(Node::number);
            match (of("input"), of("output")) {
                (Some(input), Some(output)) => {
                    let price = [input, of("cached").unwrap_or(input), output];
                    self.res.prices.insert(member.key.clone(), price);
                }
                _ => self.error(
                    &member.value,
                    "a price is `{\"input\": …, \"output\": …}` for a million tokens",
                ),
            }
        }
    }

    fn expanded(&self, path: &str) -> PathBuf {
        match path.strip_prefix("~/") {
            Some(rest) => self.roots.user.join(rest),
            None => PathBuf::from(path),
        }
    }

    fn error(&mut self, node: &Node, message: &str) {
        let problem = Problem::error("settings/value", message);
        self.res
            .problems
            .push(self.document.problem_at(problem, node.start));
    }
}

fn known_dialects() -> String {
    DialectId::ALL.map(DialectId::as_str).join(", ")
}

impl OurSettings {
    /// The places of a dialect, with those that the person moved.
    pub(crate) fn places(&self, roots: &Roots, dialect: DialectId) -> Vec<HookPlace> {
        let mut places = roots.places(dialect);
        for place in &mut places {
            if let Some(file) = self.moved(dialect, place.source.as_str()) {
                place.file = file.to_owned();
            }
        }
        places
    }

    /// Where the person moved the personal place of a dialect for this kind of thing: a source of
    /// hooks, or one of their folders.
    pub(crate) fn moved(&self, dialect: DialectId, kind: &str) -> Option<&Path> {
        let moved = self
            .places
            .iter()
            .find(|(it, moved, _)| *it == dialect && moved == kind);
        moved.map(|(_, _, file)| file.as_path())
    }
}
