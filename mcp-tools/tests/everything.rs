//! The reference server `everything`, installed once from the registry of Node's packages.

#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests are tests, which the lint cannot see"
)]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use mcp_tools::{ConnectOptions, Reach, ServerSpec, Servers};
use missions::Success;
use serde_json::json;
use stdx::{Cancel, SystemTimer};

const PACKAGE: &str = "@modelcontextprotocol/server-everything@2026.8.31";

const INSTALLING: Duration = Duration::from_secs(120);

#[test]
fn the_reference_server_lists_and_runs_its_tools() {
    let environment = environment();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("everything");
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
    let server = match runtime.block_on(installed(&folder, &environment)) {
        Ok(server) => server,
        Err(why) => return println!("skipped: {why}"),
    };
    let spec = ServerSpec {
        name: "everything".to_owned(),
        reach: Reach::Program {
            command: "node".to_owned(),
            args: vec![server.to_string_lossy().into_owned(), "stdio".to_owned()],
            env: vec![],
        },
        source: None,
    };
    let mut options = ConnectOptions::new(&folder, Arc::new(SystemTimer));
    options.environment = environment;
    runtime.block_on(check(&spec, &options));
}

async fn check(spec: &ServerSpec, options: &ConnectOptions) {
    let loaded = Servers::connect(std::slice::from_ref(spec), options).await;
    assert_eq!(loaded.problems, vec![]);
    let servers = loaded.value;
    let tools = servers.tools();
    assert!(
        tools
            .iter()
            .any(|it| it.spec().name == "mcp__everything__echo")
    );
    drop(tools);
    let input = json!({"message": "hello"}).as_object().cloned().unwrap();
    let res = servers
        .call(("everything", "echo"), &input, &Cancel::new())
        .await;
    let res = res.unwrap();
    assert_eq!(
        (res.text.as_str(), res.success),
        ("Echo: hello", Success::Yes)
    );
    servers.close().await;
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test finds Node as its person does"
)]
fn environment() -> Vec<(OsString, OsString)> {
    std::env::vars_os().collect()
}

/// The server's file; installed where it is not there yet.
async fn installed(folder: &Path, environment: &[(OsString, OsString)]) -> Result<PathBuf, String> {
    let server = folder.join("node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    if !server.exists() {
        std::fs::create_dir_all(folder).map_err(|it| it.to_string())?;
        let npm = tokio::process::Command::new("npm")
            .args(["install", "--no-audit", "--no-fund", "--ignore-scripts"])
            .args(["--prefix", ".", PACKAGE])
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .current_dir(folder)
            .kill_on_drop(true)
            .output();
        let res = tokio::time::timeout(INSTALLING, npm).await;
        let res = res.map_err(|_| "npm took too long".to_owned())?;
        let res = res.map_err(|it| format!("npm: {it}"))?;
        if !res.status.success() {
            return Err(String::from_utf8_lossy(&res.stderr).into_owned());
        }
    }
    match server.exists() {
        true => Ok(server),
        false => Err("the package has another form".to_owned()),
    }
}
