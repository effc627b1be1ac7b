//! Which MCP servers a mission may start: the person's own, and those of the project that somebody
//! allowed.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hooks_cmd::BaseEnvironment;
use hooks_core::{Covered, DialectId, Fingerprint, HookPlace, Source, Trust, TrustDecision};
use mcp_tools::{ConnectOptions, Reach, ServerSpec, Servers, read};
use stdx::fs::Limit;
use stdx::{Loaded, Problem};

use super::streams::Streams;
use crate::commands::hooks::run::ask;
use crate::context::Context;
use crate::error::CommandError;
use crate::render::{self, counted};
use crate::wire::presence;
use crate::wire::trust_store::{Decided, TrustStore};

/// The largest file that is read.
const LIMIT: Limit = Limit::mebibytes(1);
/// How many servers the question shows.
const SHOWN: usize = 8;

/// A file of servers that came with the project, as it was read.
struct ProjectFile {
    path: PathBuf,
    bytes: Vec<u8>,
    servers: Vec<ServerSpec>,
}

/// How a project's file stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Allowed,
    Denied,
    Undecided,
}

/// The servers that may start. A person who is there is asked about those of the project.
fn allowed(
    context: &mut Context,
    streams: &Streams,
) -> Result<Loaded<Vec<ServerSpec>>, CommandError> {
    let mut problems = Vec::new();
    let own = context.roots.home.join("mcp.json");
    let (_, mut servers) = file(context, &own).drain_into(&mut problems);
    let path = context.roots.repository.join(".mcp.json");
    let (bytes, of_project) = file(context, &path).drain_into(&mut problems);
    if of_project.is_empty() {
        return Ok(Loaded {
            value: servers,
            problems,
        });
    }
    let project = ProjectFile {
        path,
        bytes,
        servers: of_project,
    };
    let mut standing = standing(context, &project);
    if standing == Standing::Undecided && somebody_is_there(context) {
        standing = streams.lend(context, |context| question(context, &project))?;
    }
    match standing {
        Standing::Allowed => servers.extend(project.servers),
        Standing::Denied => {}
        Standing::Undecided => problems.push(held_back(&project)),
    }
    Ok(Loaded {
        value: servers,
        problems,
    })
}

/// Starts the servers that may start; those which do not are problems, and the others are there.
pub(super) async fn started(
    context: &mut Context,
    streams: &Streams,
    problems: &mut Vec<Problem>,
) -> Result<Option<Arc<Servers>>, CommandError> {
    let specs = allowed(context, streams)?.drain_into(problems);
    if specs.is_empty() {
        return Ok(None);
    }
    let roots = &context.roots;
    let timer = Arc::clone(&context.world.timer);
    let mut options = ConnectOptions::new(roots.repository.clone(), timer);
    options.environment = environment(context);
    options.cancel = context.world.cancel.clone();
    let servers = Servers::connect(&specs, &options).await;
    Ok(Some(Arc::new(servers.drain_into(problems))))
}

/// The cleaned environment; what a server needs beyond it stands in its `env`.
fn environment(context: &Context) -> Vec<(OsString, OsString)> {
    let world = &context.world;
    let variables = world
        .env
        .iter()
        .map(|(name, value)| (name.clone(), value.clone()));
    let keep = context.settings.keep_variables.iter().map(Into::into);
    let mut res = BaseEnvironment::new(variables).keeping(keep).cleaned();
    let project = context.roots.repository.clone().into();
    res.push(("CLAUDE_PROJECT_DIR".into(), project));
    res
}

/// What a file says; one that is not there says nothing.
fn file(context: &Context, path: &Path) -> Loaded<(Vec<u8>, Vec<ServerSpec>)> {
    let bytes = match stdx::fs::read(path, LIMIT) {
        Ok(bytes) => bytes,
        Err(error) if error.is_missing() => return Loaded::default(),
        Err(error) => {
            let problem = Problem::error("mcp/file-unreadable", error.with_cause());
            return Loaded::default().with(problem.in_file(path));
        }
    };
    let variables =
        context.world.env.iter().filter_map(|(name, value)| {
            Some((name.to_str()?.to_owned(), value.to_str()?.to_owned()))
        });
    let servers = read(path, &bytes, &variables.collect());
    servers.map(|it| (bytes, it))
}

fn standing(context: &Context, file: &ProjectFile) -> Standing {
    let store = TrustStore::read(&context.roots, &context.settings.trusted_folders);
    let workspace = &context.roots.repository;
    if store.trusts_folder(workspace) {
        return Standing::Allowed;
    }
    let recorded = store.recorded(&place(file), workspace);
    let same = recorded.filter(|it| it.sha256 == stdx::sha256_hex(&file.bytes));
    match same.map(|it| it.decision) {
        Some(TrustDecision::Allow) => Standing::Allowed,
        Some(TrustDecision::Deny) => Standing::Denied,
        None => Standing::Undecided,
    }
}

/// Decisions about it lie where those about hook files do, for these bytes alone.
fn place(file: &ProjectFile) -> HookPlace {
    HookPlace {
        dialect: DialectId::ClaudeCode,
        source: Source::Project,
        file: file.path.clone(),
        covered: Covered::WholeFile,
        plugin: None,
    }
}

fn somebody_is_there(context: &Context) -> bool {
    let terminal = context.world.terminal;
    let is_person = presence::require(context, "start servers of a project").is_ok();
    terminal.stdin && terminal.stderr && is_person
}

fn question(context: &mut Context, file: &ProjectFile) -> Result<Standing, CommandError> {
    let n = counted(file.servers.len(), "MCP server");
    writeln!(context.world.stderr, ".mcp.json  {n} of this project")?;
    for server in file.servers.iter().take(SHOWN) {
        let line = format!("  {}: {}", server.name, reached(server));
        writeln!(context.world.stderr, "{}", render::flat(&line))?;
    }
    write!(context.world.stderr, "Start them in this project? [y/N] ")?;
    context.world.stderr.flush()?;
    if !ask::answer(context)? {
        // What was not answered with yes is asked again.
        return Ok(Standing::Undecided);
    }
    let store = TrustStore::read(&context.roots, &context.settings.trusted_folders);
    store.remember(&[Decided {
        place: &place(file),
        fingerprint: &Fingerprint {
            sha256: stdx::sha256_hex(&file.bytes),
            text: String::from_utf8_lossy(&file.bytes).into_owned(),
            scripts: Vec::new(),
        },
        decision: TrustDecision::Allow,
        workspace: &context.roots.repository,
        at: context.world.clock.now(),
    }])?;
    Ok(Standing::Allowed)
}

fn reached(server: &ServerSpec) -> String {
    match &server.reach {
        Reach::Program { command, args, .. } => format!("{command} {}", args.join(" ")),
        Reach::Http { url, .. } => url.clone(),
    }
}

fn held_back(file: &ProjectFile) -> Problem {
    let n = counted(file.servers.len(), "MCP server");
    let text = format!("{n} of this project did not start, since nobody allowed them");
    Problem::note("mcp/held-back", text)
        .in_file(&file.path)
        .with_hint("run this in a terminal to be asked, or list the folder under `trusted_folders` in your own settings")
}
