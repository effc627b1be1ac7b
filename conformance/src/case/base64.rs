//! Bytes that no text can hold.

/// The bytes of a Base64 text with its padding; blanks are passed over.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text
        .bytes()
        .filter(|it| !it.is_ascii_whitespace())
        .collect();
    let mut res = Vec::new();
    for group in digits.chunks(4) {
        let n_padding = group.iter().rev().take_while(|it| **it == b'=').count();
        if group.len() != 4 || n_padding > 2 {
            return None;
        }
        let mut word = 0u32;
        for digit in &group[..4 - n_padding] {
            word = word << 6 | value(*digit)?;
        }
        word <<= 6 * n_padding;
        res.extend_from_slice(&word.to_be_bytes()[1..4 - n_padding]);
    }
    Some(res)
}

fn value(digit: u8) -> Option<u32> {
    let res = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(u32::from(res))
}
