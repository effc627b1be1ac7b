//! The name that was probably meant.

/// The most names of a hint.
const MOST_NAMES: usize = 3;

/// The names of `known` nearest to `name`, the nearest first; none that is quite another word.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let name = name.to_lowercase();
    let allowed = name.chars().count().div_ceil(3);
    let mut res: Vec<(usize, &str)> = known
        .map(|it| (distance_to(&name, it), it))
        .filter(|(far, _)| *far <= allowed)
        .collect();
    res.sort_unstable();
    res.dedup();
    res.truncate(MOST_NAMES);
    res.into_iter().map(|(_, it)| it).collect()
}

/// The last part of `plugin:name` counts as well: people leave out the plugin.
fn distance_to(name: &str, known: &str) -> usize {
    let known = known.to_lowercase();
    let last = known.rsplit_once(':').map_or(known.as_str(), |(_, it)| it);
    distance(name, &known).min(distance(name, last))
}

/// How many characters must be put in, taken out or replaced to make `right` of `left`.
pub(crate) fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (index, left) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, right) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(left != *right);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}
