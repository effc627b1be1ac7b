//! Replacing one text by another inside a file's content.

/// How many places may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occurrences {
    /// Exactly one, so that no other place is hit unseen.
    One,
    /// Every one.
    All,
}

/// One replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edit<'a> {
    pub(crate) old: &'a str,
    pub(crate) new: &'a str,
    pub(crate) occurrences: Occurrences,
}

/// Why a replacement was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EditError {
    #[error("`old_text` is empty; to make a file use `create_file`")]
    Empty,
    #[error("`old_text` and `new_text` are the same")]
    Same,
    #[error(
        "`old_text` is not in the file; read it again and copy the text with its blanks exactly"
    )]
    Missing,
    #[error("`old_text` is not in the file as it stands, but lines {} are the same but for blanks; copy them exactly", list(.lines))]
    OtherBlanks { lines: Vec<usize> },
    #[error("`old_text` is in the file {} times, at lines {}; add lines around it until it is the only one, or set `replace_all`", .lines.len(), list(.lines))]
    Several { lines: Vec<usize> },
}

fn list(lines: &[usize]) -> String {
    const MOST: usize = 10;
    let shown: Vec<String> = lines.iter().take(MOST).map(usize::to_string).collect();
    let more = if lines.len() > MOST { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// `content` with the edit made, and in how many places. Where the file ends its lines with CRLF,
/// line feeds of the edit stand for these.
pub(crate) fn apply(content: &str, edit: Edit<'_>) -> Result<(String, usize), EditError> {
    if edit.old.is_empty() {
        return Err(EditError::Empty);
    }
    if edit.old == edit.new {
        return Err(EditError::Same);
    }
    match replace(content, edit.old, edit) {
        Err(EditError::Missing | EditError::OtherBlanks { .. })
            if content.contains("\r\n") && edit.old.contains('\n') =>
        {
            let (old, new) = (with_crlf(edit.old), with_crlf(edit.new));
            replace(content, &old, Edit { new: &new, ..edit })
        }
        // What is put into a file of CRLF lines gets such lines, also in place of a single word.
        Ok(_) if content.contains("\r\n") && !edit.old.contains('\n') => {
            let new = with_crlf(edit.new);
            replace(content, edit.old, Edit { new: &new, ..edit })
        }
        res => res,
    }
}

fn with_crlf(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\n', "\r\n")
}

fn replace(content: &str, old: &str, edit: Edit<'_>) -> Result<(String, usize), EditError> {
    let places: Vec<usize> = content.match_indices(old).map(|(at, _)| at).collect();
    match (places.as_slice(), edit.occurrences) {
        ([], _) => Err(missing(content, old)),
        ([_], Occurrences::One) => Ok((content.replacen(old, edit.new, 1), 1)),
        (_, Occurrences::One) => Err(EditError::Several {
            lines: places.iter().map(|it| line_of(content, *it)).collect(),
        }),
        (_, Occurrences::All) => Ok((content.replace(old, edit.new), places.len())),
    }
}

fn line_of(content: &str, at: usize) -> usize {
    1 + content[..at].matches('\n').count()
}

/// Most attempts fail because of indentation, so those lines are named.
fn missing(content: &str, old: &str) -> EditError {
    let wanted: Vec<&str> = old.trim().lines().map(str::trim).collect();
    let lines: Vec<&str> = content.lines().map(str::trim).collect();
    if wanted.is_empty() {
        return EditError::Missing;
    }
    let alike = lines.windows(wanted.len()).enumerate();
    let alike: Vec<usize> = alike
        .filter(|(_, it)| *it == wanted)
        .map(|(at, _)| at + 1)
        .collect();
    match alike.is_empty() {
        true => EditError::Missing,
        false => EditError::OtherBlanks { lines: alike },
    }
}
