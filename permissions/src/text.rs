//! The text of a command as far as it is known before a shell expands it.

/// One piece of such a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Atom {
    /// A character that is there whatever happens.
    Char(char),
    /// Any characters: what an expansion leaves inside a word.
    Any,
    /// No word at all, or a blank and any words: an expansion that is not quoted and stands alone.
    AnyWords,
    /// Any characters but blank and `/`: what a file name pattern leaves.
    Glob,
    /// Any characters but blank: an expansion at the head of a program's path.
    Path,
}

/// The atoms of a plain text.
pub(crate) fn plain(text: &str) -> Vec<Atom> {
    text.chars().map(Atom::Char).collect()
}

/// The text of `atoms`, if nothing in it depends on an expansion.
pub(crate) fn fixed(atoms: &[Atom]) -> Option<String> {
    let chars = atoms.iter().map(|it| match it {
        Atom::Char(char) => Some(*char),
        Atom::Any | Atom::AnyWords | Atom::Glob | Atom::Path => None,
    });
    chars.collect()
}

/// `atoms` for a person; what an expansion decides is shown as `…`.
pub(crate) fn shown(atoms: &[Atom]) -> String {
    let mut res = String::new();
    for atom in atoms {
        match atom {
            Atom::Char(char) => res.push(*char),
            Atom::AnyWords => res.push_str(" …"),
            Atom::Any | Atom::Glob | Atom::Path => res.push('…'),
        }
    }
    res
}
