//! A server for one connection, written out so that it can misbehave.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// A port where nobody listens; no test is ever given it.
pub(crate) const NOBODY: u16 = 1;

/// Nothing here takes that long: a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server on loopback that plays its part once.
pub(crate) struct Server {
    pub(crate) port: u16,
    events: Receiver<Seen>,
}

/// What the server saw of the client.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// A whole request: its lines and its body.
    Request(Vec<String>, Vec<u8>),
    /// The client closed the connection.
    Closed,
    /// A word of the script.
    Word(&'static str),
}

/// What a script may do.
pub(crate) struct Client<'a> {
    wire: BufReader<&'a mut dyn Wire>,
    events: Sender<Seen>,
}

pub(crate) trait Wire: Read + Write {}

impl<T: Read + Write> Wire for T {}

impl Server {
    /// Reads a request, answers with these bytes and closes.
    pub(crate) fn answering(answer: impl Into<Vec<u8>>) -> Server {
        let answer = answer.into();
        Server::playing(move |client| {
            client.request();
            client.send(&answer);
        })
    }

    /// Plays `script` to whoever comes first, and closes.
    pub(crate) fn playing(script: impl FnOnce(&mut Client<'_>) + Send + 'static) -> Server {
        Server::new(|mut stream, events| script(&mut Client::new(&mut stream, events)))
    }

    /// Like [`Server::answering`], over TLS with the certificate that nobody trusts.
    pub(crate) fn answering_securely(answer: &'static str) -> Server {
        Server::new(move |stream, events| {
            let connection = ServerConnection::new(Arc::new(tls())).unwrap();
            let mut stream = StreamOwned::new(connection, stream);
            let handshake = stream.conn.complete_io(&mut stream.sock);
            if handshake.is_ok() {
                let mut client = Client::new(&mut stream, events);
                client.request();
                client.send(answer.as_bytes());
                stream.conn.send_close_notify();
                let _the_client_may_be_gone = stream.flush();
            }
        })
    }

    fn new(play: impl FnOnce(TcpStream, Sender<Seen>) + Send + 'static) -> Server {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let (sender, events) = channel();
        thread::spawn(move || {
            let (stream, _) = listener.accept().unwrap();
            drop(listener);
            play(stream, sender);
        });
        Server { port, events }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook", self.port)
    }

    /// Waits for what the server sees next.
    #[track_caller]
    pub(crate) fn next(&self) -> Seen {
        self.events
            .recv_timeout(PATIENCE)
            .expect("the server saw nothing")
    }

    #[track_caller]
    pub(crate) fn request(&self) -> (Vec<String>, Vec<u8>) {
        match self.next() {
            Seen::Request(head, body) => (head, body),
            other => panic!("expected a request, saw {other:?}"),
        }
    }
}

impl<'a> Client<'a> {
    fn new(wire: &'a mut dyn Wire, events: Sender<Seen>) -> Client<'a> {
        let wire = BufReader::new(wire);
        Client { wire, events }
    }

    /// Reads the request and reports it.
    pub(crate) fn request(&mut self) {
        let head = self.head();
        let length = head
            .iter()
            .find_map(|it| it.strip_prefix("content-length: "));
        let length: usize = length.map_or(0, |it| it.parse().unwrap());
        let mut body = vec![0; length];
        self.wire.read_exact(&mut body).unwrap();
        self.say(Seen::Request(head, body));
    }

    /// Reads the lines before the body.
    pub(crate) fn head(&mut self) -> Vec<String> {
        let lines = self.wire.by_ref().lines().map(Result::unwrap);
        lines.take_while(|it| !it.is_empty()).collect()
    }

    /// Sends; whether the client was still there.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> bool {
        let wire = self.wire.get_mut();
        wire.write_all(bytes).and_then(|()| wire.flush()).is_ok()
    }

    /// Waits until the client closes, and reports that.
    pub(crate) fn closed(&mut self) {
        let _unread_or_reset = io::copy(&mut self.wire, &mut io::sink());
        self.say(Seen::Closed);
    }

    pub(crate) fn say(&self, seen: Seen) {
        // The test may be over.
        let _nobody_listens = self.events.send(seen);
    }
}

/// The certificate that the client may be told to trust.
pub(crate) const CERTIFICATE: &[u8] = include_bytes!("fixtures/self-signed.pem");

fn tls() -> ServerConfig {
    let key = include_bytes!("fixtures/self-signed.key.der").as_slice();
    let certificate = CertificateDer::from_pem_slice(CERTIFICATE).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider);
    let config = config
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth();
    let key = PrivateKeyDer::try_from(key).unwrap();
    config.with_single_cert(vec![certificate], key).unwrap()
}
