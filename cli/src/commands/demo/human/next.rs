//! Where to go after the demo.

use std::io::{self, Write};
use std::path::PathBuf;

use crate::context::Paint;
use crate::render::{self, Style, Table, painted};

/// The next commands, that for the person's own project at the end.
pub(super) fn print(
    out: &mut dyn Write,
    paint: Paint,
    (mission, kept): (&str, Option<PathBuf>),
) -> io::Result<()> {
    let place = match &kept {
        Some(folder) => format!("The project stays in {}", shown(folder, "project")),
        None => "The project is gone; `tackle demo --keep` leaves it".to_owned(),
    };
    let title = painted(paint, Style::Strong, "Where to go next");
    writeln!(out, "\n{place}.\n\n{title}")?;
    let mut table = Table::default().indented(2);
    for (command, about) in commands(mission, kept) {
        let cells = [(Style::Mark, command), (Style::Faint, about.to_owned())];
        // A command without a remark would push all remarks out of sight.
        let n_cells = if about.is_empty() { 1 } else { 2 };
        table.row(cells.into_iter().take(n_cells));
    }
    table.print(out, paint)
}

fn commands(mission: &str, kept: Option<PathBuf>) -> Vec<(String, &'static str)> {
    let own = [
        (
            "tackle hooks list",
            "which hooks apply there, and where they come from",
        ),
        (
            "tackle hooks trust allow",
            "let hooks that came with a project run",
        ),
        ("tackle hooks edit --create", "write a hook of your own"),
    ];
    let own = own.map(|(command, about)| (command.to_owned(), about));
    let mut res = Vec::new();
    if let Some(folder) = kept {
        let home = shown(&folder, "home/.tackle");
        res.push((format!("cd {}", shown(&folder, "project")), ""));
        res.push((format!("tackle --home {home} why {mission}"), ""));
        res.push((format!("tackle --home {home} missions show {mission}"), ""));
    } else {
        res.push(("cd your/project".to_owned(), ""));
    }
    res.extend(own);
    let run = "tackle run --model anthropic:NAME \"what is to be done\"";
    res.push((run.to_owned(), ""));
    res
}

fn shown(folder: &std::path::Path, name: &str) -> String {
    render::flat(&folder.join(name).to_string_lossy())
}
