//! What the protocol's crate reports, in our words.

use std::error::Error;
use std::iter::successors;

use rmcp::service::{ClientInitializeError, ServiceError};

use crate::error::{McpError, quoted};

pub(crate) fn at_start(error: &ClientInitializeError) -> McpError {
    if error.is_authorization_required() {
        return McpError::Login;
    }
    let why = match error {
        ClientInitializeError::ConnectionClosed(_) => "it ended the conversation".to_owned(),
        ClientInitializeError::JsonRpcError(error) => quoted(&error.message),
        // This one does not name its cause as a source.
        ClientInitializeError::TransportError { error, .. } => innermost(&*error.error),
        other => innermost(other),
    };
    McpError::Start {
        why,
        stderr: String::new(),
    }
}

pub(crate) fn later(error: &ServiceError) -> McpError {
    if error.is_authorization_required() {
        return McpError::Login;
    }
    match error {
        ServiceError::McpError(error) => McpError::Refused {
            why: quoted(&error.message),
        },
        ServiceError::TransportClosed => McpError::Gone {
            why: "it ended the conversation".to_owned(),
        },
        ServiceError::TransportSend(error) => McpError::Gone {
            why: innermost(&*error.error),
        },
        other => McpError::Refused {
            why: innermost(other),
        },
    }
}

/// The first reason of all: those who pass it on have little to add.
fn innermost(error: &(dyn Error + 'static)) -> String {
    let causes = successors(Some(error), |it: &&dyn Error| (*it).source());
    let last = causes.last().map(ToString::to_string);
    quoted(&last.unwrap_or_default())
}
