//! Names that are safe to show, to type and to compare.

/// The longest name, in bytes; what file systems allow.
const LONGEST: usize = 255;

/// What is wrong with a name, to be read after it; `None` if nothing is.
///
/// A name never becomes a path, but it is shown, typed, and compared with names that have a
/// plugin before a colon, so it must not look like any of them [N-SKILL-05].
pub(crate) fn name_fault(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.trim() != name {
        Some("is empty or has blanks around it")
    } else if name.len() > LONGEST {
        Some("is too long")
    } else if stdx::text::printable(name) != name || name.contains(['\n', '\t']) {
        Some("holds characters that cannot be seen")
    } else if name.contains(['/', '\\']) || name == "." || name == ".." {
        Some("holds a path")
    } else if name.contains(':') {
        Some("holds a colon, which only a plugin's namespace may have")
    } else {
        None
    }
}
