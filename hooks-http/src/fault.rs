//! What went wrong, in words for people.

use std::io::{self, ErrorKind};

use hooks_core::{Ended, Fault};
use rustls::CertificateError;
use ureq::Error;

use crate::address::Address;

/// How far an exchange had come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Up to the headers of the answer.
    Answer,
    /// In the body of the answer.
    Body,
}

/// How a run ended whose exchange broke off.
pub(crate) fn ended(address: &Address, stage: Stage, error: &Error) -> Ended {
    Ended::NotStarted(match error {
        Error::Io(error) => io_fault(address, stage, error),
        Error::Rustls(error) => tls_fault(address, error),
        Error::Protocol(error) => fault(format!("`{address}` did not answer in HTTP/1.1: {error}")),
        Error::HostNotFound => fault(format!("no network address is known for `{address}`")),
        other => fault(format!("the exchange with `{address}` failed: {other}")),
    })
}

/// The thread ended without a word.
pub(crate) fn lost(address: &Address) -> Ended {
    let message = format!("the exchange with `{address}` ended without a result");
    Ended::NotStarted(fault(message))
}

/// No thread could be started.
pub(crate) fn no_thread(address: &Address, error: &io::Error) -> Fault {
    fault(format!(
        "cannot start a thread to call `{address}`: {error}"
    ))
}

/// There is no certificate to trust a server by.
pub(crate) fn untrusting(address: &Address, why: &str) -> Ended {
    Ended::NotStarted(Fault {
        message: format!("cannot call `{address}` securely: {why}"),
        hint: Some("name a file of trusted certificates in `SSL_CERT_FILE`".to_owned()),
    })
}

fn io_fault(address: &Address, stage: Stage, error: &io::Error) -> Fault {
    let inner = error.get_ref();
    if let Some(tls) = inner.and_then(|it| it.downcast_ref()) {
        return tls_fault(address, tls);
    }
    let is_closed = matches!(
        error.kind(),
        ErrorKind::UnexpectedEof
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe
    );
    fault(match (is_closed, stage) {
        (true, Stage::Answer) => format!("`{address}` closed the connection without an answer"),
        (true, Stage::Body) => format!("`{address}` closed the connection within its answer"),
        (false, _) => format!("cannot reach `{address}`: {}", words(error)),
    })
}

/// The same words on every system where there are such.
fn words(error: &io::Error) -> String {
    match error.kind() {
        it @ (ErrorKind::ConnectionRefused
        | ErrorKind::HostUnreachable
        | ErrorKind::NetworkUnreachable
        | ErrorKind::NetworkDown
        | ErrorKind::TimedOut) => it.to_string(),
        _ => error.to_string(),
    }
}

fn tls_fault(address: &Address, error: &rustls::Error) -> Fault {
    let rustls::Error::InvalidCertificate(reason) = error else {
        return fault(format!("no secure connection to `{address}`: {error}"));
    };
    let (why, hint) = match reason {
        CertificateError::UnknownIssuer => (
            "its certificate comes from nobody whom this machine trusts".to_owned(),
            Some(
                "add the issuer's certificate to those of the machine, or name it in `SSL_CERT_FILE`",
            ),
        ),
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            ("its certificate is for another name".to_owned(), None)
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            ("its certificate has expired".to_owned(), None)
        }
        other => (format!("its certificate is not valid: {other}"), None),
    };
    Fault {
        message: format!("cannot trust `{address}`: {why}"),
        hint: hint.map(str::to_owned),
    }
}

fn fault(message: String) -> Fault {
    Fault {
        message,
        hint: None,
    }
}
