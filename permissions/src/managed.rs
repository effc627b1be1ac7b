//! What an organisation's managed settings say, and where they lie.

use std::path::{Path, PathBuf};

use json_tree::Member;
use stdx::Loaded;

use crate::json::{Reader, parse};
use crate::mode::Mode;
use crate::rule::Source;
use crate::rule_set::RuleSet;
use crate::settings::{Section, Standing};

/// The managed settings files of a machine.
///
/// Their paths are part of the program: no variable, option or file of a user changes them
/// [NI-47, NI-48].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManagedPlaces {
    tackle: PathBuf,
    claude_code: PathBuf,
}

impl ManagedPlaces {
    /// The places of this system.
    pub fn system() -> ManagedPlaces {
        ManagedPlaces {
            tackle: PathBuf::from(TACKLE),
            claude_code: PathBuf::from(CLAUDE_CODE),
        }
    }

    /// Files of the same names in the folders `tackle` and `claude-code` below `dir`; for tests
    /// alone, since whoever may choose the folder is above the organisation.
    #[doc(hidden)]
    pub fn for_tests(dir: &Path) -> ManagedPlaces {
        ManagedPlaces {
            tackle: dir.join("tackle/managed-settings.json"),
            claude_code: dir.join("claude-code/managed-settings.json"),
        }
    }

    /// The file for all dialects, whose sections may speak for one of them.
    pub fn tackle(&self) -> &Path {
        &self.tackle
    }

    /// Claude Code's own file, which speaks for that dialect.
    pub fn claude_code(&self) -> &Path {
        &self.claude_code
    }
}

#[cfg(not(any(target_os = "macos", windows)))]
const TACKLE: &str = "/etc/tackle/managed-settings.json";
#[cfg(not(any(target_os = "macos", windows)))]
const CLAUDE_CODE: &str = "/etc/claude-code/managed-settings.json";
#[cfg(target_os = "macos")]
const TACKLE: &str = "/Library/Application Support/Tackle/managed-settings.json";
#[cfg(target_os = "macos")]
const CLAUDE_CODE: &str = "/Library/Application Support/ClaudeCode/managed-settings.json";
// The folder is spelled out: a user could set `%ProgramData%` to something else.
#[cfg(windows)]
const TACKLE: &str = r"C:\ProgramData\Tackle\managed-settings.json";
#[cfg(windows)]
const CLAUDE_CODE: &str = r"C:\Program Files\ClaudeCode\managed-settings.json";

/// A managed settings file that was read from the disk.
#[derive(Clone, Copy, Debug)]
pub struct ManagedFile<'a> {
    /// Its path.
    pub file: &'a Path,
    /// Its content: JSON, in which comments and trailing commas are allowed.
    pub bytes: &'a [u8],
    /// The dialect that the file speaks for; without one it speaks for all, and its objects may be
    /// sections that speak for the dialect they are named after.
    pub dialect: Option<&'a str>,
}

/// What the managed settings say.
#[derive(Clone, Debug, Default)]
pub struct Governance {
    sections: Vec<ManagedSection>,
}

#[derive(Clone, Debug)]
struct ManagedSection {
    /// Nothing for all dialects.
    dialect: Option<String>,
    rules: RuleSet,
    mode: Option<Mode>,
    switches: Switches,
}

/// The rules of the managed settings that hold somewhere.
#[derive(Clone, Debug, Default)]
pub struct ManagedRules {
    rules: RuleSet,
}

/// Switches for hooks that only managed settings have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// `disableAllHooks`: no hook runs, managed ones included.
    pub disable_all_hooks: bool,
    /// `allowManagedHooksOnly`: hooks from below are not loaded.
    pub allow_managed_hooks_only: bool,
    /// `strictHooks`: a managed guard that fails or does not end in time blocks [A-70].
    pub strict_hooks: bool,
}

