//! Asks models over the wires of Anthropic, OpenAI and Ollama.
//!
//! A [`ModelSpec`] says which model on which [`Wire`]; [`connect`] makes of it, an address and a
//! [`Secret`] something that missions can ask, a [`missions::Model`]. A reply is streamed: its words
//! are handed on while they come, its tool calls are put together from their pieces. What may pass (a
//! busy server, a broken connection) is tried again after a wait that is announced; what will not
//! pass (a refused key, a conversation that is too long) is told at once, each as its own error.
//! [`ways`] says which models a person could use as things are.
//!
//! Conversations are put into the strict form that servers demand before they are sent, so that a
//! session which a crash left in the middle of a call can go on.
//!
//! Does not read the environment, keep prices or choose models; does not run tools. The key is in one
//! header of each request and nowhere else: not in errors, not in `Debug`, and not in what a server
//! says that repeats it.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//!
//! use models::{ConnectOptions, ModelSpec, connect};
//! use stdx::{SystemClock, SystemTimer};
//!
//! let spec = ModelSpec::parse("openai:gpt-4o").unwrap();
//! let options = ConnectOptions::new(spec, Arc::new(SystemTimer), Arc::new(SystemClock));
//! let error = connect(options.clone()).unwrap_err();
//! assert_eq!(error.to_string(), "`openai:gpt-4o` needs a key, and `OPENAI_API_KEY` is empty");
//!
//! // A server of one's own may want none.
//! let base_url = Some("http://localhost:8080/v1".to_owned());
//! let model = connect(ConnectOptions { base_url, ..options }).unwrap();
//! assert_eq!(model.name(), "openai:gpt-4o");
//! assert_eq!(model.context_tokens(), Some(128_000));
//! ```
//!
//! # Why no library of providers
//!
//! The crate genai was tried first and stands in the way of what a mission needs. It ends a reply
//! of Ollama as if it were whole when the connection breaks, and drops the error that Ollama sends
//! within an answer. It cannot say that a tool's result is an error, nor which tool a result of
//! Ollama is from. It reads answers and refusals without a limit, and cuts `-high` and the like
//! from the names of models. The wires are two pure functions each, on reqwest.
//!
//! # Limitations
//!
//! - A reply must be polled within a runtime of tokio whose network and time are enabled.
//! - Thinking is neither asked for nor kept; on Responses it is lost between two calls.
//! - Texts only: no pictures, no files.
//! - Names of tools are sent as they are; more than 64 letters, digits, `_` and `-` some servers refuse.
//! - Ollama cuts a conversation without a word where it has no room; `context_tokens` of
//!   [`ConnectOptions`] makes room.
//! - Proxies are those of the environment, which reqwest reads by itself; none for this machine.
//! - Servers are trusted by the certificates of the machine.
//! - A lone carriage return does not end a line of an event stream.

mod address;
mod connect;
mod draft;
mod failure;
mod frames;
mod known;
mod refusal;
mod retry;
mod secret;
mod server;
mod spec;
mod unreachable;
mod usable;
mod waiting;
mod wire;
mod wire_model;

pub use connect::{ConnectError, ConnectOptions, Patience, connect};
pub use secret::Secret;
pub use spec::{ModelSpec, SpecError, Wire};
pub use usable::{Ready, Way, ways};

#[cfg(test)]
mod tests;
