//! A server over streamable HTTP, on the loopback.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests are tests, which the lint cannot see"
)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use mcp_tools::{CallOutcome, ConnectOptions, McpError, Reach, ServerSpec, connect};
use missions::Success;
use serde_json::{Map, Value, json};
use stdx::{Cancel, SystemTimer};

/// What the server answers to a request that carries the right token.
const TOKEN: &str = "authorization: bearer t0k";

fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            std::thread::spawn(move || exchange(&stream));
        }
    });
    format!("http://{address}/mcp")
}

/// One request a connection.
fn exchange(mut stream: &TcpStream) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        match line.trim_end() {
            "" => break,
            line => head.push(line.to_lowercase()),
        }
    }
    let length = head
        .iter()
        .find_map(|it| it.strip_prefix("content-length: "));
    let length: usize = length.and_then(|it| it.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let (status, body) = match () {
        () if !head[0].starts_with("post") => ("405 Method Not Allowed", String::new()),
        () if !head.iter().any(|it| it == TOKEN) => ("401 Unauthorized", String::new()),
        () => answer(&serde_json::from_slice(&body).ok()?),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nWWW-Authenticate: Bearer\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()
}

fn answer(request: &Value) -> (&'static str, String) {
    let result = match request["method"].as_str() {
        Some("initialize") => json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "web", "version": "1"},
        }),
        Some("tools/list") => {
            json!({"tools": [{"name": "look", "inputSchema": {"type": "object"}}]})
        }
        Some("tools/call") => json!({"content": [
            {"type": "text", "text": "seen"},
            {"type": "image", "data": "AAAA", "mimeType": "image/png"},
        ]}),
        _ => return ("202 Accepted", String::new()),
    };
    let answer = json!({"jsonrpc": "2.0", "id": request["id"], "result": result});
    ("200 OK", answer.to_string())
}

/// What a call of `look` gives, for a server at `url` with these headers.
#[track_caller]
fn check(url: &str, token: &str, expected: Result<CallOutcome, McpError>) {
    let spec = ServerSpec {
        name: "web".to_owned(),
        reach: Reach::Http {
            url: url.to_owned(),
            headers: vec![("Authorization".to_owned(), format!("Bearer {token}"))],
        },
        source: None,
    };
    let mut options = ConnectOptions::new("/", Arc::new(SystemTimer));
    options.start_timeout = Duration::from_secs(5);
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
    let res = runtime.block_on(async {
        let server = connect(&spec, &options).await?;
        let res = server.call("look", &Map::new(), &Cancel::new()).await;
        server.close().await;
        res
    });
    assert_eq!(res, expected);
}

#[test]
fn a_call_goes_over_http() {
    let text = "seen\n[an image, image/png, 3 bytes, which cannot be shown here]".to_owned();
    let success = Success::Yes;
    check(&serve(), "t0k", Ok(CallOutcome { text, success }));
}

#[test]
fn a_server_that_wants_a_login_says_so() {
    check(&serve(), "wrong", Err(McpError::Login));
}
