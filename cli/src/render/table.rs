//! Aligned columns.

use std::io::{self, Write};

use crate::context::Paint;

use super::style::Style;
use super::width::{cut, flat, width};

/// Rows whose cells stand below one another.
#[derive(Debug, Default)]
pub(crate) struct Table {
    indent: usize,
    columns: Option<usize>,
    rows: Vec<Vec<(Style, String)>>,
    n_headers: usize,
}

/// The blanks between two columns.
const GAP: usize = 2;
/// The least that is left of the last cell, however narrow the terminal.
const LEAST: usize = 20;

impl Table {
    /// A table with these titles above its columns.
    pub(crate) fn new<const N: usize>(titles: [&str; N]) -> Table {
        let titles = titles.map(|it| (Style::Faint, it.to_owned()));
        Table {
            rows: vec![titles.into()],
            n_headers: 1,
            ..Table::default()
        }
    }

    /// The same table, so many blanks from the left.
    pub(crate) fn indented(mut self, indent: usize) -> Table {
        self.indent = indent;
        self
    }

    /// The same table on a terminal of so many columns; `None` cuts nothing.
    pub(crate) fn within(mut self, columns: Option<usize>) -> Table {
        self.columns = columns;
        self
    }

    /// Adds a row. Each cell is cleaned and stays on its line.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = (Style, String)>) {
        let cells = cells.into_iter().map(|(style, text)| (style, flat(&text)));
        self.rows.push(cells.collect());
    }

    /// Prints the rows, if there are any. The last cell of a row is cut where the terminal ends.
    pub(crate) fn print(&self, out: &mut dyn Write, paint: Paint) -> io::Result<()> {
        if self.rows.len() == self.n_headers {
            return Ok(());
        }
        let widths = self.widths();
        for row in &self.rows {
            writeln!(out, "{}", self.line(row, &widths, paint))?;
        }
        Ok(())
    }

    /// The width of each column. The last cell of a row takes no part: nothing stands after it.
    fn widths(&self) -> Vec<usize> {
        let n_columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut widths = vec![0; n_columns];
        for row in &self.rows {
            let aligned = row.len().saturating_sub(1);
            for (column, (_, text)) in row.iter().enumerate().take(aligned) {
                widths[column] = widths[column].max(width(text));
            }
        }
        widths
    }

    fn line(&self, row: &[(Style, String)], widths: &[usize], paint: Paint) -> String {
        let mut res = " ".repeat(self.indent);
        let mut used = self.indent;
        for (column, (style, text)) in row.iter().enumerate() {
            if column + 1 == row.len() {
                let room = self.columns.map(|it| it.saturating_sub(used).max(LEAST));
                let text = room.map_or_else(|| text.clone(), |it| cut(text, it));
                res.push_str(&style.paint(&text, paint));
                break;
            }
            res.push_str(&style.paint(text, paint));
            res.push_str(&" ".repeat(widths[column] - width(text) + GAP));
            used += widths[column] + GAP;
        }
        res.trim_end().to_owned()
    }
}
