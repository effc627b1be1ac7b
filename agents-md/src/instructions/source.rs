//! Where instructions are looked for, and what is found.

use std::path::{Component, Path, PathBuf};

/// The most imports that follow from one another; a sixth is not read.
pub const MOST_IMPORT_HOPS: usize = 5;

/// Where to look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstructionRoots {
    /// Our own folder, `~/.tackle`.
    pub tackle_home: PathBuf,
    /// The person's home.
    pub home: PathBuf,
    /// The root of the repository, absolute.
    pub repository: PathBuf,
    /// The file or folder that is worked on; the root, if it lies elsewhere.
    pub target: PathBuf,
}

/// Who wrote a piece of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstructionSource {
    /// The person, for all projects; its imports may lead anywhere.
    Personal,
    /// The repository; its imports stay inside.
    Repository,
}

/// One file of instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstructionPiece {
    /// The file under the name by which it was found.
    pub file: PathBuf,
    /// Who wrote it.
    pub source: InstructionSource,
    /// The file whose `@path` brought it in.
    pub imported_by: Option<PathBuf>,
    /// Its text as it is, without a byte order mark; lines that import stay.
    pub text: String,
}

/// Names in one folder, in the order in which they are folded. No product that has two of them
/// says which one wins, and authors split their text over both, so both are read: the open format
/// first, then what adds to it.
const NAMES: [&str; 4] = [
    "AGENTS.md",
    "CLAUDE.md",
    ".claude/CLAUDE.md",
    "CLAUDE.local.md",
];

/// The files that may be there, the most general first.
pub(crate) fn candidates(roots: &InstructionRoots) -> Vec<(PathBuf, InstructionSource)> {
    let personal = [
        roots.tackle_home.join("AGENTS.md"),
        roots.home.join(".claude/CLAUDE.md"),
    ];
    let personal = personal.map(|it| (it, InstructionSource::Personal));
    let folders = folders(&roots.repository, &roots.target);
    let of_repository = folders
        .iter()
        .flat_map(|folder| NAMES.map(|name| (folder.join(name), InstructionSource::Repository)));
    personal.into_iter().chain(of_repository).collect()
}

/// From the root down to `target`. A file counts as one more folder, in which nothing is found.
fn folders(root: &Path, target: &Path) -> Vec<PathBuf> {
    let steps = target.strip_prefix(root).unwrap_or(Path::new(""));
    let mut res = vec![root.to_owned()];
    let mut folder = root.to_owned();
    for step in steps.components() {
        // A target that climbs is no way down.
        if !matches!(step, Component::Normal(_)) {
            return vec![root.to_owned()];
        }
        folder.push(step);
        res.push(folder.clone());
    }
    res
}
