//! Servers as real ones on loopback, for cases whose hooks post to one.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Map, Value, json};

use super::scripted::{Shared, lock};
use super::{Answer, Call, Ending};
use crate::case::StubKind;
use crate::error::CaseError;

/// The most bytes of a request that are read.
const LONGEST: u64 = 32 << 20;

/// A server that answers from a script until it is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    address: SocketAddr,
    is_over: Arc<AtomicBool>,
    pub(crate) shared: Arc<Mutex<Shared>>,
}

impl Server {
    /// Listens on a free port.
    pub(crate) fn start() -> Result<Server, CaseError> {
        let io = |error| CaseError::io(std::path::Path::new("127.0.0.1"))(error);
        let listener = TcpListener::bind("127.0.0.1:0").map_err(io)?;
        let server = Server {
            address: listener.local_addr().map_err(io)?,
            is_over: Arc::default(),
            shared: Arc::default(),
        };
        let (is_over, shared) = (Arc::clone(&server.is_over), Arc::clone(&server.shared));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if is_over.load(Ordering::Relaxed) {
                    return;
                }
                let shared = Arc::clone(&shared);
                // A client that goes away is its own affair.
                thread::spawn(move || serve(stream, &shared).unwrap_or_default());
            }
        });
        Ok(server)
    }

    /// What stands for `[SERVER]`.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        // Wakes the thread that accepts.
        let _ = TcpStream::connect(self.address);
    }
}

/// One request.
struct Request {
    path: String,
    headers: Map<String, Value>,
    body: Vec<u8>,
}

fn serve(mut stream: TcpStream, shared: &Mutex<Shared>) -> io::Result<()> {
    let request = read(&mut stream)?;
    let answer = answer(shared, request);
    match answer {
        None => respond(&mut stream, 404, b""),
        Some(answer) if answer.ending == Ending::Killed => {
            // Until the other side has enough.
            stream.read_exact(&mut [0])
        }
        Some(answer) if answer.stub.fails.is_some() => Ok(()),
        Some(answer) => respond(
            &mut stream,
            answer.stub.status.unwrap_or(200),
            &answer.stdout,
        ),
    }
}

fn answer(shared: &Mutex<Shared>, request: Request) -> Option<Answer> {
    let mut shared = lock(shared);
    let Some(name) = shared.script.named_in(&request.path, StubKind::Http) else {
        shared.book.unscripted.push(request.path);
        return None;
    };
    let answer = shared.next(&name);
    let mut asked = Map::new();
    asked.insert("url".to_owned(), json!(format!("[SERVER]{}", request.path)));
    if shared.shows_headers && !request.headers.is_empty() {
        asked.insert("headers".to_owned(), Value::Object(request.headers));
    }
    let call = Call {
        stdin: request.body,
        asked,
        ..Call::default()
    };
    shared.book.note(&name, call);
    answer
}

fn read(stream: &mut TcpStream) -> io::Result<Request> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let mut lines = head.lines();
    let path = lines
        .next()
        .and_then(|it| it.split(' ').nth(1))
        .unwrap_or_default()
        .to_owned();
    let headers = lines.filter_map(|it| it.split_once(':'));
    let headers: Vec<_> = headers
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let length: u64 = length
        .and_then(|(_, value)| value.parse().ok())
        .unwrap_or(0);
    let mut body = Vec::new();
    stream.take(length.min(LONGEST)).read_to_end(&mut body)?;
    let shown = headers
        .iter()
        .filter(|(name, _)| !IS_USUAL.contains(&name.as_str()));
    let headers = shown
        .map(|(name, value)| (name.clone(), json!(value)))
        .collect();
    Ok(Request {
        path,
        headers,
        body,
    })
}

/// Headers of every request, which say nothing of the hook.
const IS_USUAL: [&str; 6] = [
    "host",
    "content-length",
    "connection",
    "accept",
    "accept-encoding",
    "user-agent",
];

fn respond(stream: &mut TcpStream, status: u16, body: &[u8]) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status} Stub\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)?;
    stream.flush()
}
