//! Real programs as servers.

#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests are tests, which the lint cannot see"
)]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use mcp_tools::{ConnectOptions, McpError, Reach, ServerSpec, Servers, connect};
use missions::Success;
use serde_json::{Map, Value, json};
use stdx::{Cancel, SystemTimer};

fn spec(name: &str, args: &[&str]) -> ServerSpec {
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap();
    let server: PathBuf = folder.join("examples/mcp_server");
    ServerSpec {
        name: name.to_owned(),
        reach: Reach::Program {
            command: server.to_string_lossy().into_owned(),
            args: args.iter().map(|it| (*it).to_owned()).collect(),
            env: vec![],
        },
        source: None,
    }
}

fn options() -> ConnectOptions {
    let mut options = ConnectOptions::new("/", Arc::new(SystemTimer));
    options.environment = vec![("PATH".into(), "/usr/bin:/bin".into())];
    options.grace = Duration::from_millis(200);
    options
}

fn input(value: Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

fn run(test: impl Future<Output = ()>) {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(test);
}

async fn servers(specs: &[ServerSpec]) -> Servers {
    let loaded = Servers::connect(specs, &options()).await;
    assert_eq!(loaded.problems, vec![]);
    loaded.value
}

#[test]
fn tools_of_all_pages_have_names_of_their_own() {
    run(async {
        let servers = servers(&[spec("tiny", &["good"])]).await;
        let tools = servers.tools();
        let names: Vec<_> = tools.iter().map(|it| it.spec().name.clone()).collect();
        drop(tools);
        let (cut, rest): (Vec<_>, Vec<_>) = names.into_iter().partition(|it| it.contains("a_b-"));
        assert_eq!(cut.len(), 1);
        let words = ["echo", "fail", "huge", "wait", "a_b", "data"];
        assert_eq!(rest, words.map(|it| format!("mcp__tiny__{it}")));
        servers.close().await;
    });
}

#[test]
fn results_are_text_and_success() {
    run(async {
        let servers = servers(&[spec("tiny", &["noisy"])]).await;
        let call = async |tool: &str, value: Value| {
            let (input, cancel) = (input(value), Cancel::new());
            let res = servers.call(("tiny", tool), &input, &cancel).await;
            let res = res.unwrap();
            (res.text, res.success)
        };
        let said = call("echo", json!({"say": "hi"})).await;
        assert_eq!(said, ("\"hi\"".to_owned(), Success::Yes));
        let failed = call("fail", json!({})).await;
        assert_eq!(failed, ("no such row".to_owned(), Success::No));
        let data = call("data", json!({})).await;
        assert_eq!(data, ("{\"rows\":2}".to_owned(), Success::Yes));
        let (huge, _) = call("huge", json!({})).await;
        assert!(huge.len() < 66_000 && huge.starts_with('<') && huge.ends_with('>'));
        assert!(huge.contains("bytes left out"));
        let missing = servers
            .call(("tiny", "no"), &Map::new(), &Cancel::new())
            .await;
        assert!(matches!(missing, Err(McpError::NoTool { .. })));
        servers.close().await;
    });
}

#[test]
fn a_call_ends_with_its_time_or_a_cancel_and_the_server_is_told() {
    run(async {
        let folder = tempfile::tempdir().unwrap();
        let notes = folder.path().join("notes");
        let spec = spec("tiny", &["good", &notes.to_string_lossy()]);
        let after = Duration::from_millis(200);
        let mut options = options();
        options.call_timeout = after;
        let server = connect(&spec, &options).await.unwrap();
        let late = server.call("wait", &Map::new(), &Cancel::new()).await;
        assert_eq!(late, Err(McpError::Timeout { after }));
        let cancel = Cancel::new();
        cancel.cancel("enough");
        let cancelled = server.call("wait", &Map::new(), &cancel).await;
        assert_eq!(
            cancelled,
            Err(McpError::Cancelled {
                reason: "enough".to_owned()
            })
        );
        // One answered call later the server has read what came before it.
        let echo = server.call("echo", &Map::new(), &Cancel::new()).await;
        assert!(echo.is_ok());
        let told = stdx::fs::read(&notes, stdx::fs::Limit::mebibytes(1)).unwrap();
        assert_eq!(told.iter().filter(|it| **it == b'\n').count(), 1);
        server.close().await;
    });
}

#[test]
fn a_server_that_does_not_start_is_a_problem() {
    run(async {
        let nobody = ServerSpec {
            name: "nobody".to_owned(),
            reach: Reach::Program {
                command: "no-such-program-here".to_owned(),
                args: vec![],
                env: vec![],
            },
            source: None,
        };
        let specs = [
            nobody,
            spec("broken", &["broken"]),
            spec("silent", &["silent"]),
            spec("tiny", &["good"]),
        ];
        let start_timeout = Duration::from_secs(1);
        let loaded = Servers::connect(
            &specs,
            &ConnectOptions {
                start_timeout,
                ..options()
            },
        )
        .await;
        let messages: Vec<_> = loaded
            .problems
            .iter()
            .map(|it| it.message.as_str())
            .collect();
        assert_eq!(
            messages,
            [
                "the server `nobody` is not there: the program `no-such-program-here` was not found",
                "the server `broken` is not there: the server did not start: it ended with exit code 3; \
                 it said: starting / \u{fffd}no database",
                "the server `silent` is not there: the server did not answer within 1 s",
            ]
        );
        assert_eq!(loaded.value.names().collect::<Vec<_>>(), ["tiny"]);
        loaded.value.close().await;
    });
}

#[test]
fn nobody_is_left() {
    for close in [true, false] {
        run(async move {
            let folder = tempfile::tempdir().unwrap();
            let notes = folder.path().join("notes");
            let spec = spec("tiny", &["stubborn", &notes.to_string_lossy()]);
            let server = connect(&spec, &options()).await.unwrap();
            let ids = stdx::fs::read(&notes, stdx::fs::Limit::mebibytes(1)).unwrap();
            match close {
                true => server.close().await,
                false => drop(server),
            }
            for id in String::from_utf8(ids).unwrap().split(' ') {
                wait_until_gone(id).await;
            }
        });
    }
}

async fn wait_until_gone(id: &str) {
    let stat = PathBuf::from(format!("/proc/{id}/stat"));
    let lives = || {
        let stat = stdx::fs::read(&stat, stdx::fs::Limit::mebibytes(1)).unwrap_or_default();
        let stat = String::from_utf8_lossy(&stat).into_owned();
        !stat.is_empty() && !stat.contains(") Z ")
    };
    for _ in 0..200 {
        if !lives() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{id} is left");
}
