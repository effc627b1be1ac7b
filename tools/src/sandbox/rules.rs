//! The bounds of a sandbox, and the way they are handed to the program that enters it.

use std::ffi::OsString;
use std::path::PathBuf;

/// What a confined program may do to files. All paths are absolute; one that does not exist is passed
/// over.
///
/// What is not named here can be read and executed and not written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SandboxRules {
    /// May be written, with all beneath: the project, further folders, temporary folders, devices.
    pub writable: Vec<PathBuf>,
    /// May not be written, with all beneath, also where they lie beneath something writable.
    pub protected: Vec<PathBuf>,
    /// Folders whose own files may not be changed, while folders in them are left alone.
    pub fixed: Vec<PathBuf>,
    /// May be neither read nor written: our home, with the socket in it.
    pub hidden: Vec<PathBuf>,
    /// Folders beneath something hidden that may be read all the same, such as those of skills.
    pub shown: Vec<PathBuf>,
    /// Whether mounts of its own are tried.
    pub view: WantedView,
}

/// Whether a sandbox tries to have mounts of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WantedView {
    /// Where the system allows it.
    #[default]
    OwnIfPossible,
    /// Never: Landlock alone.
    Shared,
}

/// Arguments that are no rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the rules of a sandbox, found `{found}`")]
pub struct RulesError {
    /// The first argument that has no place.
    pub found: String,
}

const END: &str = "--";
const SHARED: &str = "shared-view";

impl SandboxRules {
    /// The rules as arguments, each path behind a word for its kind, a `--` at the end.
    pub fn to_args(&self) -> Vec<OsString> {
        let kinds = [
            ("write", &self.writable),
            ("protect", &self.protected),
            ("fix", &self.fixed),
            ("hide", &self.hidden),
            ("show", &self.shown),
        ];
        let pairs = kinds
            .into_iter()
            .flat_map(|(word, paths)| paths.iter().map(move |it| (word, it)));
        let shared = match self.view {
            WantedView::OwnIfPossible => None,
            WantedView::Shared => Some(OsString::from(SHARED)),
        };
        pairs
            .flat_map(|(word, path)| [OsString::from(word), path.clone().into()])
            .chain(shared)
            .chain([OsString::from(END)])
            .collect()
    }

    /// Reads what [`to_args`](SandboxRules::to_args) wrote, and gives what follows: the command.
    ///
    /// # Errors
    ///
    /// [`RulesError`] for anything else.
    pub fn from_args(
        args: impl IntoIterator<Item = OsString>,
    ) -> Result<(SandboxRules, Vec<OsString>), RulesError> {
        let mut args = args.into_iter();
        let mut res = SandboxRules::default();
        loop {
            let word = args.next().unwrap_or_default();
            if word == END {
                return Ok((res, args.collect()));
            }
            if word == SHARED {
                res.view = WantedView::Shared;
                continue;
            }
            let (Some(paths), Some(path)) = (res.of(&word), args.next()) else {
                let found = word.to_string_lossy().into_owned();
                return Err(RulesError { found });
            };
            paths.push(path.into());
        }
    }

    fn of(&mut self, word: &std::ffi::OsStr) -> Option<&mut Vec<PathBuf>> {
        match word.to_str()? {
            "write" => Some(&mut self.writable),
            "protect" => Some(&mut self.protected),
            "fix" => Some(&mut self.fixed),
            "hide" => Some(&mut self.hidden),
            "show" => Some(&mut self.shown),
            _ => None,
        }
    }
}
