//! `tackle skills check`: finds mistakes in skills and in the hooks that they carry.

use std::path::{Component, Path, PathBuf};

use clap::Args;
use hooks_core::TrustState;
use serde::Serialize;
use skills::{
    Layout, Product, Registry, Skill, SkillFile, SkillPlace, Source, advice, check_specification,
};
use stdx::Problem;
use stdx::fs::Limit;

use super::hooks_of;
use crate::commands::hooks::remarks::of_handlers;
use crate::context::{Context, Format};
use crate::error::CommandError;
use crate::exit;
use crate::render::{self, counted};
use crate::wire::skills::SkillSet;

/// What is checked.
#[derive(Debug, Args)]
pub(crate) struct CheckOptions {
    /// Files, folders of one skill, or folders of skills; without one, every skill that applies here.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Holds them to the letter of the Agent Skills specification, for use in other programs.
    #[arg(long)]
    pub(crate) strict: bool,
}

/// What was found.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct CheckedSkills {
    /// What is wrong, by file and line.
    #[cfg_attr(feature = "schemas", schemars(with = "crate::schemas::Problems"))]
    problems: Vec<Problem>,
    /// How many skills could be read; shipped ones do not count.
    skills: usize,
    /// How many hooks they carry.
    hooks: usize,
}

/// Runs the command.
pub(crate) fn run(context: &mut Context, options: &CheckOptions) -> Result<u8, CommandError> {
    let mut checker = Checker {
        context,
        options,
        res: CheckedSkills::default(),
    };
    match options.paths.is_empty() {
        true => checker.whole_project(),
        false => options.paths.iter().try_for_each(|it| checker.path(it))?,
    }
    let mut checked = checker.res;
    // Stable, so that what one reader says of a file stays in its order.
    checked
        .problems
        .sort_by(|left, right| (&left.file, left.place).cmp(&(&right.file, right.place)));
    print(context, &checked)?;
    Ok(exit::of_check(&checked.problems))
}

struct Checker<'a> {
    context: &'a Context,
    options: &'a CheckOptions,
    res: CheckedSkills,
}

impl Checker<'_> {
    fn whole_project(&mut self) {
        let set = SkillSet::read(self.context);
        self.res.problems.extend(set.problems());
        let own = |it: &&Skill| it.source != Source::Shipped;
        let skills = set.registry.all().map(|it| it.skill.as_ref());
        skills.filter(own).for_each(|it| self.skill(it));
    }

    fn path(&mut self, given: &Path) -> Result<(), CommandError> {
        let path = named_plainly(self.context.world.cwd.join(given));
        if path.symlink_metadata().is_err() {
            let given = given.display();
            return Err(CommandError::fault(format!(
                "there is no file or folder `{given}`"
            )));
        }
        match path.is_dir() {
            true => self.folder(&path),
            false => self.file(&path),
        }
        Ok(())
    }

    fn folder(&mut self, path: &Path) {
        let own_file = skill_file_in(path);
        let parent = path.parent().filter(|_| own_file.is_some());
        let below = match parent {
            Some(parent) => Registry::load(vec![self.place(parent, Layout::Folders)], Vec::new()),
            None => Registry::load(vec![self.place(path, layout_of(path))], Vec::new()),
        };
        let n_before = (self.res.skills, self.res.problems.len());
        let is_here = |file: &Path| file.starts_with(path);
        let problems = below.problems().into_iter();
        self.res
            .problems
            .extend(problems.filter(|it| it.file.as_deref().is_some_and(is_here)));
        let skills = below.all().map(|it| it.skill.as_ref());
        skills
            .filter(|it| is_here(&it.file))
            .for_each(|it| self.skill(it));
        if n_before != (self.res.skills, self.res.problems.len()) {
            return;
        }
        match own_file {
            // Hidden folders are no skills, but somebody named this one.
            Some(file) => self.file(&file),
            None => self.res.problems.push(nothing_here(path)),
        }
    }

    fn file(&mut self, path: &Path) {
        let bytes = match stdx::fs::read(path, Limit::bytes(skills::MAX_FILE_BYTES)) {
            Ok(bytes) => bytes,
            Err(error) => {
                let problem = Problem::error("skills/file-unreadable", error.with_cause());
                return self.res.problems.push(problem.in_file(path));
            }
        };
        let is_skill = is_skill_file(path);
        let named = match is_skill {
            true => path.parent().and_then(Path::file_name),
            false => path.file_stem(),
        };
        let known = SkillFile {
            file: path,
            name: &named.unwrap_or_default().to_string_lossy(),
            source: &Source::Project,
            product: Product::Tackle,
            layout: if is_skill {
                Layout::Folders
            } else {
                Layout::Commands
            },
        };
        let skill = skills::read(&known, &bytes).drain_into(&mut self.res.problems);
        skill.iter().for_each(|it| self.skill(it));
    }

    /// What is said of a skill that could be read.
    fn skill(&mut self, skill: &Skill) {
        self.res.skills += 1;
        let problems = &mut self.res.problems;
        let strict = self.options.strict;
        // The specification says of a name what the remark says, and more sternly.
        let is_said = |it: &Problem| strict && it.code == "skills/name-form";
        problems.extend(advice(skill).into_iter().filter(|it| !is_said(it)));
        if strict {
            problems.extend(check_specification(skill));
        }
        if let Some(layer) = hooks_of(self.context, skill, TrustState::NotNeeded) {
            self.res.hooks += layer.handlers.len();
            problems.extend(of_handlers(&layer, &self.context.roots.repository));
            problems.extend(layer.problems);
        }
    }

    fn place(&self, dir: &Path, layout: Layout) -> SkillPlace {
        let repository = &self.context.roots.repository;
        SkillPlace {
            dir: dir.to_owned(),
            source: Source::Project,
            product: Product::Tackle,
            layout,
            boundary: dir.starts_with(repository).then(|| repository.clone()),
        }
    }
}

/// A skill is called like its folder, and what lies in which folder is seen by its path; `..` says
/// neither.
fn named_plainly(path: PathBuf) -> PathBuf {
    match path.components().any(|it| it == Component::ParentDir) {
        true => path.canonicalize().unwrap_or(path),
        false => path,
    }
}

fn is_skill_file(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|it| it.eq_ignore_ascii_case("SKILL.md"))
}

fn skill_file_in(dir: &Path) -> Option<PathBuf> {
    let names = ["SKILL.md", "skill.md"];
    names.iter().map(|it| dir.join(it)).find(|it| it.is_file())
}

fn layout_of(dir: &Path) -> Layout {
    match dir.file_name().is_some_and(|it| it == "commands") {
        true => Layout::Commands,
        false => Layout::Folders,
    }
}

fn nothing_here(dir: &Path) -> Problem {
    let message = format!("no skill stands in `{}`", dir.display());
    Problem::warning("skills/nothing-here", message)
        .in_file(dir)
        .with_hint("name a `SKILL.md`, the folder of one, or a folder of such folders")
}

fn print(context: &mut Context, checked: &CheckedSkills) -> Result<(), CommandError> {
    let CheckedSkills {
        problems,
        skills,
        hooks,
    } = checked;
    if context.format == Format::Json {
        return Ok(render::json_line(&mut context.world.stdout, checked)?);
    }
    let with_hooks = match hooks {
        0 => String::new(),
        n => format!(" with {}", counted(*n, "hook")),
    };
    let what = format!("{}{with_hooks}", counted(*skills, "skill"));
    Ok(render::checked(context, problems, &what)?)
}
