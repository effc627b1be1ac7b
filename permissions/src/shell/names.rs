//! Names and spellings of the shell that matter when a command is judged.

use crate::text::Atom;

/// Words that begin or end a construct; as a program they mean that the text was misread.
const RESERVED: &[&str] = &[
    "!", "[[", "]]", "case", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if",
    "in", "select", "then", "until", "while", "{", "}",
];

/// Whether `word`, not quoted, is a keyword of the shell.
pub(crate) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// The name that is set by a word such as `NAME=value`, `NAME+=value` or `NAME[0]=value`.
pub(crate) fn assigned_name(raw: &str) -> Option<&str> {
    let (left, _) = raw.split_once('=')?;
    let left = left.strip_suffix('+').unwrap_or(left);
    let name = match left.split_once('[') {
        Some((name, index)) if index.ends_with(']') => name,
        Some(_) => return None,
        None => left,
    };
    let is_first = |it: char| it.is_ascii_alphabetic() || it == '_';
    let is_next = |it: char| it.is_ascii_alphanumeric() || it == '_';
    (name.starts_with(is_first) && name.chars().all(is_next)).then_some(name)
}

/// Whether setting the variable `name` can make a program run another one, or load foreign code.
pub(crate) fn alters_programs(name: &str) -> bool {
    const HEADS: &[&str] = &[
        "BASH_", "DYLD_", "GIT_", "LD_", "LUA_", "PERL5", "PYTHON", "RUBY",
    ];
    const TAILS: &[&str] = &[
        "EDITOR", "PAGER", "_OPTIONS", "_OPTS", "_WRAPPER", "RUSTC", "BROWSER",
    ];
    const NAMES: &[&str] = &[
        "BASHOPTS",
        "CC",
        "CDPATH",
        "CXX",
        "ENV",
        "FPATH",
        "GLOBIGNORE",
        "HOME",
        "IFS",
        "LESSOPEN",
        "LESSCLOSE",
        "LINKER",
        "MAKEFLAGS",
        "MANPATH",
        "NODE_PATH",
        "PATH",
        "PROMPT_COMMAND",
        "PS0",
        "PS1",
        "PS2",
        "PS4",
        "RUSTFLAGS",
        "SHELL",
        "SHELLOPTS",
        "SSH_ASKPASS",
        "TERMINFO",
        "VISUAL",
        "XDG_CONFIG_HOME",
        "ZDOTDIR",
    ];
    HEADS.iter().any(|it| name.starts_with(it))
        || TAILS.iter().any(|it| name.ends_with(it))
        || NAMES.contains(&name)
}

/// Whether the host sets the variable `name` to a folder of its own.
pub(crate) fn is_host_folder(name: &str) -> bool {
    const TAILS: &[&str] = &["_PROJECT_DIR", "_PLUGIN_ROOT", "_PLUGIN_DATA"];
    matches!(name, "HOME" | "PWD") || TAILS.iter().any(|it| name.ends_with(it))
}

/// The characters of `$'…'`, up to the first escape that has no plain meaning.
pub(crate) fn unescape_ansi(body: &str) -> Vec<Atom> {
    let mut res = Vec::new();
    let mut rest = body;
    while let Some(char) = rest.chars().next() {
        let read = match rest.strip_prefix('\\') {
            Some(tail) => escape(tail).map(|(char, n_bytes)| (char, n_bytes + 1)),
            None => Some((char, char.len_utf8())),
        };
        let Some((char, n_bytes)) = read else {
            res.push(Atom::Any);
            return res;
        };
        res.push(Atom::Char(char));
        rest = &rest[n_bytes..];
    }
    res
}

/// What a backslash and the head of `tail` stand for, and the length of that head.
fn escape(tail: &str) -> Option<(char, usize)> {
    let first = tail.chars().next()?;
    let char = match first {
        'a' => '\u{7}',
        'b' => '\u{8}',
        'e' | 'E' => '\u{1b}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        '\\' | '\'' | '"' | '?' => first,
        'x' => return number(tail, 1, (16, 2)).filter(|(char, _)| char.is_ascii()),
        'u' => return number(tail, 1, (16, 4)),
        'U' => return number(tail, 1, (16, 8)),
        '0'..='7' => return number(tail, 0, (8, 3)).filter(|(char, _)| char.is_ascii()),
        _ => return None,
    };
    Some((char, first.len_utf8()))
}

/// A character given by its number, whose digits begin after `n_skipped` bytes. A zero would end
/// the word early, so it is none.
fn number(tail: &str, n_skipped: usize, (radix, n_max): (u32, usize)) -> Option<(char, usize)> {
    let digits: String = tail[n_skipped..]
        .chars()
        .take(n_max)
        .take_while(|it| it.is_digit(radix))
        .collect();
    let value = u32::from_str_radix(&digits, radix).ok()?;
    let char = char::from_u32(value).filter(|it| *it != '\0')?;
    Some((char, n_skipped + digits.len()))
}

/// Whether reading this file reads what another program wrote just now.
pub(crate) fn is_device(path: &str) -> bool {
    path.starts_with("/dev/") || path.starts_with("/proc/")
}
