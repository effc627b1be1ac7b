use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use stdx::ManualClock;

use super::status::{Next, StatusLine, asking};
use crate::context::Paint;
use crate::wire::missions::person::Output;

/// A screen that keeps what was written to it.
#[derive(Clone, Debug, Default)]
struct Screen(Arc<Mutex<Vec<u8>>>);

impl Screen {
    /// What was written since the last look, the order to erase a line as `⌫`.
    fn written(&self) -> String {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&std::mem::take(&mut *bytes)).into_owned();
        text.replace("\r\x1b[2K", "⌫")
    }
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut screen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        screen.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn line(screen: &Screen, clock: &ManualClock) -> Arc<StatusLine> {
    let out: Output = Arc::new(Mutex::new(Box::new(screen.clone())));
    let clock = Arc::new(clock.clone());
    Arc::new(StatusLine::still(out, Paint::Plain, clock))
}

#[test]
fn the_line_moves_counts_and_makes_room() {
    let (screen, clock) = (Screen::default(), ManualClock::default());
    let status = line(&screen, &clock);
    status.beat();
    assert_eq!(screen.written(), "", "nothing goes on yet");
    status.begin();
    assert_eq!(screen.written(), "⌫⠙ thinking");
    clock.advance(Duration::from_secs(2));
    status.beat();
    assert_eq!(screen.written(), "⌫⠹ thinking  2 s");
    let mut printed = screen.clone();
    status.print(Next::Thinks, || {
        printed.write_all(b"a result\n").expect("a screen");
    });
    assert_eq!(screen.written(), "⌫a result\n");
    status.doing("run_command ls\n-a");
    assert_eq!(screen.written(), "⌫⠹ run_command ls⏎-a");
    status.end();
    status.beat();
    assert_eq!(screen.written(), "⌫", "nothing is left");
}

#[test]
fn words_that_go_on_are_left_alone() {
    let (screen, clock) = (Screen::default(), ManualClock::default());
    let status = line(&screen, &clock);
    status.begin();
    status.print(Next::Speaks, || {});
    screen.written();
    status.beat();
    assert_eq!(screen.written(), "");
}

#[test]
fn a_question_takes_the_place_of_the_line() {
    let (screen, clock) = (Screen::default(), ManualClock::default());
    let status = line(&screen, &clock);
    status.begin();
    screen.written();
    let question = asking(&status);
    let mut question = question.lock().unwrap_or_else(PoisonError::into_inner);
    question.write_all(b"may it? ").expect("a screen");
    status.beat();
    assert_eq!(screen.written(), "⌫may it? ");
}