impl Governance {
    /// Reads the managed settings. The `hooks` in them are not read here.
    ///
    /// The codes of the problems are those of [`read_settings`](crate::read_settings).
    pub fn read(files: &[ManagedFile<'_>]) -> Loaded<Governance> {
        let mut res = Loaded::from(Governance::default());
        for file in files {
            match parse(file.file, file.bytes) {
                Ok(None) => {}
                Err(problem) => res.problems.push(problem),
                Ok(Some(document)) => {
                    let mut reader = Reader::new(&document);
                    if let Some(root) = reader.root() {
                        res.value.add_file(&mut reader, root, file.dialect);
                    }
                    res.problems.append(&mut reader.problems);
                }
            }
        }
        res
    }

    fn add_file<'d>(&mut self, reader: &mut Reader<'d>, root: &'d [Member], dialect: Option<&str>) {
        self.sections.push(section(reader, root, dialect));
        if dialect.is_some() {
            return;
        }
        for member in root {
            let name = member.key.as_str();
            if let Some(object) = member.value.members()
                && !matches!(name, "hooks" | "permissions" | "env")
            {
                self.sections.push(section(reader, object, Some(name)));
            }
        }
    }

    /// The rules that hold in a dialect.
    pub fn rules_for(&self, dialect: &str) -> ManagedRules {
        let holding = |it: &&ManagedSection| it.speaks_for(dialect);
        ManagedRules::of(self.sections.iter().filter(holding))
    }

    /// The rules of all dialects together: those for a call that no single dialect owns.
    pub fn all_rules(&self) -> ManagedRules {
        ManagedRules::of(self.sections.iter())
    }

    /// The switches that hold in a dialect: each is on where any section that speaks for the
    /// dialect turns it on.
    pub fn switches(&self, dialect: &str) -> Switches {
        let holding = self.sections.iter().filter(|it| it.speaks_for(dialect));
        holding.fold(Switches::default(), |res, it| res.or(it.switches))
    }

    /// The mode that the managed settings ask for in a dialect; a section of the dialect's own goes
    /// first.
    pub fn mode(&self, dialect: &str) -> Option<Mode> {
        let holding = self.sections.iter().filter(|it| it.speaks_for(dialect));
        let (own, shared): (Vec<_>, Vec<_>) = holding.partition(|it| it.dialect.is_some());
        own.iter().chain(&shared).find_map(|it| it.mode)
    }
}

impl ManagedSection {
    fn speaks_for(&self, dialect: &str) -> bool {
        self.dialect.as_deref().is_none_or(|it| it == dialect)
    }
}

impl ManagedRules {
    fn of<'s>(sections: impl Iterator<Item = &'s ManagedSection>) -> ManagedRules {
        let mut rules = RuleSet::default();
        sections.for_each(|it| rules.extend(it.rules.clone()));
        ManagedRules { rules }
    }

    /// The rules, to be put before those from below.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }
}

impl Switches {
    fn or(self, other: Switches) -> Switches {
        Switches {
            disable_all_hooks: self.disable_all_hooks || other.disable_all_hooks,
            allow_managed_hooks_only: self.allow_managed_hooks_only
                || other.allow_managed_hooks_only,
            strict_hooks: self.strict_hooks || other.strict_hooks,
        }
    }
}

fn section<'d>(
    reader: &mut Reader<'d>,
    object: &'d [Member],
    dialect: Option<&str>,
) -> ManagedSection {
    let mut permissions = Section::new(reader, Source::Managed, Standing::Trusted);
    permissions.root(object);
    let settings = permissions.settings;
    ManagedSection {
        dialect: dialect.map(str::to_owned),
        rules: settings.rules,
        mode: settings.mode,
        switches: Switches {
            disable_all_hooks: is_on(reader, object, "disableAllHooks"),
            allow_managed_hooks_only: is_on(reader, object, "allowManagedHooksOnly"),
            strict_hooks: is_on(reader, object, "strictHooks"),
        },
    }
}

fn is_on(reader: &mut Reader<'_>, object: &[Member], key: &str) -> bool {
    let mut res = false;
    for member in object.iter().filter(|it| it.key == key) {
        match member.value.bool() {
            Some(value) => res |= value,
            None => reader.wrong_type(&format!("`{key}`"), "`true` or `false`", &member.value),
        }
    }
    res
}
