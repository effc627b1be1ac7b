//! What needs no tool around it.

mod edits;
mod grants;
mod html;
mod rules;
