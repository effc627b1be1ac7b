//! The commands that a skill would run.

use stdx::Place;

use crate::render::injections;
use crate::skill::{Placed, Skill};

/// The commands in a skill's text that [`render`](crate::render) would run, in order, as they are
/// written: placeholders are not filled in.
pub fn commands(skill: &Skill) -> Vec<Placed<String>> {
    let body = skill.body();
    let found = injections(body).found.into_iter();
    found
        .map(|it| {
            let inside = Place::of_offset(body, it.whole.start);
            Placed {
                value: body[it.command].trim().to_owned(),
                place: Place {
                    line: inside.line + skill.body_line() - 1,
                    ..inside
                },
            }
        })
        .collect()
}
