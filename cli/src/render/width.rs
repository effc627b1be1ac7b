//! How much room text takes on a terminal.

use stdx::text::printable;

/// The columns of `text`: two for a wide character of East Asia or an emoji, none for a mark that is
/// set over its neighbour.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// A rough table: an error costs a crooked column, not more.
fn char_width(char: char) -> usize {
    match char {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{303e}'
        | '\u{3041}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f900}'..='\u{1f9ff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

/// `text` fit for one line: cleaned, each line break and tab a mark that can be seen.
pub(crate) fn flat(text: &str) -> String {
    let text = printable(text.trim());
    let mut res = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\n' => res.push('⏎'),
            '\t' => res.push(' '),
            other => res.push(other),
        }
    }
    res
}

/// `text` fit for one line of at most so many columns.
pub(crate) fn one_line(text: &str, columns: usize) -> String {
    cut(&flat(text), columns)
}

/// The start of `text` that fits into `columns`, with `…` where something was cut.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut room = columns.saturating_sub(1);
    let fits = |char: &char| {
        let takes = char_width(*char);
        let fits = takes <= room;
        room -= takes.min(room);
        fits
    };
    let mut res: String = text.chars().take_while(fits).collect();
    res.push('…');
    res
}

/// The end of `text` that fits into `columns`, with `…` where something was cut.
pub(crate) fn cut_front(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let backwards: String = text.chars().rev().collect();
    cut(&backwards, columns).chars().rev().collect()
}

/// `text` in pieces of at most so many columns, broken anywhere.
pub(crate) fn chunks(text: &str, columns: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut used = 0;
    for char in text.chars() {
        if used + char_width(char) > columns {
            pieces.push(String::new());
            used = 0;
        }
        used += char_width(char);
        pieces
            .last_mut()
            .expect("there is always a piece")
            .push(char);
    }
    pieces
}

/// `text` in lines of at most `columns`, broken at blanks; a longer word has a line for itself.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    text.lines().flat_map(|it| wrap_line(it, columns)).collect()
}

fn wrap_line(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if line.is_empty() {
            line.push_str(word);
        } else if width(line) + 1 + width(word) <= columns {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
