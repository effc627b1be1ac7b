//! What a model is told of a command that ended.

use std::time::Duration;

use missions::{Success, ToolResult};
use procs::{Captured, Ended, Finished, Keep};

/// How much of each stream is kept: errors stand at the start of an output or at its end.
pub(super) const KEEP: Keep = Keep {
    head: 16 << 10,
    tail: 16 << 10,
};

pub(super) fn report(finished: &Finished, timeout: Duration) -> ToolResult {
    let end = end(finished.ended, timeout);
    let mut text = String::new();
    push(&mut text, "", &finished.stdout);
    push(&mut text, "[standard error]\n", &finished.stderr);
    if finished.left_running {
        text.push_str("[something it started still runs in the background]\n");
    }
    text.push_str(&format!("[{end}]"));
    ToolResult {
        text,
        success: match finished.ended {
            Ended::Exit(0) => Success::Yes,
            Ended::Exit(_) | Ended::Signal(_) | Ended::TimedOut | Ended::Cancelled => Success::No,
        },
        summary: end,
        changed: Vec::new(),
    }
}

fn push(text: &mut String, title: &str, captured: &Captured) {
    if captured.total == 0 {
        return;
    }
    text.push_str(title);
    text.push_str(&captured.text());
    if !text.ends_with('\n') {
        text.push('\n');
    }
}

fn end(ended: Ended, timeout: Duration) -> String {
    match ended {
        Ended::Exit(code) => format!("exit code {code}"),
        Ended::Signal(signal) => format!("ended by signal {signal}"),
        Ended::TimedOut => format!(
            "ended after {} seconds with all it had started",
            timeout.as_secs()
        ),
        Ended::Cancelled => "cancelled".to_owned(),
    }
}
