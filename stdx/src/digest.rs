//! The fingerprint by which the same bytes are known again.

use sha2::{Digest, Sha256};

/// The SHA-256 of `bytes` as 64 lowercase hexadecimal digits.
pub fn sha256_hex(bytes: impl AsRef<[u8]>) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digest = Sha256::digest(bytes);
    let nibbles = digest.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    nibbles
        .map(|it| char::from(DIGITS[usize::from(it)]))
        .collect()
}
