//! Models in front of a server that speaks the real wires.

mod anthropic;
mod chat;
mod ollama;
mod responses;
mod server;
mod trouble;
mod waiting;
mod world;
