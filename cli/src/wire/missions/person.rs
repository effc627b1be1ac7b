//! The person at the keyboard, if there is one.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use missions::gate::Consent;
use missions::{Answer, Grant, Person, Question};
use stdx::{Cancel, Pending};
use tokio::sync::{Mutex as AsyncMutex, oneshot};

use crate::render;

/// A reader that a question can wait on without holding the mission.
pub(crate) type Input = Arc<Mutex<Box<dyn Read + Send>>>;
/// A writer that several share.
pub(crate) type Output = Arc<Mutex<Box<dyn Write + Send>>>;

/// Nobody: every question is answered with no.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nobody;

impl Person for Nobody {
    fn ask<'a>(&'a self, _question: Question<'a>) -> Pending<'a, Answer> {
        Box::pin(std::future::ready(Answer::Refused(Consent::Nobody)))
    }
}

/// A person at a terminal. One question at a time.
pub(crate) struct AtTerminal {
    input: Input,
    output: Output,
    turn: AsyncMutex<()>,
    cancel: Cancel,
}

impl AtTerminal {
    /// Asks on `output` and reads the answer from `input`.
    pub(crate) fn new(input: Input, output: Output, cancel: Cancel) -> AtTerminal {
        AtTerminal {
            input,
            output,
            turn: AsyncMutex::new(()),
            cancel,
        }
    }

    async fn answer(&self, question: Question<'_>) -> Answer {
        let _turn = self.turn.lock().await;
        loop {
            if self.show(&question).is_err() {
                return Answer::Refused(Consent::Nobody);
            }
            let line = tokio::select! {
                line = self.line() => line,
                () = self.cancel.cancelled() => return self.interrupted(),
            };
            let Some(line) = line else {
                return Answer::Refused(Consent::Nobody);
            };
            if let Some(answer) = read(&line, question.rule.is_some()) {
                return answer;
            }
        }
    }

    /// The question stands on a line that nobody ends any more.
    fn interrupted(&self) -> Answer {
        let mut out = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(out);
        Answer::Refused(Consent::No(Some("interrupted".to_owned())))
    }

    fn show(&self, question: &Question<'_>) -> std::io::Result<()> {
        let mut out = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        write!(out, "{}", text(question))?;
        out.flush()
    }

    /// A line from the keyboard; `None` at its end. The thread that waits for it holds nobody.
    async fn line(&self) -> Option<String> {
        let (send, receive) = oneshot::channel();
        let input = Arc::clone(&self.input);
        let read = move || {
            let mut input = input.lock().unwrap_or_else(PoisonError::into_inner);
            let mut line = Vec::new();
            let n = BufReader::with_capacity(1, &mut *input).read_until(b'\n', &mut line);
            let is_there = n.is_ok_and(|it| it > 0);
            let line = is_there.then(|| String::from_utf8_lossy(&line).into_owned());
            // Nobody listens any more when the work was cancelled meanwhile.
            let _ = send.send(line);
        };
        let thread = std::thread::Builder::new().name("keyboard".to_owned());
        thread.spawn(read).ok()?;
        receive.await.ok().flatten()
    }
}

impl Person for AtTerminal {
    fn ask<'a>(&'a self, question: Question<'a>) -> Pending<'a, Answer> {
        Box::pin(self.answer(question))
    }
}

impl std::fmt::Debug for AtTerminal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AtTerminal").finish_non_exhaustive()
    }
}

/// The answer that a line gives; `None` for one that gives none.
fn read(line: &str, has_rule: bool) -> Option<Answer> {
    let line = line.trim();
    Some(match line.to_lowercase().as_str() {
        "y" | "yes" | "o" | "once" => Answer::Once,
        "m" | "mission" if has_rule => Answer::Granted(Grant::Mission),
        "a" | "always" if has_rule => Answer::Granted(Grant::Always),
        "n" | "no" | "" => Answer::Refused(Consent::No(None)),
        other => {
            let words = other
                .strip_prefix("no ")
                .or_else(|| other.strip_prefix("n "))?;
            Answer::Refused(Consent::No(Some(words.to_owned())))
        }
    })
}

fn text(question: &Question<'_>) -> String {
    let who = match question.helper {
        Some(helper) => format!("the helper `{}`", render::flat(&helper.agent)),
        None => "the agent".to_owned(),
    };
    let mut res = format!("\n{who} wants to use `{}`", render::flat(question.tool));
    if !question.reason.is_empty() {
        res.push_str(&format!(" ({})", render::flat(&question.reason)));
    }
    res.push_str(":\n");
    let input = serde_json::Value::Object(question.input.clone()).to_string();
    let shown = question.preview.as_deref().unwrap_or(&input);
    for line in shown.lines() {
        res.push_str(&format!("  {}\n", render::text(line)));
    }
    match &question.rule {
        Some(rule) => res.push_str(&format!(
            "[y] once  [m] this mission  [a] always: `{}`  [n] no, or \"no\" and why: ",
            render::flat(rule)
        )),
        None => res.push_str("[y] once  [n] no, or \"no\" and why: "),
    }
    res
}

#[cfg(test)]
mod tests {
    use missions::gate::Consent;
    use missions::{Answer, Grant};

    use super::read;

    #[track_caller]
    fn check(line: &str, expected: Option<Answer>) {
        assert_eq!(read(line, true), expected, "{line}");
    }

    #[test]
    fn only_a_clear_yes_is_one() {
        check("y\n", Some(Answer::Once));
        check("M\n", Some(Answer::Granted(Grant::Mission)));
        check("always\n", Some(Answer::Granted(Grant::Always)));
        check("\n", Some(Answer::Refused(Consent::No(None))));
        check("maybe\n", None);
        let why = Consent::No(Some("use the other file".to_owned()));
        check("no use the other file\n", Some(Answer::Refused(why)));
    }

    #[test]
    fn without_a_rule_there_is_no_lasting_yes() {
        assert_eq!(read("a", false), None);
    }
}
