//! One hook and one event made to one request; pure.

use std::sync::Arc;

use hooks_core::{Action, Fault, HookCall};

use crate::HttpOptions;
use crate::address::Address;
use crate::headers::{Headers, Variables};

/// All that is sent, checked against the policy.
#[derive(Debug)]
pub(crate) struct Request {
    /// Where to.
    pub(crate) address: Address,
    /// With which headers, and what is to be said of them.
    pub(crate) headers: Headers,
    /// The event.
    pub(crate) body: Arc<[u8]>,
}

impl Request {
    /// The request that `call` asks for.
    pub(crate) fn of(call: &HookCall<'_>, options: &HttpOptions) -> Result<Request, Fault> {
        let Action::Http(action) = &call.handler.action else {
            return Err(not_ours(call));
        };
        let address = Address::parse(&action.url)?;
        options.policy.check_address(&address)?;
        let variables = Variables {
            values: &options.variables,
            policy: &options.policy,
        };
        Ok(Request {
            address,
            headers: Headers::of(action, variables)?,
            body: Arc::clone(&call.stdin),
        })
    }
}

fn not_ours(call: &HookCall<'_>) -> Fault {
    let kind = call.handler.action.kind().as_str();
    Fault {
        message: format!("expected an http hook, found a `{kind}` hook"),
        hint: None,
    }
}
