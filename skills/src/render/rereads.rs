//! Whether what a command passes on is read once more as code.
//!
//! Quoting keeps a value one word for the shell that reads the command. Another shell, a program
//! for scripts or a builtin which calculates reads that word again, and there the quotation is gone:
//! `sh -c "echo $0"`, `sed s/a/$0/`, `[[ $0 -eq 1 ]]`.

/// What takes code in any of its words.
const READERS: [&str; 19] = [
    "eval", "ssh", "su", "awk", "gawk", "mawk", "nawk", "sed", "gsed", "make", "gmake", "watch",
    "parallel", "script", "expect", "tmux", "vim", "ex", "ed",
];

/// Builtins that run a word, or calculate what stands in it, when they are the command itself.
const BUILTINS: [&str; 13] = [
    "let",
    "declare",
    "typeset",
    "local",
    "unset",
    "read",
    "mapfile",
    "readarray",
    "alias",
    "trap",
    "compgen",
    "complete",
    "bind",
];

/// Builtins that do so with `-v`.
const WITH_V: [&str; 4] = ["printf", "test", "[", "wait"];

const SHELLS: [&str; 9] = [
    "sh", "bash", "dash", "ash", "ksh", "zsh", "fish", "pwsh", "busybox",
];

const INTERPRETERS: [&str; 9] = [
    "perl",
    "python",
    "ruby",
    "node",
    "php",
    "lua",
    "deno",
    "bun",
    "osascript",
];

/// Words before a command.
const LEADS: [&str; 18] = [
    "if", "then", "else", "elif", "do", "while", "until", "!", "time", "sudo", "env", "command",
    "builtin", "exec", "nohup", "nice", "timeout", "xargs",
];

/// What keeps its words for later.
const KEEPERS: [&str; 5] = ["for", "select", "set", "export", "readonly"];

/// Whether a word with a `value` may be read as code by some part of `command`. A guess on the safe
/// side: a word that merely looks like such a program counts too.
pub(super) fn reads_again(command: &str, value: char) -> bool {
    let commands = simple_commands(command);
    let is_kept = commands.iter().any(|it| keeps(it, value));
    commands.iter().any(|words| {
        let is_reached = is_kept || words.iter().any(|it| it.contains(value));
        is_reached && is_reader(words) || reads_input(words)
    })
}

fn keeps(words: &[String], value: char) -> bool {
    let is_keeper = program(words).is_some_and(|at| KEEPERS.contains(&words[at].as_str()));
    let is_set = |it: &String| it.split_once('=').is_some_and(|it| it.1.contains(value));
    let has_value = || words.iter().any(|it| it.contains(value));
    words.iter().any(is_set) || is_keeper && has_value()
}

fn is_reader(words: &[String]) -> bool {
    let is_builtin = program(words).is_some_and(|at| {
        let name = words[at].as_str();
        BUILTINS.contains(&name) || WITH_V.contains(&name) && words[at..].contains(&"-v".into())
    });
    is_builtin || (0..words.len()).any(|at| takes_code(&words[at], &words[at + 1..]))
}

/// Whether code comes by standard input: another shell for which no file is named.
fn reads_input(words: &[String]) -> bool {
    (0..words.len()).any(|at| {
        let is_operand = |it: &String| !it.starts_with(['-', '+']);
        letters(&words[at]).is_some() && !words[at + 1..].iter().any(is_operand)
    })
}

/// Where the program of a simple command is named.
fn program(words: &[String]) -> Option<usize> {
    words.iter().position(|it| !is_lead(it))
}

fn is_lead(word: &str) -> bool {
    let is_number = word.starts_with(|it: char| it.is_ascii_digit());
    LEADS.contains(&word) || is_number || word.starts_with('-') || word.contains('=')
}

fn takes_code(word: &str, rest: &[String]) -> bool {
    READERS.contains(&name(word)) || letters(word).is_some_and(|it| is_told(rest, it))
}

fn name(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}

/// The letters of options which bring code, of a shell or an interpreter.
fn letters(word: &str) -> Option<&'static [char]> {
    let is_version = |it: char| it.is_ascii_digit() || it == '.';
    let name = name(word);
    if SHELLS.contains(&name) {
        return Some(&['c', 's']);
    }
    INTERPRETERS
        .contains(&name.trim_end_matches(is_version))
        .then_some(&['c', 'e', 'E', 'r', 'p', 'n'])
}

/// Whether code is among the options.
fn is_told(rest: &[String], letters: &[char]) -> bool {
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        match word.strip_prefix(['-', '+']) {
            Some("-eval" | "-print") => return true,
            Some(long) if long.starts_with('-') => {}
            Some(short) if short.contains(letters) => return true,
            Some(short) if short.ends_with(['o', 'O']) => _ = rest.next(),
            Some(_) => {}
            // `deno eval` and its like.
            None => return word == "eval",
        }
    }
    false
}

/// The words of each simple command, without quotation marks.
fn simple_commands(command: &str) -> Vec<Vec<String>> {
    let mut lexer = Lexer::default();
    for char in command.chars() {
        lexer.char(char);
    }
    lexer.end_command();
    lexer.commands
}

#[derive(Default)]
struct Lexer {
    commands: Vec<Vec<String>>,
    words: Vec<String>,
    word: String,
    quote: Option<char>,
    is_escaped: bool,
}

impl Lexer {
    fn char(&mut self, char: char) {
        match (self.quote, char) {
            _ if std::mem::take(&mut self.is_escaped) => self.word.push(char),
            (None | Some('"'), '\\') => self.is_escaped = true,
            (Some(open), it) if open == it => self.quote = None,
            (Some(_), it) => self.word.push(it),
            (None, '\'' | '"') => self.quote = Some(char),
            (None, '\n' | ';' | '|' | '&' | '(' | ')' | '{' | '}') => self.end_command(),
            (None, '<' | '>') => self.end_word(),
            (None, it) if it.is_whitespace() => self.end_word(),
            (None, it) => self.word.push(it),
        }
    }

    fn end_word(&mut self) {
        if !self.word.is_empty() {
            self.words.push(std::mem::take(&mut self.word));
        }
    }

    fn end_command(&mut self) {
        self.end_word();
        self.commands.push(std::mem::take(&mut self.words));
    }
}
