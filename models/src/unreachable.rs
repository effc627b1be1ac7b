//! What it means that a server could not be reached.

use std::error::Error;
use std::io::{self, ErrorKind};

use missions::ModelError;

use crate::connect::innermost;
use crate::failure::{Failure, said};
use crate::server::Server;
use crate::spec::Wire;

/// What a request means that had no answer.
pub(crate) fn failure(server: &Server, error: reqwest::Error) -> Failure {
    // The address may carry a key in its query.
    let error = error.without_url();
    let host = &server.address.shown;
    if io_kind(&error) == Some(ErrorKind::ConnectionRefused) {
        return lasting(format!("nothing listens at `{host}`{}", remark(server)));
    }
    if has_cause::<rustls::Error>(&error) {
        let why = said(server, &innermost(&error));
        return lasting(format!("no secure connection to `{host}`: {why}"));
    }
    match error.is_connect() {
        true => Failure::again(format!(
            "cannot reach `{host}`: {}",
            said(server, &innermost(&error))
        )),
        false => Failure::again(format!("`{host}` closed the connection without an answer")),
    }
}

/// Waiting half a minute will not start a server or renew a certificate.
fn lasting(message: String) -> Failure {
    Failure::Final(ModelError::Unavailable {
        message,
        attempts: 1,
    })
}

fn remark(server: &Server) -> &'static str {
    match server.spec.wire {
        Wire::Ollama => "; is `ollama serve` running?",
        Wire::Anthropic | Wire::OpenAi | Wire::OpenAiResponses => "",
    }
}

fn io_kind(error: &reqwest::Error) -> Option<ErrorKind> {
    find::<io::Error>(error).map(io::Error::kind)
}

fn has_cause<E: Error + 'static>(error: &reqwest::Error) -> bool {
    find::<E>(error).is_some()
}

/// The first cause of this type. What an I/O error wraps is not among its sources, so it is looked
/// into, too.
fn find<E: Error + 'static>(error: &reqwest::Error) -> Option<&E> {
    let mut cause = error.source();
    while let Some(it) = cause {
        let wrapped = it.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        let found = wrapped.and_then(|it| it.downcast_ref::<E>());
        if let Some(found) = it.downcast_ref::<E>().or(found) {
            return Some(found);
        }
        cause = match wrapped {
            Some(wrapped) => Some(wrapped),
            None => it.source(),
        };
    }
    None
}
