//! An event with the input that a hook gave.

use serde_json::{Map, Value};

use crate::event::Event;
use crate::plan::PlannedChain;
use crate::words::{shown, translate};

/// The event with a new input, translated into the caller's words.
///
/// # Errors
/// The input has a key that the tool does not have.
pub(super) fn rewritten(
    planned: &PlannedChain,
    event: &Event,
    input: &Map<String, Value>,
) -> Result<Event, String> {
    let mut next = event.clone();
    let caller = event.vocabulary();
    let theirs = planned.dialect.vocabulary;
    let (Some(tool), Some(shown)) = (next.tool.as_mut(), shown(theirs, event)) else {
        return Err("there is no tool call to change".to_owned());
    };
    // A hook that hands back what it was shown changes nothing, whatever its paths look like.
    if *input == shown.input {
        return Ok(next);
    }
    let Some(meaning) = shown.tool else {
        tool.input.clone_from(input);
        return Ok(next);
    };
    if !caller.speaks_like(theirs) {
        theirs.check_rewrite(meaning, &shown.input, input)?;
    }
    tool.input = translate(input, meaning, theirs, caller);
    Ok(next)
}
