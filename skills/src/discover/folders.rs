//! Places of folders: `<name>/SKILL.md`.

use std::ffi::OsStr;
use std::fs::FileType;
use std::path::{Path, PathBuf};

use stdx::Problem;

use super::{
    Found, MAX_ENTRIES, Scope, Sighting, Target, Way, list, refused_name, too_many, typed,
    unreadable,
};

const FILE: &str = "SKILL.md";

/// What a folder of a skill holds.
#[derive(Default)]
struct Content {
    /// The file, under the name it has.
    file: Option<(PathBuf, FileType)>,
    /// Folders in it that hold a skill too.
    deeper: Vec<PathBuf>,
}

impl Scope<'_> {
    pub(super) fn all_folders(&self) -> (Vec<Sighting>, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut entries = match list(&self.real) {
            Ok(entries) => entries,
            Err(error) => return (Vec::new(), vec![unreadable(&self.place.dir, &error)]),
        };
        if entries.len() > MAX_ENTRIES {
            problems.push(too_many(&self.place.dir));
            entries.truncate(MAX_ENTRIES);
        }
        let mut res = Vec::new();
        for (name, file_type) in entries {
            if name == FILE && !file_type.is_dir() {
                problems.push(not_in_a_folder(&self.place.dir.join(FILE)));
            } else {
                let path = self.place.dir.join(&name);
                let target = self.follow(&path, (self.real.join(&name), file_type));
                res.extend(self.folder(&name, target));
            }
        }
        (res, problems)
    }

    /// The skill in the folder `name`, if there is any sign of one.
    pub(super) fn folder(&self, name: &OsStr, target: Result<Target, Problem>) -> Option<Sighting> {
        let path = self.place.dir.join(name);
        let mut problems = Vec::new();
        let found = match target {
            Ok(Target::Folder(real, way)) => self.look_into((&path, &real, way), &mut problems),
            Ok(Target::File(..) | Target::Other) => Ok(None),
            Err(problem) => Err(problem),
        };
        let found = found.unwrap_or_else(|problem| {
            problems.push(problem);
            None
        });
        let is_something = found.is_some() || !problems.is_empty();
        is_something.then(|| Sighting {
            key: PathBuf::from(name),
            found,
            problems,
        })
    }

    fn look_into(
        &self,
        (path, real, way): (&Path, &Path, Way),
        problems: &mut Vec<Problem>,
    ) -> Result<Option<Found>, Problem> {
        let content = content(real).map_err(|error| unreadable(path, &error))?;
        if way == Way::Direct {
            let deeper = content.deeper.iter();
            problems.extend(deeper.map(|it| too_deep(&path.join(it).join(FILE))));
        }
        let Some((file_name, file_type)) = content.file else {
            return Ok(None);
        };
        let name = typed(path.file_name().unwrap_or_default());
        let name = name.map_err(|fault| refused_name(path, fault))?.to_owned();
        let file = path.join(&file_name);
        if file_name != Path::new(FILE) {
            problems.push(odd_case(&file));
        }
        match self.follow(&file, (real.join(&file_name), file_type))? {
            Target::File(real, file_way) => Ok(Some(Found {
                name,
                file,
                real,
                way: way.max(file_way),
            })),
            Target::Folder(..) | Target::Other => Err(not_a_file(&file)),
        }
    }
}

fn content(real: &Path) -> std::io::Result<Content> {
    let mut res = Content::default();
    for (name, file_type) in list(real)? {
        let is_exact = name == FILE;
        if is_exact || (name.eq_ignore_ascii_case(FILE) && res.file.is_none()) {
            res.file = Some((PathBuf::from(name), file_type));
        } else if file_type.is_dir() && real.join(&name).join(FILE).is_file() {
            res.deeper.push(PathBuf::from(name));
        }
    }
    Ok(res)
}

fn not_in_a_folder(file: &Path) -> Problem {
    let message = "a skill stands in a folder of its own, whose name is the skill's";
    Problem::warning("skills/not-in-a-folder", message)
        .in_file(file)
        .with_hint("move it to `<name>/SKILL.md`")
}

fn too_deep(file: &Path) -> Problem {
    let message = "this skill is not loaded: skills are looked for exactly one folder deep";
    Problem::note("skills/too-deep", message).in_file(file)
}

fn odd_case(file: &Path) -> Problem {
    let message = "other programs look for `SKILL.md` in capital letters";
    Problem::warning("skills/file-name-case", message).in_file(file)
}

fn not_a_file(file: &Path) -> Problem {
    let message = format!("expected a file at `{}`, found a folder", file.display());
    Problem::error("skills/file-unreadable", message).in_file(file)
}
