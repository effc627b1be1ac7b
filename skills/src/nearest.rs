//! The word that was probably meant.

/// Bytes of a word that may be a mistyped one; a longer one is something else.
const LONGEST: usize = 64;

/// The word of `words` which `word` was probably meant to be: equal but for case and separators,
/// or a letter or two off. Short words must be closer, or every short word resembles another.
pub(crate) fn nearest<'w>(word: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    if word.len() > LONGEST {
        return None;
    }
    let folded = fold(word);
    let length = folded.chars().count();
    let allowed = match length {
        0..=5 => 0,
        6..=8 => 1,
        _ => 2,
    };
    // Each letter more or less is one to add or drop.
    let is_near = |it: &String| it.chars().count().abs_diff(length) <= allowed;
    let distances = words.into_iter().filter_map(|it| {
        let candidate = Some(fold(it)).filter(is_near)?;
        Some((distance(&candidate, &folded), it))
    });
    // The first of several that are equally near, so that the answer never changes.
    let best = distances.min_by_key(|(distance, _)| *distance)?;
    (best.0 <= allowed).then_some(best.1)
}

fn fold(word: &str) -> String {
    let letters = word.chars().filter(|it| it.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Letters to add, drop or change, by the usual table of two rows.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.chars().enumerate() {
        let mut above_left = std::mem::replace(&mut row[0], i + 1);
        for (j, r) in right.iter().enumerate() {
            let change = above_left + usize::from(l != *r);
            above_left = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(above_left + 1);
        }
    }
    row[right.len()]
}
