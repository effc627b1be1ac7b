//! Everything that is printed goes through here: problems like a compiler's, aligned tables, lines
//! of JSON, and colour where somebody wants it.
//!
//! Text from files and hooks is cleaned on its way out, so that it can neither move the cursor nor
//! hide a part of itself.

mod json;
mod problems;
mod style;
mod table;
#[cfg(test)]
mod tests;
mod width;

pub(crate) use json::{json_line, path_text, serialize_path};
pub(crate) use problems::{checked, problems_below, tally};
pub(crate) use style::Style;
pub(crate) use table::Table;
pub(crate) use width::{chunks, flat, one_line, wrap};

use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::time::Duration;

use stdx::Problem;

use crate::context::{Context, Loudness, Paint};

/// `text` without anything that a terminal would obey.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    stdx::text::printable(text)
}

/// `text` in a style.
pub(crate) fn painted(paint: Paint, style: Style, text: &str) -> String {
    style.paint(text, paint)
}

/// Whether what goes to standard error is coloured: as standard output is, if a person watches it.
pub(crate) fn paint_of_stderr(context: &Context) -> Paint {
    let terminal = context.world.terminal;
    match context.paint {
        Paint::Colour if terminal.stderr || !terminal.stdout => Paint::Colour,
        Paint::Colour | Paint::Plain => Paint::Plain,
    }
}

/// Tells a person on standard error what is wrong, after what stands on standard output.
pub(crate) fn problems_on_stderr(context: &mut Context, found: &[Problem]) -> io::Result<()> {
    if context.loudness == Loudness::Quiet {
        return Ok(());
    }
    context.world.stdout.flush()?;
    let paint = paint_of_stderr(context);
    problems_below(
        &mut context.world.stderr,
        paint,
        (&context.roots.repository, found),
    )
}

/// A path as a person reads it: relative where it lies in the project, with `~` where it lies in
/// the person's home.
pub(crate) fn shown_path(context: &Context, path: &Path) -> String {
    let roots = &context.roots;
    let shown = match (
        path.strip_prefix(&roots.repository),
        path.strip_prefix(&roots.user),
    ) {
        (Ok(inside), _) if !inside.as_os_str().is_empty() => inside.to_string_lossy().into_owned(),
        (_, Ok(inside)) if !inside.as_os_str().is_empty() => {
            format!("~/{}", inside.to_string_lossy())
        }
        _ => path.to_string_lossy().into_owned(),
    };
    flat(&shown)
}

/// A duration in as few characters as a person needs: `3 ms`, `1.2 s`, `10 min`.
pub(crate) fn shown_duration(duration: Duration) -> String {
    match duration.as_millis() {
        millis @ 0..=999 => format!("{millis} ms"),
        millis @ 1_000..=119_999 if millis % 1000 == 0 => format!("{} s", millis / 1000),
        millis @ 1_000..=119_999 => format!("{}.{} s", millis / 1000, millis % 1000 / 100),
        millis if millis % 60_000 == 0 => format!("{} min", millis / 60_000),
        millis => format!("{} s", millis / 1000),
    }
}

/// `1 hook`, `2 hooks`.
pub(crate) fn counted(n: usize, noun: &str) -> String {
    match n {
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}
