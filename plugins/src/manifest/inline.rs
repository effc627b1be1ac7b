//! A document that stands inside another one.

use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};

use json_tree::Document;

/// The value that begins at the byte `start` as a document of its own.
///
/// Everything before it becomes blanks, so lines and columns stay those of the file.
pub(crate) fn cut(document: &Document, start: usize) -> Option<Document> {
    let text = document.text();
    let end = end_of(text, start)?;
    let blank = |it: char| if it == '\n' { '\n' } else { ' ' };
    let mut padded: String = text[..start].chars().map(blank).collect();
    padded.push_str(&text[start..end]);
    Document::parse(document.path(), padded.as_bytes()).ok()
}

/// The byte behind the object or list that begins at `start`.
fn end_of(text: &str, start: usize) -> Option<usize> {
    let mut scanner = Scanner::new(&text[start..], &ScannerOptions::default());
    let mut depth = 0_usize;
    while let Ok(Some(token)) = scanner.scan() {
        match token {
            Token::OpenBrace | Token::OpenBracket => depth += 1,
            Token::CloseBrace | Token::CloseBracket => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(start + scanner.token_end());
        }
    }
    None
}
