//! A tiny MCP server over standard input and output, for tests: it does what its first argument
//! says.
//!
//! `silent` never answers, `broken` complains and leaves, `noisy` mixes what is no JSON into its
//! output, `stubborn` starts a child and ignores that nobody speaks to it; `good` behaves. A second
//! argument names a file into which it writes the cancellations that it is told of.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::exit,
    clippy::disallowed_methods,
    reason = "a server speaks over its output, may leave at once, and may start what it likes"
)]

use std::io::{BufRead, Write};

use serde_json::{Value, json};

fn main() {
    let mut args = std::env::args().skip(1);
    let mode = args.next().unwrap_or_default();
    let notes = args.next();
    match mode.as_str() {
        "broken" => leave(),
        "noisy" => println!("Welcome!\n{{\"half\": "),
        "stubborn" => start_child(notes.as_deref()),
        _ => {}
    }
    let requests = std::io::stdin().lock().lines().map_while(Result::ok);
    for line in requests {
        let Ok(request) = serde_json::from_str::<Value>(&line) else {
            continue;
        };
        note_cancel(&request, notes.as_deref());
        if mode != "silent" {
            answer(&request);
        }
    }
    while matches!(mode.as_str(), "stubborn") {
        std::thread::park();
    }
}

fn leave() {
    eprintln!("starting\n\u{1b}[31mno database");
    std::process::exit(3);
}

fn start_child(notes: Option<&str>) {
    let child = std::process::Command::new("sleep").arg("600").spawn();
    if let (Ok(child), Some(notes)) = (child, notes) {
        let ids = format!("{} {}", std::process::id(), child.id());
        let _ = std::fs::write(notes, ids);
    }
}

fn note_cancel(request: &Value, notes: Option<&str>) {
    if let (Some("notifications/cancelled"), Some(notes)) = (request["method"].as_str(), notes) {
        let file = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(notes);
        if let Ok(mut file) = file {
            let _ = writeln!(file, "{}", request["params"]["requestId"]);
        }
    }
}

fn answer(request: &Value) {
    let result = match request["method"].as_str() {
        Some("initialize") => json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "tiny", "version": "1"},
        }),
        Some("tools/list") => page(&request["params"]["cursor"]),
        Some("tools/call") => match called(&request["params"]) {
            Some(result) => result,
            None => return,
        },
        _ => return,
    };
    println!(
        "{}",
        json!({"jsonrpc": "2.0", "id": request["id"], "result": result})
    );
}

fn page(cursor: &Value) -> Value {
    let tool =
        |name: &str| json!({"name": name, "description": "", "inputSchema": {"type": "object"}});
    match cursor.as_str() {
        None => json!({"tools": [tool("echo"), tool("fail"), tool("huge")], "nextCursor": "2"}),
        Some(_) => json!({"tools": [tool("wait"), tool("a.b"), tool("a_b"), tool("data")]}),
    }
}

/// `None` is never answered.
fn called(params: &Value) -> Option<Value> {
    let text = |text: String| json!([{"type": "text", "text": text}]);
    Some(match params["name"].as_str()? {
        "echo" => json!({"content": text(params["arguments"]["say"].to_string())}),
        "fail" => json!({"content": text("no such row".to_owned()), "isError": true}),
        "huge" => json!({"content": text(format!("<{}>", "x".repeat(300_000)))}),
        "data" => json!({"content": [], "structuredContent": {"rows": 2}}),
        "wait" => return None,
        name => json!({"content": text(format!("this is {name}"))}),
    })
}
