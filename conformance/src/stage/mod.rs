//! The folder in which a case happens: a project, a home, and what belongs to the system.

pub(crate) mod disk;
mod handler;
mod hooks;
mod places;
mod snapshot;

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use hooks_core::DialectId;
use stdx::fs::Limit;
use tempfile::TempDir;

use crate::case::{Case, Entry, HookSource, Script, TrustWord};
use crate::error::CaseError;
use crate::stubs::Server;

pub(crate) use hooks::dialect_of;
pub(crate) use snapshot::Snapshot;

/// The most bytes that a file of a case may have.
pub(crate) const FILE_LIMIT: Limit = Limit::mebibytes(64);

/// A fresh folder, filled with what is given.
#[derive(Debug)]
pub(crate) struct Stage {
    /// Removes the folder when it is dropped.
    _folder: TempDir,
    root: PathBuf,
    id: String,
    /// The folder of the case itself.
    case_folder: PathBuf,
    pub(crate) run_in: Option<DialectId>,
    /// Decisions that are still to be made about files, by path as a case writes it.
    pub(crate) trust: BTreeMap<String, TrustWord>,
    /// What the hook files could not say.
    pub(crate) unsayable: Vec<String>,
    /// The server that answers hooks, where there is a real one.
    server: Option<Server>,
    /// Files that are given to `hooks run` by option, since nothing else finds them.
    pub(crate) config: Vec<String>,
}

impl Stage {
    /// An empty stage: the folders alone.
    pub(crate) fn new(case_folder: &Path, run_in: Option<DialectId>) -> Result<Stage, CaseError> {
        let folder = tempfile::Builder::new().prefix("case-").tempdir();
        let folder = folder.map_err(CaseError::io(&std::env::temp_dir()))?;
        let root = folder
            .path()
            .canonicalize()
            .map_err(CaseError::io(folder.path()))?;
        let repo = root.join("repo");
        for path in [repo.join(".git"), root.join("home"), root.join("stubs")] {
            disk::make_folder(&path)?;
        }
        let digest = stdx::sha256_hex(repo.as_os_str().as_encoded_bytes());
        Ok(Stage {
            _folder: folder,
            id: format!("repo-{}", &digest[..12]),
            root,
            case_folder: case_folder.to_owned(),
            run_in,
            trust: BTreeMap::new(),
            unsayable: Vec::new(),
            server: None,
            config: Vec::new(),
        })
    }

    /// With a server that really listens.
    pub(crate) fn with_server(mut self) -> Result<Stage, CaseError> {
        self.server = Some(Server::start()?);
        Ok(self)
    }

    /// What stands for `[SERVER]`.
    pub(crate) fn server_url(&self) -> String {
        match &self.server {
            Some(server) => server.url(),
            None => "http://server.test".to_owned(),
        }
    }

    /// The server that answers hooks, where there is a real one.
    pub(crate) fn server(&self) -> Option<&Server> {
        self.server.as_ref()
    }

    /// Puts there what is given.
    pub(crate) fn fill(&mut self, case: &Case) -> Result<(), CaseError> {
        let tree = self.case_folder.join("tree");
        if tree.is_dir() {
            disk::copy_tree(&tree, &self.repo())?;
        }
        for (path, entry) in &case.given.files {
            self.put(path, entry)?;
        }
        for (name, script) in &case.scripts {
            self.put_text(&Script::path(name), &script.text())?;
        }
        let written = hooks::write(case, self.run_in)?;
        for (path, value) in &written.files {
            self.put_hooks(case, path, value)?;
        }
        self.trust = written.trust;
        self.trust.extend(case.given.trust.clone());
        self.unsayable = written.unsayable;
        self.plugin(case)?;
        disk::make_folder(&self.cwd(case)?)
    }

    fn put_hooks(
        &self,
        case: &Case,
        path: &str,
        value: &serde_json::Value,
    ) -> Result<(), CaseError> {
        if case.given.files.contains_key(path) {
            let text = format!(
                "`{path}` is given twice: as a file, and by `given.hook` or `given.permissions`"
            );
            return Err(CaseError::nonsense(text));
        }
        let text = format!("{value:#}\n");
        disk::put_file(&self.path(path)?, text.as_bytes(), None)
    }

