//! The list of what is known of files: a table with tabs, its columns named in the first line.

use std::collections::BTreeMap;
use std::path::Path;

use crate::error::CaseError;

const LIMIT: stdx::fs::Limit = stdx::fs::Limit::mebibytes(64);

/// What is known of one file. An empty cell claims nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fact {
    cells: BTreeMap<String, String>,
}

impl Fact {
    /// A cell that says something.
    pub(super) fn text(&self, column: &str) -> Option<&str> {
        let cell = self.cells.get(column)?.trim();
        (!cell.is_empty()).then_some(cell)
    }

    /// A cell that is a number.
    pub(super) fn number(&self, column: &str) -> Option<usize> {
        self.text(column)?.parse().ok()
    }

    /// A cell such as `PreToolUse:2 Stop:1`.
    pub(super) fn counts(&self, column: &str) -> Option<BTreeMap<String, usize>> {
        let pair = |it: &str| {
            let (word, n) = it.rsplit_once(':')?;
            Some((word.to_owned(), n.parse().ok()?))
        };
        self.text(column)?.split_whitespace().map(pair).collect()
    }

    /// A cell that is a list in JSON.
    pub(super) fn list(&self, column: &str) -> Option<Vec<String>> {
        serde_json::from_str(self.text(column)?).ok()
    }
}

/// Reads the list.
pub(super) fn read(file: &Path) -> Result<Vec<Fact>, CaseError> {
    let bytes = stdx::fs::read(file, LIMIT)?;
    parse(&String::from_utf8_lossy(&bytes))
        .map_err(|message| CaseError::nonsense(format!("`{}`: {message}", file.display())))
}

fn parse(text: &str) -> Result<Vec<Fact>, String> {
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    for needed in ["repo", "path", "kind"] {
        if !columns.contains(&needed) {
            return Err(format!("the first line names no column `{needed}`"));
        }
    }
    let is_said = |it: &&str| !it.trim().is_empty();
    let lines = lines.filter(is_said);
    Ok(lines.map(|it| fact(&columns, it)).collect())
}

fn fact(columns: &[&str], line: &str) -> Fact {
    let cells = columns.iter().zip(line.split('\t'));
    Fact {
        cells: cells
            .map(|(column, cell)| ((*column).to_owned(), unquoted(cell)))
            .collect(),
    }
}

/// A cell in quotation marks has its own ones doubled.
fn unquoted(cell: &str) -> String {
    let inner = cell.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    inner.map_or_else(|| cell.to_owned(), |it| it.replace("\"\"", "\""))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn cells_are_read_by_the_names_of_their_columns() {
        let text = "repo\tpath\tkind\thook_events\thandlers\tmatchers\n\
                    o/n\ta.md\thooks\tStop:2 Odd:1\t3\t\"[\"\"Bash\"\"]\"\n";
        let facts = parse(text).expect("it is a list");
        let fact = &facts[0];
        assert_eq!((fact.text("repo"), fact.text("name")), (Some("o/n"), None));
        assert_eq!(fact.number("handlers"), Some(3));
        let counts = fact.counts("hook_events").expect("they are counts");
        assert_eq!(
            counts.into_iter().collect::<Vec<_>>(),
            [("Odd".to_owned(), 1), ("Stop".to_owned(), 2)]
        );
        assert_eq!(fact.list("matchers"), Some(vec!["Bash".to_owned()]));
        assert!(parse("a\tb\n").is_err());
    }
}
