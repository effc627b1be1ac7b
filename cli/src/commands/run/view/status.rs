//! The line that says what goes on just now, on a terminal alone.

use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use stdx::{Clock, Timer};

use crate::context::{Context, Paint};
use crate::render::{self, Style, painted};
use crate::wire::missions::person::Output;

/// How often it moves.
const BEAT: Duration = Duration::from_millis(120);
const FRAMES: [&str; 10] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
/// Columns where a terminal does not say how many it has.
pub(super) const COLUMNS: usize = 100;
/// Columns for the sign, the time and the blanks between.
const MARGIN: usize = 14;
/// What a mission does that neither speaks nor runs a tool.
const THINKING: &str = "thinking";

/// A line at the bottom that moves while somebody works. Whatever else is printed takes its place.
pub(crate) struct StatusLine {
    out: Output,
    paint: Paint,
    columns: usize,
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    doing: Option<(String, SystemTime)>,
    is_drawn: bool,
    n_beats: usize,
}

/// What goes on after something was printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The model is asked.
    Thinks,
    /// The line on the screen is not ended, so nothing may stand below it.
    Speaks,
}

impl StatusLine {
    /// The line of this terminal, which moves from now on.
    pub(super) fn new(context: &Context, out: &Output) -> Arc<StatusLine> {
        let clock = Arc::clone(&context.world.clock);
        let status = Arc::new(StatusLine {
            columns: context.world.terminal.width.unwrap_or(COLUMNS),
            ..StatusLine::still(Output::clone(out), context.paint, clock)
        });
        tokio::spawn(beat(
            Arc::downgrade(&status),
            Arc::clone(&context.world.timer),
        ));
        status
    }

    /// A line that nobody moves.
    pub(super) fn still(out: Output, paint: Paint, clock: Arc<dyn Clock>) -> StatusLine {
        StatusLine {
            out,
            paint,
            columns: COLUMNS,
            clock,
            state: Mutex::default(),
        }
    }

    /// The work begins.
    pub(crate) fn begin(&self) {
        self.doing(THINKING);
    }

    /// Nothing goes on any more.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        self.erase(&mut state);
        state.doing = None;
    }

    /// This goes on.
    pub(super) fn doing(&self, text: &str) {
        let mut state = self.lock();
        state.doing = Some((text.to_owned(), self.clock.now()));
        self.draw(&mut state);
    }

    /// Prints something else in its place.
    pub(super) fn print(&self, next: Next, print: impl FnOnce()) {
        let mut state = self.lock();
        self.erase(&mut state);
        print();
        state.doing = match next {
            Next::Thinks => Some((THINKING.to_owned(), self.clock.now())),
            Next::Speaks => None,
        };
    }

    pub(super) fn beat(&self) {
        let mut state = self.lock();
        state.n_beats += 1;
        self.draw(&mut state);
    }

    fn draw(&self, state: &mut State) {
        let Some((text, since)) = &state.doing else {
            return;
        };
        let took = self.clock.now().duration_since(*since).unwrap_or_default();
        let took = match took.as_secs() {
            0 => String::new(),
            seconds => format!("  {}", render::shown_duration(Duration::from_secs(seconds))),
        };
        let text = render::one_line(text, self.columns.saturating_sub(MARGIN));
        let sign = FRAMES[state.n_beats % FRAMES.len()];
        let line = painted(self.paint, Style::Faint, &format!("{sign} {text}{took}"));
        self.write(&format!("\r\x1b[2K{line}"));
        state.is_drawn = true;
    }

    fn erase(&self, state: &mut State) {
        if std::mem::take(&mut state.is_drawn) {
            self.write("\r\x1b[2K");
        }
    }

    fn write(&self, text: &str) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        // The mission goes on although nobody watches any more.
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for StatusLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StatusLine")
    }
}

async fn beat(status: Weak<StatusLine>, timer: Arc<dyn Timer>) {
    loop {
        timer.sleep(BEAT).await;
        match status.upgrade() {
            Some(status) => status.beat(),
            None => return,
        }
    }
}

/// Where a question is asked: the line makes room for it.
pub(in crate::commands::run) fn asking(status: &Arc<StatusLine>) -> Output {
    Arc::new(Mutex::new(Box::new(Asking(Arc::clone(status)))))
}

struct Asking(Arc<StatusLine>);

impl Write for Asking {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.end();
        let mut out = self.0.out.lock().unwrap_or_else(PoisonError::into_inner);
        out.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let mut out = self.0.out.lock().unwrap_or_else(PoisonError::into_inner);
        out.flush()
    }
}
