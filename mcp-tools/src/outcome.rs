//! What a call gave.

use missions::Success;

/// Bytes of a result that are kept from its beginning.
const HEAD: usize = 48 * 1024;

/// Bytes of a result that are kept from its end.
const TAIL: usize = 16 * 1024;

/// What a call gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallOutcome {
    /// The texts of the result, one after another; what is no text is described in words. At most
    /// about 64 KiB, from the beginning and the end.
    pub text: String,
    /// Whether the tool says that it did what it was asked.
    pub success: Success,
}

impl CallOutcome {
    pub(crate) fn new(text: String, success: Success) -> CallOutcome {
        CallOutcome {
            text: capped(text),
            success,
        }
    }
}

/// The beginning and the end of a text that is too long, and how much is missing between them.
fn capped(text: String) -> String {
    if text.len() <= HEAD + TAIL {
        return text;
    }
    let head = text.floor_char_boundary(HEAD);
    let tail = text.ceil_char_boundary(text.len() - TAIL);
    let (start, end) = (&text[..head], &text[tail..]);
    format!("{start}\n[… {} bytes left out …]\n{end}", tail - head)
}
