//! Servers must show a certificate that this machine trusts.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use hooks_core::{Ended, Fault};
use tempfile::TempDir;

use crate::Hook;
use crate::server::{CERTIFICATE, Server};

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

/// A hook on the server by this name, which trusts what is in `trusted` if that is given.
fn hook(host: &str, server: &Server, trusted: Option<&Path>) -> Hook {
    let mut hook = Hook::on(format!("https://{host}:{}/hook", server.port));
    if let Some(file) = trusted {
        let file = file.to_str().unwrap().to_owned();
        hook.variables.insert("SSL_CERT_FILE".to_owned(), file);
    }
    hook
}

#[track_caller]
fn check_fault(hook: &Hook, message: &str, hint: Option<&str>) {
    let fault = Fault {
        message: message.replace("ADDRESS", &hook.action.url),
        hint: hint.map(str::to_owned),
    };
    assert_eq!(hook.run().ended, Ended::NotStarted(fault));
}

/// A file with the certificate of the test's server, in a folder that goes with it.
fn certificate() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trusted.pem");
    File::create(&path).unwrap().write_all(CERTIFICATE).unwrap();
    (folder, path)
}

#[test]
fn a_certificate_that_is_named_is_trusted() {
    let (folder, file) = certificate();
    let server = Server::answering_securely(OK);
    let reply = hook("127.0.0.1", &server, Some(&file)).run();
    assert_eq!(
        (&reply.ended, reply.stdout.text().as_ref()),
        (&Ended::Status(200), "{}")
    );

    let server = Server::answering_securely(OK);
    let mut by_folder = hook("127.0.0.1", &server, None);
    let folder = folder.path().to_str().unwrap().to_owned();
    by_folder
        .variables
        .insert("SSL_CERT_DIR".to_owned(), folder);
    assert_eq!(by_folder.run().ended, Ended::Status(200));
}

#[test]
fn a_self_signed_certificate_is_refused() {
    let another = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/loopback/fixtures/another.pem");
    let server = Server::answering_securely(OK);
    check_fault(
        &hook("127.0.0.1", &server, Some(&another)),
        "cannot trust `ADDRESS`: its certificate comes from nobody whom this machine trusts",
        Some("add the issuer's certificate to those of the machine, or name it in `SSL_CERT_FILE`"),
    );
}

#[test]
fn a_certificate_for_another_name_is_refused() {
    let (_folder, file) = certificate();
    let server = Server::answering_securely(OK);
    check_fault(
        &hook("localhost", &server, Some(&file)),
        "cannot trust `ADDRESS`: its certificate is for another name",
        None,
    );
}

#[test]
fn a_server_without_encryption_is_refused() {
    let (_folder, file) = certificate();
    let server = Server::playing(|client| {
        client.send(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        client.closed();
    });
    check_fault(
        &hook("127.0.0.1", &server, Some(&file)),
        "no secure connection to `ADDRESS`: received corrupt message of type InvalidContentType",
        None,
    );
}

#[test]
fn without_any_certificate_nobody_is_trusted() {
    let empty = tempfile::NamedTempFile::new().unwrap();
    let server = Server::answering_securely(OK);
    check_fault(
        &hook("127.0.0.1", &server, Some(empty.path())),
        "cannot call `ADDRESS` securely: no trusted certificate could be read",
        Some("name a file of trusted certificates in `SSL_CERT_FILE`"),
    );
}
