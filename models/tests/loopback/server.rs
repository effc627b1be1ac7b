//! A server on the loopback interface that answers by a script and remembers what it was asked.

#![expect(clippy::unwrap_used, reason = "a helper of tests fails as a test does")]

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::yield_now;

/// What the server does with one request.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    /// The body, piece by piece; each leaves on its own.
    pub(crate) pieces: Vec<Vec<u8>>,
    pub(crate) end: End,
}

/// How an answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// As HTTP wants it.
    Well,
    /// The connection is cut before the body is whole.
    Cut,
    /// The connection is cut before anything was said.
    CutAtOnce,
    /// Nothing more comes, and the connection stays open.
    Hang,
    /// Nothing comes at all, and the connection stays open.
    HangAtOnce,
}

impl Answer {
    pub(crate) fn stream(kind: &str, pieces: Vec<Vec<u8>>) -> Answer {
        Answer {
            status: 200,
            headers: vec![("content-type", kind.to_owned())],
            pieces,
            end: End::Well,
        }
    }

    /// Server-sent events as a vendor records them, in one piece.
    pub(crate) fn events(text: &str) -> Answer {
        Answer::stream("text/event-stream; charset=utf-8", vec![text.into()])
    }

    pub(crate) fn lines(text: &str) -> Answer {
        Answer::stream("application/x-ndjson", vec![text.into()])
    }

    pub(crate) fn refusal(status: u16, body: &str) -> Answer {
        Answer {
            status,
            ..Answer::stream("application/json", vec![body.into()])
        }
    }

    pub(crate) fn html(status: u16, body: &str) -> Answer {
        Answer {
            status,
            ..Answer::stream("text/html; charset=utf-8", vec![body.into()])
        }
    }

    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Answer {
        self.headers.push((name, value.to_owned()));
        self
    }

    pub(crate) fn ending(self, end: End) -> Answer {
        Answer { end, ..self }
    }

    /// The same, one byte at a time.
    pub(crate) fn slowly(mut self) -> Answer {
        let bytes = self.pieces.concat();
        self.pieces = bytes.into_iter().map(|it| vec![it]).collect();
        self
    }
}

/// A request as it arrived.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) line: String,
    /// `name: value`, names in lower case.
    pub(crate) headers: Vec<String>,
    pub(crate) body: Value,
}

impl Asked {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter();
        found.find_map(|it| it.strip_prefix(name)?.strip_prefix(": "))
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Server {
    pub(crate) address: String,
    script: Arc<Mutex<VecDeque<Answer>>>,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    /// Must be called within a runtime.
    pub(crate) async fn start(script: Vec<Answer>) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Server {
            address: format!("http://{}", listener.local_addr().unwrap()),
            script: Arc::new(Mutex::new(script.into())),
            asked: Arc::default(),
        };
        let serving = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serving.clone().serve(stream));
            }
        });
        server
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    async fn serve(self, mut stream: TcpStream) {
        let Some(asked) = read_request(&mut stream).await else {
            return;
        };
        self.asked.lock().unwrap().push(asked);
        let answer = self.script.lock().unwrap().pop_front();
        let answer = answer.unwrap_or_else(|| Answer::refusal(400, "the script is at its end"));
        let _ = write_answer(&mut stream, answer).await;
    }
}

async fn read_request(stream: &mut TcpStream) -> Option<Asked> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|it| it == b"\r\n\r\n") {
            break end + 4;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let text = String::from_utf8(bytes[..head].to_vec()).unwrap();
    let mut lines = text.lines().map(str::to_owned);
    let line = lines.next()?;
    let headers: Vec<String> = lines.filter(|it| !it.is_empty()).collect();
    let length = headers
        .iter()
        .find_map(|it| it.strip_prefix("content-length: "));
    let length: usize = length.map_or(0, |it| it.parse().unwrap());
    while bytes.len() < head + length {
        stream.read_buf(&mut bytes).await.ok()?;
    }
    Some(Asked {
        line,
        headers,
        body: serde_json::from_slice(&bytes[head..]).unwrap(),
    })
}

async fn write_answer(stream: &mut TcpStream, answer: Answer) -> std::io::Result<()> {
    match answer.end {
        End::CutAtOnce => return Ok(()),
        End::HangAtOnce => std::future::pending().await,
        End::Well | End::Cut | End::Hang => {}
    }
    stream.set_nodelay(true)?;
    let mut head = format!("HTTP/1.1 {} Scripted\r\n", answer.status);
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("transfer-encoding: chunked\r\nconnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    // An empty chunk would be the end of the body.
    for piece in answer.pieces.iter().filter(|it| !it.is_empty()) {
        let mut chunk = format!("{:x}\r\n", piece.len()).into_bytes();
        chunk.extend_from_slice(piece);
        chunk.extend_from_slice(b"\r\n");
        stream.write_all(&chunk).await?;
        yield_now().await;
    }
    match answer.end {
        End::Well => stream.write_all(b"0\r\n\r\n").await?,
        End::Cut | End::CutAtOnce => {}
        End::Hang | End::HangAtOnce => std::future::pending().await,
    }
    stream.shutdown().await
}
