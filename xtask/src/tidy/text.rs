//! Spaces and words in any text file.

use super::Remark;

/// Words of one person's workplace, which mean nothing to anybody else. Taken apart, so that this
/// file does not hold them.
const FOREIGN: &[&str] = &[concat!("../", "shared"), concat!("/wo", "rk/")];

/// Checks one file. The data of a case may hold any space, since a space may be the point.
pub(crate) fn check(path: &str, text: &str) -> Vec<Remark> {
    let is_data = path.starts_with("conformance/cases/");
    let lines = text.lines().enumerate();
    lines
        .flat_map(|(index, line)| {
            let place = format!("{path}:{}", index + 1);
            let trailing = (!is_data && line.ends_with([' ', '\t']))
                .then(|| Remark::error(place.clone(), "space at the end of the line"));
            trailing.into_iter().chain(foreign(&place, line))
        })
        .collect()
}

fn foreign(place: &str, line: &str) -> Option<Remark> {
    let word = FOREIGN.iter().find(|word| line.contains(**word))?;
    Some(Remark::error(
        place,
        format!("`{word}` is a place on one machine"),
    ))
}
