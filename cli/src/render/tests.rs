use std::path::Path;
use std::time::Duration;

use stdx::{Place, Problem};

use super::*;

#[track_caller]
fn check_problem(problem: Problem, expected: &str) {
    let mut out = Vec::new();
    problems_below(&mut out, Paint::Plain, (Path::new("/repo"), &[problem]))
        .expect("a buffer takes everything");
    assert_eq!(String::from_utf8(out).expect("output is UTF-8"), expected);
}

fn source(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("hooks.json");
    stdx::fs::write_atomic(&file, text.as_bytes(), stdx::fs::Access::Keep).expect("a file in it");
    (folder, file)
}

#[track_caller]
fn check_excerpt(text: &str, place: Place, expected: &str) {
    let (folder, file) = source(text);
    let mut out = Vec::new();
    let problem = Problem::error("hooks/timeout", "m").in_file(file).at(place);
    problems_below(&mut out, Paint::Plain, (folder.path(), &[problem]))
        .expect("a buffer takes everything");
    let out = String::from_utf8(out).expect("output is UTF-8");
    let excerpt = out.split_once(&format!("hooks.json:{}:{}\n", place.line, place.column));
    assert_eq!(excerpt.expect("the place is shown").1, expected);
}

#[test]
fn a_problem_without_a_place_is_one_line() {
    check_problem(
        Problem::note("hooks/timeout", "it is late"),
        "note[hooks/timeout]: it is late\n",
    );
}

#[test]
fn a_file_is_named_against_the_base_and_a_hint_stands_last() {
    check_problem(
        Problem::warning("hooks/timeout", "it is\nlate")
            .in_file("/repo/a/hooks.json")
            .at(Place { line: 3, column: 7 })
            .with_hint("hurry"),
        "warning[hooks/timeout]: it is\n  late\n  --> a/hooks.json:3:7\n  hint: hurry\n",
    );
}

#[test]
fn nothing_from_a_file_reaches_the_terminal_as_an_order() {
    check_problem(
        Problem::error("hooks/timeout", "\u{1b}[2Jgone\u{202e}"),
        "error[hooks/timeout]: \u{fffd}gone\u{fffd}\n",
    );
}

#[test]
fn the_caret_stands_below_its_column() {
    let text = "{\n\t\"timeout\": -1\n}\n";
    check_excerpt(
        text,
        Place {
            line: 2,
            column: 13,
        },
        "  |\n2 |  \"timeout\": -1\n  |             ^\n",
    );
    let wide = "{ \"名前\": -1 }";
    check_excerpt(
        wide,
        Place { line: 1, column: 9 },
        "  |\n1 | { \"名前\": -1 }\n  |           ^\n",
    );
    check_excerpt(
        "\u{feff}{]",
        Place { line: 1, column: 2 },
        "  |\n1 | {]\n  |  ^\n",
    );
}

#[test]
fn a_line_that_is_not_there_any_more_is_not_shown() {
    check_excerpt("{}", Place { line: 9, column: 1 }, "");
}

#[test]
fn a_long_line_is_shown_around_its_place() {
    let text = format!("{}X{}", "a".repeat(500), "b".repeat(500));
    let (head, rest) = (
        format!("…{}", "a".repeat(35)),
        format!("X{}…", "b".repeat(34)),
    );
    let expected = format!("  |\n1 | {head}{rest}\n  | {}^\n", " ".repeat(36));
    check_excerpt(
        &text,
        Place {
            line: 1,
            column: 501,
        },
        &expected,
    );
}

#[test]
fn colour_comes_only_where_it_is_wanted() {
    assert_eq!(Style::Bad.paint("no", Paint::Plain), "no");
    assert_eq!(
        Style::Bad.paint("no", Paint::Colour),
        "\u{1b}[1;31mno\u{1b}[0m"
    );
    assert_eq!(Style::Plain.paint("no", Paint::Colour), "no");
}

#[track_caller]
fn check_table(rows: &[&[&str]], columns: Option<usize>, expected: &str) {
    check_printed(Table::default().indented(2).within(columns), rows, expected);
}

#[track_caller]
fn check_printed(mut table: Table, rows: &[&[&str]], expected: &str) {
    for row in rows {
        table.row(row.iter().map(|it| (Style::Plain, (*it).to_owned())));
    }
    let mut out = Vec::new();
    table
        .print(&mut out, Paint::Plain)
        .expect("a buffer takes everything");
    assert_eq!(String::from_utf8(out).expect("output is UTF-8"), expected);
}

#[test]
fn titles_stand_above_rows_and_never_alone() {
    check_printed(Table::new(["what", ""]), &[], "");
    check_printed(Table::new(["what", ""]), &[&["a", "b"]], "what\na     b\n");
}

#[test]
fn columns_are_aligned_by_what_they_take_on_screen() {
    check_table(
        &[&["a", "bb", "c"], &["名前", "", "d"]],
        None,
        "  a     bb  c\n  名前      d\n",
    );
}

#[test]
fn the_last_cell_ends_where_the_terminal_ends() {
    let long = "x".repeat(60);
    let expected = format!("  a  {}…\n", "x".repeat(34));
    check_table(&[&["a", &long]], Some(40), &expected);
}

#[test]
fn a_cell_stays_on_its_line() {
    check_table(
        &[&["a\nb\tc", "\u{1b}[31md\r\n"]],
        None,
        "  a⏎b c  \u{fffd}d\n",
    );
}

#[test]
fn durations_are_short() {
    let check = |millis: u64, expected: &str| {
        assert_eq!(shown_duration(Duration::from_millis(millis)), expected);
    };
    check(0, "0 ms");
    check(999, "999 ms");
    check(1_000, "1 s");
    check(1_290, "1.2 s");
    check(60_000, "60 s");
    check(600_000, "10 min");
    check(601_000, "601 s");
}

#[test]
fn text_is_wrapped_at_blanks() {
    assert_eq!(wrap("one two three", 8), ["one two", "three"]);
    assert_eq!(wrap("abcdefghij k", 5), ["abcdefghij", "k"]);
    assert_eq!(wrap("a\nb", 5), ["a", "b"]);
}

#[test]
fn problems_are_counted_by_severity() {
    let error = Problem::error("hooks/timeout", "x");
    let note = Problem::note("hooks/timeout", "x");
    assert_eq!(tally(&[]), "no problems");
    assert_eq!(tally(&[error.clone(), note, error]), "2 errors, 1 note");
}
