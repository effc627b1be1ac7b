//! Programs that run a command for each thing they find or read.

use super::options::{Manner, Opened, open};
use super::runs::Inside;
use super::word::{Count, Word};

/// `find … -exec command {} \;`
pub(crate) fn find(words: &[Word]) -> Inside {
    const STARTS: &[&str] = &["-exec", "-execdir", "-ok", "-okdir"];
    let mut commands = commands_behind(words, STARTS);
    let is_certain = words.iter().all(|it| it.count == Count::One);
    match (commands.is_empty(), is_certain) {
        (true, true) => Inside::Nothing,
        // An expansion may hold the option.
        (true, false) => Inside::Somewhere,
        (false, _) => {
            commands.retain(|it| !it.is_empty());
            Inside::Beside(commands)
        }
    }
}

/// `fd … -x command`
pub(crate) fn fd(words: &[Word]) -> Inside {
    const STARTS: &[&str] = &["-x", "-X", "--exec", "--exec-batch"];
    let mut commands = commands_behind(words, STARTS);
    for command in &mut commands {
        // Without a placeholder the name is put at the end.
        command.push(Word::unknown(Count::Any));
    }
    match commands.is_empty() {
        true => Inside::Nothing,
        false => Inside::Beside(commands),
    }
}

/// `xargs … command`, which runs with words that only standard input knows.
pub(crate) fn xargs(words: &[Word]) -> Inside {
    match open("xargs", words) {
        Some(Opened::Command(manner, mut inner)) => {
            let n_options = words.len() - inner.len() - 1;
            let marks = placeholders(&words[1..=n_options]);
            replace(&mut inner, &marks);
            inner.push(Word::unknown(Count::Any));
            match (manner, n_options) {
                // On its own it only adds words.
                (_, 0) => Inside::Command(inner),
                (Manner::Through | Manner::Under, _) => Inside::Beside(vec![inner]),
            }
        }
        Some(Opened::Somewhere) => Inside::Somewhere,
        Some(Opened::Unknown) => Inside::Unknown,
        Some(Opened::Nothing) | None => Inside::Nothing,
    }
}

/// The commands behind one of `starts`, each up to `;` or `{} +`, with placeholders replaced.
fn commands_behind(words: &[Word], starts: &[&str]) -> Vec<Vec<Word>> {
    let mut res = Vec::new();
    let mut rest = words;
    while let Some(start) = rest.iter().position(|it| is_one_of(it, starts)) {
        rest = &rest[start + 1..];
        let length = (0..rest.len())
            .find(|at| ends_at(rest, *at))
            .unwrap_or(rest.len());
        let mut command = rest[..length].to_vec();
        replace(&mut command, &["{}".to_owned()]);
        res.push(command);
        rest = &rest[length..];
    }
    res
}

fn ends_at(words: &[Word], at: usize) -> bool {
    let is_behind_mark = at > 0 && is_one_of(&words[at - 1], &["{}"]);
    is_one_of(&words[at], &[";"]) || (is_behind_mark && is_one_of(&words[at], &["+"]))
}

fn is_one_of(word: &Word, list: &[&str]) -> bool {
    word.fixed().is_some_and(|it| list.contains(&it.as_str()))
}

/// What `xargs` replaces: `{}`, and whatever its options name.
fn placeholders(options: &[Word]) -> Vec<String> {
    let mut res = vec!["{}".to_owned()];
    let texts: Vec<String> = options.iter().filter_map(Word::fixed).collect();
    for (at, text) in texts.iter().enumerate() {
        let attached = ["-I", "-i", "-J", "--replace="]
            .iter()
            .find_map(|it| text.strip_prefix(it));
        match attached {
            Some("") => res.extend(texts.get(at + 1).cloned()),
            Some(mark) => res.push(mark.to_owned()),
            None => {}
        }
    }
    res
}

fn replace(words: &mut [Word], marks: &[String]) {
    for word in words {
        let is_marked = marks.iter().any(|it| word.raw.contains(it.as_str()));
        if is_marked {
            *word = Word {
                raw: std::mem::take(&mut word.raw),
                ..Word::unknown(Count::One)
            };
        }
    }
}
