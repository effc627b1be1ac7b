//! What the first comment of a crate says, and in which order.

use super::{Package, Remark, Tree};

/// Checks the header of one crate: a sentence, and for a library an example that asserts.
pub(crate) fn check(package: &Package, tree: &Tree) -> Vec<Remark> {
    let place = package.front.as_str();
    let header = header(tree.text(place).unwrap_or_default());
    let mut messages = Vec::from_iter(opening(&header));
    if place.ends_with("lib.rs") {
        messages.extend(example(&header));
        messages.extend(order(&header));
    }
    messages
        .into_iter()
        .map(|message| Remark::error(place, message))
        .collect()
}

/// The lines of the header without their marks.
fn header(text: &str) -> Vec<&str> {
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    lines
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect()
}

fn opening(header: &[&str]) -> Option<&'static str> {
    let paragraph: Vec<&str> = header
        .iter()
        .take_while(|line| !line.trim().is_empty())
        .copied()
        .collect();
    let sentence = paragraph.join(" ");
    let starts = sentence.starts_with(|it: char| it.is_uppercase());
    match (sentence.is_empty(), starts && sentence.contains('.')) {
        (true, _) => Some("the crate has no header: say in one sentence what it does"),
        (false, false) => Some("the header must begin with one sentence of what the crate does"),
        (false, true) => None,
    }
}

fn example(header: &[&str]) -> Option<&'static str> {
    let Some(at) = position(header, "# Example") else {
        return Some("the header needs a section `# Example`");
    };
    let block = header[at..]
        .iter()
        .skip_while(|line| !line.starts_with("```"))
        .skip(1);
    let asserts = block
        .take_while(|line| !line.starts_with("```"))
        .any(|it| it.contains("assert"));
    (!asserts).then_some("the example in the header must end in an assertion")
}

fn order(header: &[&str]) -> Option<&'static str> {
    let limitations = position(header, "# Limitations")?;
    let is_late = position(header, "# Example").is_none_or(|example| example < limitations);
    (!is_late).then_some("`# Limitations` stands behind `# Example`")
}

fn position(header: &[&str], heading: &str) -> Option<usize> {
    header.iter().position(|line| line.trim_end() == heading)
}
