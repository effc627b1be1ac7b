//! The commands that a skill would run.

use crate::render::injections;
use crate::skill::{Placed, Skill};

/// The commands in a skill's text that [`render`](crate::render) would run, in order, as they are
/// written: placeholders are not filled in.
pub fn commands(skill: &Skill) -> Vec<Placed<String>> {
    let body = skill.body();
    let found = injections(body).found;
    let places = skill.places_in_body(found.iter().map(|it| it.whole.start));
    let texts = found
        .into_iter()
        .map(|it| body[it.command].trim().to_owned());
    texts
        .zip(places)
        .map(|(value, place)| Placed { value, place })
        .collect()
}
