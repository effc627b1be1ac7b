//! Looks at the disk: arms what is to be watched and takes the fingerprints of what is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, FileType, Metadata};
use std::hash::{BuildHasher, RandomState};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use stdx::Problem;
use stdx::fs::{FileError, Limit};

use crate::post::Post;
use crate::problems;
use crate::root::Root;
use crate::routes::Reach;
use crate::snapshot::{Content, Fingerprint, Snapshot, Stat, StatTrust};
use crate::trail::{Trail, trail};

/// More files and folders than anybody keeps for an agent; a link to a whole disk ends here.
pub(crate) const MOST_ENTRIES: usize = 100_000;

/// Files above this size are not read to be compared.
const COMPARED: Limit = Limit::mebibytes(1);

/// The coarsest time stamps in use, those of FAT, are this far apart.
const COARSE: Duration = Duration::from_secs(2);

/// What a scan found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) files: BTreeMap<PathBuf, Fingerprint>,
    pub(crate) problems: Vec<Problem>,
}

/// Takes fingerprints.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    pub(crate) snapshot: &'a Snapshot,
    /// Files that were reported by name: they are read, whatever their stat says.
    pub(crate) named: &'a BTreeSet<PathBuf>,
    pub(crate) hasher: &'a RandomState,
    pub(crate) now: SystemTime,
}

/// One walk through one root.
#[derive(Debug)]
pub(crate) struct Walk<'a> {
    pub(crate) root: &'a Root,
    pub(crate) post: &'a mut Post,
    pub(crate) reader: &'a Reader<'a>,
    pub(crate) found: &'a mut Found,
    n_entries: usize,
    /// The places of the folders above the current one.
    above: Vec<PathBuf>,
}

/// Something on the way.
struct Spot {
    /// Under the root.
    path: PathBuf,
    /// With all links resolved.
    place: PathBuf,
    /// How many levels below it count.
    levels: usize,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(
        root: &'a Root,
        post: &'a mut Post,
        (reader, found): (&'a Reader<'a>, &'a mut Found),
    ) -> Walk<'a> {
        Walk {
            root,
            post,
            reader,
            found,
            n_entries: 0,
            above: Vec::new(),
        }
    }

    /// Looks at what of the root lies at and below `scope`.
    pub(crate) fn scan(&mut self, scope: &Path) {
        if self.root.path.starts_with(scope) {
            let root = self.root;
            self.follow(&root.path, trail(&root.path), root.depth);
        } else if let Some(levels) = self.root.levels_below(scope) {
            self.scan_inside(scope, levels);
        }
        if self.n_entries > MOST_ENTRIES {
            let problem = problems::too_many(&self.root.path, MOST_ENTRIES);
            self.found.problems.push(problem);
        }
    }

    fn scan_inside(&mut self, scope: &Path, levels: usize) {
        let Ok(metadata) = fs::symlink_metadata(scope) else {
            return;
        };
        if metadata.is_file() {
            return self.file(scope);
        }
        let folders = scope.ancestors().skip(1);
        let folders = folders.take_while(|it| it.starts_with(&self.root.path));
        self.above = folders.filter_map(|it| trail(it).end).collect();
        self.above.reverse();
        if let (Some(above), Some(name)) = (self.above.last(), scope.file_name()) {
            let place = above.join(name);
            let path = scope.to_owned();
            self.visit(
                metadata.file_type(),
                Spot {
                    path,
                    place,
                    levels,
                },
            );
        }
    }

    fn visit(&mut self, kind: FileType, spot: Spot) {
        self.n_entries += 1;
        if kind.is_file() {
            self.file(&spot.path);
        } else if !self.root.enters(&spot.path) {
            // A link of such a name stands for such a folder.
        } else if kind.is_dir() {
            self.folder(&spot);
        } else if kind.is_symlink() {
            self.follow(&spot.path, trail(&spot.place), spot.levels);
        }
    }

    /// Looks at what a root or a link stands for, and makes it depend on all that decides this.
    fn follow(&mut self, path: &Path, trail: Trail, levels: usize) {
        for place in &trail.places {
            self.post.add(path, place, Reach::Itself);
            if let Some(container) = place.parent() {
                self.post.add(path, container, Reach::Container);
            }
        }
        let Some(place) = trail.end else { return };
        if self.above.iter().any(|it| it.starts_with(&place)) {
            let problem = problems::link_upwards(path, &place);
            return self.found.problems.push(problem);
        }
        let path = path.to_owned();
        match fs::metadata(&place) {
            Ok(it) if it.is_dir() => self.folder(&Spot {
                path,
                place,
                levels,
            }),
            Ok(it) if it.is_file() => self.file(&path),
            Ok(_) | Err(_) => {}
        }
    }

    fn folder(&mut self, spot: &Spot) {
        if spot.levels == 0 {
            return;
        }
        // Armed before it is listed: what appears in between is reported.
        self.post.add(&spot.path, &spot.place, Reach::Below);
        let entries = match fs::read_dir(&spot.place) {
            Ok(entries) => entries,
            Err(error) => return self.not_listed(&spot.path, &error),
        };
        self.above.push(spot.place.clone());
        for entry in entries.flatten() {
            if self.n_entries > MOST_ENTRIES {
                break;
            }
            if let Ok(kind) = entry.file_type() {
                self.visit(kind, spot.child(&entry));
            }
        }
        self.above.pop();
    }

    fn not_listed(&mut self, folder: &Path, error: &std::io::Error) {
        if error.kind() != ErrorKind::NotFound {
            let problem = problems::unreadable(folder, error);
            self.found.problems.push(problem);
        }
    }

    fn file(&mut self, path: &Path) {
        if !self.root.keeps(path) {
            return;
        }
        if let Some(fingerprint) = self.reader.fingerprint(path) {
            self.found.files.insert(path.to_owned(), fingerprint);
        }
    }
}

impl Spot {
    fn child(&self, entry: &fs::DirEntry) -> Spot {
        let name = entry.file_name();
        Spot {
            path: self.path.join(&name),
            place: self.place.join(&name),
            levels: self.levels.saturating_sub(1),
        }
    }
}

impl Reader<'_> {
    fn fingerprint(&self, path: &Path) -> Option<Fingerprint> {
        let metadata = fs::metadata(path).ok().filter(Metadata::is_file)?;
        let stat = stat(&metadata);
        let known = self.snapshot.get(path);
        let known = known.filter(|it| it.stat == stat && it.trust == StatTrust::Settled);
        match known {
            Some(known) if !self.named.contains(path) => Some(*known),
            Some(_) | None => self.read(path, stat),
        }
    }

    fn read(&self, path: &Path, stat: Stat) -> Option<Fingerprint> {
        let content = match stdx::fs::read(path, COMPARED) {
            Ok(bytes) => Content::Hash(self.hasher.hash_one(bytes)),
            Err(FileError::TooLarge { .. }) => Content::Large,
            Err(error) if error.is_missing() => return None,
            Err(_) => Content::Unreadable,
        };
        let age = stat.modified.map(|it| self.now.duration_since(it));
        let trust = match age {
            Some(Ok(age)) if age > COARSE => StatTrust::Settled,
            Some(_) | None => StatTrust::Fresh,
        };
        Some(Fingerprint {
            stat,
            content,
            trust,
        })
    }
}

fn stat(metadata: &Metadata) -> Stat {
    Stat {
        length: metadata.len(),
        modified: metadata.modified().ok(),
        number: number(metadata),
    }
}

#[cfg(unix)]
fn number(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn number(_metadata: &Metadata) -> u64 {
    0
}