    /// Given hooks of a plugin come in by option, so that they can be of any dialect; a whole plugin
    /// is given by its files.
    fn plugin(&mut self, case: &Case) -> Result<(), CaseError> {
        let mut sources = case.given.hooks.iter().map(|it| it.source);
        let is_plugin = |it: HookSource| it == HookSource::Plugin;
        let observer = self.run_in == Some(DialectId::NemocodeObserver);
        if !observer && !sources.clone().any(is_plugin) {
            return Ok(());
        }
        if !observer && !sources.all(is_plugin) {
            let text = "hooks of a plugin cannot stand beside others: they come in by `--config`";
            return Err(CaseError::nonsense(text));
        }
        let dialect = self.run_in.unwrap_or(DialectId::Tackle);
        let file = self.path(places::PLUGIN)?;
        self.config = vec![format!("{dialect}:{}", file.display())];
        Ok(())
    }

    /// Puts one entry at a path, as a case writes paths.
    pub(crate) fn put(&self, path: &str, entry: &Entry) -> Result<(), CaseError> {
        disk::put(&self.path(path)?, entry, |name| self.of_case(name))
    }

    /// Writes a text at a path.
    pub(crate) fn put_text(&self, path: &str, text: &str) -> Result<(), CaseError> {
        disk::put_file(&self.path(path)?, text.as_bytes(), None)
    }

    /// Removes what is at a path.
    pub(crate) fn remove(&self, path: &str) -> Result<(), CaseError> {
        disk::remove(&self.path(path)?)
    }

    /// A file of the case's own folder.
    pub(crate) fn of_case(&self, name: &str) -> Result<Vec<u8>, CaseError> {
        Ok(stdx::fs::read(&self.case_folder.join(name), FILE_LIMIT)?)
    }

    /// The path that a case means.
    pub(crate) fn path(&self, text: &str) -> Result<PathBuf, CaseError> {
        let text = text.replace("<id>", &self.id);
        let (base, rest) = self.base(&text);
        let rest = Path::new(rest);
        let is_below = rest
            .components()
            .all(|it| matches!(it, Component::Normal(_) | Component::CurDir));
        if !is_below {
            return Err(CaseError::nonsense(format!(
                "`{text}` leads out of the case"
            )));
        }
        Ok(base.join(rest))
    }

    fn base<'t>(&self, text: &'t str) -> (PathBuf, &'t str) {
        let root = self.root.to_string_lossy();
        let below_root = text
            .strip_prefix(&*root)
            .and_then(|it| it.strip_prefix('/'));
        let private = self.root.join("home/.tackle/projects").join(&self.id);
        let bases = [
            (self.root.join("home"), text.strip_prefix("~/")),
            (self.root.join("etc"), text.strip_prefix("/etc/")),
            (private, text.strip_prefix("<private>/")),
            (
                self.root.clone(),
                text.strip_prefix("<root>/").or(below_root),
            ),
        ];
        let found = bases
            .into_iter()
            .find_map(|(base, rest)| Some((base, rest?)));
        found.unwrap_or_else(|| (self.repo(), text))
    }

    /// The working folder of a case.
    pub(crate) fn cwd(&self, case: &Case) -> Result<PathBuf, CaseError> {
        match &case.given.cwd {
            Some(folder) => self.path(folder),
            None => Ok(self.repo()),
        }
    }

    /// The folder of everything.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// The project.
    pub(crate) fn repo(&self) -> PathBuf {
        self.root.join("repo")
    }

    /// The home.
    pub(crate) fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    /// What stands for `/etc`.
    pub(crate) fn etc(&self) -> PathBuf {
        self.root.join("etc")
    }

    /// The stand-ins for programs.
    pub(crate) fn stubs(&self) -> PathBuf {
        self.root.join("stubs")
    }

    /// The project's name in private folders.
    pub(crate) fn id(&self) -> &str {
        &self.id
    }
}
