//! Posts the event to the URL of a hook and reports what the server answered [A-58].
//!
//! An [`HttpBackend`] is one of the engine's backends. From a hook and the [`HttpOptions`] it makes
//! one request: the address, which the [`UrlPolicy`] must allow, the headers with their variables
//! put in, and the event as JSON body. A thread of its own carries out the exchange; the future is
//! ready when the server has answered, the time is up or the work is cancelled, and whichever comes
//! first ends the others. An answer of any status is a fact, [`Ended::Status`]; a server that cannot
//! be reached is a [`Fault`].
//!
//! Does not judge: what a status or a body means is for the dialect. Does not read configuration
//! files or the environment: both are handed in. Nothing of threads, sockets or TLS is touched
//! before the first HTTP hook runs.
//!
//! [`Ended::Status`]: hooks_core::Ended::Status
//! [`Fault`]: hooks_core::Fault
//!
//! # Example
//!
//! ```
//! use hooks_http::UrlPolicy;
//!
//! let policy = UrlPolicy {
//!     allowed: Some(vec!["https://*.example.com/hooks/*".to_owned()]),
//!     allowed_variables: None,
//! };
//! assert_eq!(policy.check("https://CI.Example.com./hooks/lint"), Ok(()));
//!
//! let refused = policy.check("https://evil.test/?.example.com/hooks/").unwrap_err();
//! assert_eq!(refused.message, "the address `https://evil.test/` is not allowed");
//! ```
//!
//! # Limitations
//!
//! - Redirects are not followed: a 3xx is a status like any other.
//! - Speaks HTTP/1.1, one connection a call; proxies are not used, compressed answers not unpacked.
//! - An address that carries a user name or a password is refused: a header is the place for them.
//! - Host names are ASCII; an international one is written in its `xn--` form.
//! - A run that has ended while its host name was being looked up or its connection being made
//!   leaves its thread behind until that is over; nothing is sent any more.
//! - Servers are trusted by the certificates of the machine, read once per backend, or by those that
//!   the variables `SSL_CERT_FILE` and `SSL_CERT_DIR` name instead.

mod address;
mod backend;
mod exchange;
mod fault;
mod handover;
mod headers;
mod options;
mod policy;
mod request;
mod roots;

pub use backend::HttpBackend;
pub use options::HttpOptions;
pub use policy::UrlPolicy;

#[cfg(test)]
mod tests;
