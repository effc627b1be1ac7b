//! Strings as C wants them: one block of memory, each ended by a NUL.

use std::ffi::{OsStr, c_char};
use std::os::unix::ffi::OsStrExt;
use std::ptr;

/// A list of C strings in one allocation; a hundred variables would be a hundred otherwise.
#[derive(Debug, Default)]
pub(crate) struct Strings {
    bytes: Vec<u8>,
    starts: Vec<usize>,
}

/// A string had a NUL inside, where C would end it.
#[derive(Debug)]
pub(crate) struct NulInside;

impl Strings {
    /// Adds the concatenation of `parts`.
    pub(crate) fn push(&mut self, parts: &[&OsStr]) -> Result<(), NulInside> {
        self.starts.push(self.bytes.len());
        for part in parts {
            if part.as_bytes().contains(&0) {
                return Err(NulInside);
            }
            self.bytes.extend_from_slice(part.as_bytes());
        }
        self.bytes.push(0);
        Ok(())
    }

    /// The length of all together, as the system counts it.
    pub(crate) fn n_bytes(&self) -> usize {
        self.bytes.len() + self.starts.len() * size_of::<*const c_char>()
    }

    /// Pointers to each string and a null at the end. They hold as long as `self` is unchanged.
    pub(crate) fn pointers(&self) -> Vec<*const c_char> {
        let strings = self
            .starts
            .iter()
            .map(|it| self.bytes[*it..].as_ptr().cast());
        strings.chain([ptr::null()]).collect()
    }
}
