//! The word that was probably meant.

/// Bytes of a word that may be a mistyped one; a longer one is something else.
const LONGEST: usize = 64;

/// The word of `words` which `word` was probably meant to be: equal but for case and separators,
/// or a letter or two off. Short words must be closer, or every short word resembles another.
///
/// Of several that are equally near the first is taken, so that the answer never changes.
pub fn nearest<'w>(word: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    if word.len() > LONGEST {
        return None;
    }
    let folded = fold(word);
    let length = folded.chars().count();
    let allowed = match length {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    // Each letter more or less is one to add or drop; most words need no closer look.
    let is_near = |it: &String| it.chars().count().abs_diff(length) <= allowed;
    let distances = words.into_iter().filter_map(|it| {
        let candidate = Some(fold(it)).filter(is_near)?;
        Some((letters_apart(&candidate, &folded), it))
    });
    let best = distances.min_by_key(|(distance, _)| *distance)?;
    (best.0 <= allowed).then_some(best.1)
}

fn fold(word: &str) -> String {
    let letters = word.chars().filter(|it| it.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// How many letters must be added, dropped, changed, or swapped with their neighbour to make one
/// word of the other. The time is the product of the lengths: long texts are not to be compared.
pub fn letters_apart(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    // The usual table, of which three rows are alive: a swap looks two rows back.
    let mut two_above = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    let mut letter_above = None;
    for (i, letter) in left.chars().enumerate() {
        let mut row = vec![i + 1];
        for (j, &other) in right.iter().enumerate() {
            let change = above[j] + usize::from(letter != other);
            let mut least = change.min(row[j] + 1).min(above[j + 1] + 1);
            if j > 0 && letter_above == Some(other) && right[j - 1] == letter {
                least = least.min(two_above[j - 1] + 1);
            }
            row.push(least);
        }
        two_above = std::mem::replace(&mut above, row);
        letter_above = Some(letter);
    }
    above[right.len()]
}
