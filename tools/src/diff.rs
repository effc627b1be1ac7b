//! What a change would do, for a person.

use std::time::Duration;

use similar::TextDiff;

/// Texts above this many bytes together are not compared: nobody reads such a diff.
const LARGEST: usize = 2 << 20;
/// A comparison that takes longer is finished less finely.
const LONGEST: Duration = Duration::from_millis(200);

/// The unified diff between two states of the file that is shown as `name`.
pub(crate) fn unified(name: &str, old: &str, new: &str) -> String {
    if old.len() + new.len() > LARGEST {
        return format!("{name}: {} bytes become {} bytes\n", old.len(), new.len());
    }
    let (before, after) = (side("a", name, old), side("b", name, new));
    TextDiff::configure()
        .timeout(LONGEST)
        .diff_lines(old, new)
        .unified_diff()
        .context_radius(3)
        .header(&before, &after)
        .to_string()
}

fn side(letter: &str, name: &str, text: &str) -> String {
    match text.is_empty() {
        true => "/dev/null".to_owned(),
        false => format!("{letter}/{name}"),
    }
}
