//! Words that must not stand in Rust code.

use super::{Remark, code};

/// A word, the one file where it may stand, and why nowhere else.
struct Ban {
    word: &'static str,
    except: &'static str,
    why: &'static str,
}

const BANS: &[Ban] = &[
    Ban {
        word: "unsafe",
        except: "procs/src/spawn.rs",
        why: "unsafe code stands in procs/src/spawn.rs alone, each line justified",
    },
    Ban {
        word: "pre_exec",
        except: "",
        why: "copies the page tables of the host; a program is started by `posix_spawn`",
    },
    Ban {
        word: "#[ignore",
        except: "",
        why: "a test that does not hold is a gap with its reason, and the suite counts it",
    },
];

/// Finds banned words in one source file; comments and texts may say what they like.
pub(crate) fn check(path: &str, text: &str) -> Vec<Remark> {
    if !BANS.iter().any(|ban| text.contains(ban.word)) {
        return Vec::new();
    }
    let code = code(text);
    let hits = code.lines().enumerate().flat_map(|(index, line)| {
        let bans = BANS
            .iter()
            .filter(|ban| ban.except != path && has_word(line, ban.word));
        bans.map(move |ban| Remark::error(format!("{path}:{}", index + 1), message(ban)))
    });
    hits.collect()
}

fn message(ban: &Ban) -> String {
    format!("`{}`: {}", ban.word, ban.why)
}

/// Whether the line has the word whole: `unsafe_code` is another word than `unsafe`.
fn has_word(line: &str, word: &str) -> bool {
    let is_part = |it: Option<char>| it.is_some_and(|it| it.is_alphanumeric() || it == '_');
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        !is_part(before) && !is_part(after)
    })
}
