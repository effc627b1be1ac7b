//! How what was found differs from what was expected, line by line.

/// Lines of context around a difference.
const AROUND: usize = 3;
/// Lines above which a difference is not looked for in detail.
const MOST: usize = 1_500;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Same,
    Expected,
    Found,
}

/// The lines that differ, with a few around them; `-` was expected, `+` was found.
pub(crate) fn lines(expected: &str, found: &str) -> String {
    let marked = marked(
        &expected.lines().collect::<Vec<_>>(),
        &found.lines().collect::<Vec<_>>(),
    );
    let differs = |at: usize| marked.get(at).is_some_and(|(mark, _)| *mark != Mark::Same);
    let mut res = String::new();
    let mut was_shown = true;
    for (at, (mark, line)) in marked.iter().enumerate() {
        let is_near = (at.saturating_sub(AROUND)..=at + AROUND).any(differs);
        if is_near {
            let sign = match mark {
                Mark::Same => ' ',
                Mark::Expected => '-',
                Mark::Found => '+',
            };
            res += &format!("{sign} {line}\n");
        } else if was_shown {
            res += "  …\n";
        }
        was_shown = is_near;
    }
    res
}

/// The longest common subsequence, by the table that everybody knows.
fn marked<'t>(expected: &[&'t str], found: &[&'t str]) -> Vec<(Mark, &'t str)> {
    let n_same = expected
        .iter()
        .zip(found)
        .take_while(|(left, right)| left == right)
        .count();
    let (same, expected) = expected.split_at(n_same);
    let found = &found[n_same..];
    let n_after = expected
        .iter()
        .rev()
        .zip(found.iter().rev())
        .take_while(|(left, right)| left == right)
        .count();
    let (expected, after) = expected.split_at(expected.len() - n_after);
    let found = &found[..found.len() - n_after];
    let mut res: Vec<_> = same.iter().map(|it| (Mark::Same, *it)).collect();
    res.extend(between(expected, found));
    res.extend(after.iter().map(|it| (Mark::Same, *it)));
    res
}

/// Lines of which the first differ, and the last.
fn between<'t>(expected: &[&'t str], found: &[&'t str]) -> Vec<(Mark, &'t str)> {
    let mut res = Vec::new();
    if expected.len() > MOST || found.len() > MOST {
        res.extend(expected.iter().map(|it| (Mark::Expected, *it)));
        res.extend(found.iter().map(|it| (Mark::Found, *it)));
        return res;
    }
    let table = table(expected, found);
    let (mut left, mut right) = (0, 0);
    while left < expected.len() || right < found.len() {
        let is_same =
            left < expected.len() && right < found.len() && expected[left] == found[right];
        let drops = right == found.len()
            || left < expected.len() && table[left + 1][right] >= table[left][right + 1];
        let (mark, line) = match (is_same, drops) {
            (true, _) => (Mark::Same, expected[left]),
            (false, true) => (Mark::Expected, expected[left]),
            (false, false) => (Mark::Found, found[right]),
        };
        left += usize::from(mark != Mark::Found);
        right += usize::from(mark != Mark::Expected);
        res.push((mark, line));
    }
    res
}

fn table(expected: &[&str], found: &[&str]) -> Vec<Vec<u32>> {
    let mut table = vec![vec![0; found.len() + 1]; expected.len() + 1];
    for left in (0..expected.len()).rev() {
        for right in (0..found.len()).rev() {
            table[left][right] = match expected[left] == found[right] {
                true => table[left + 1][right + 1] + 1,
                false => table[left + 1][right].max(table[left][right + 1]),
            };
        }
    }
    table
}
