//! What [`split`] makes of a command.

use crate::{Certainty, Role, split};

/// One line a part: its text, with `?` where it is unsure, `~` where it is altered and `+` where it
/// only may run.
#[track_caller]
fn check(command: &str, expected: &[&str]) {
    let parts: Vec<String> = split(command)
        .parts()
        .iter()
        .map(|it| {
            let certainty = match it.certainty() {
                Certainty::Sure => "",
                Certainty::Altered => "~",
                Certainty::Unsure => "?",
            };
            let role = match it.role() {
                Role::Runs => "",
                Role::MayRun => "+",
            };
            format!("{role}{certainty}{}", it.text())
        })
        .collect();
    assert_eq!(parts, expected, "the parts of `{command}`");
}

#[test]
fn parts_come_in_the_order_of_the_text() {
    check("a && b | c; d & e", &["a", "b", "c", "d", "e"]);
    check("a $(b `c`) | d", &["a …", "b …", "c", "d"]);
    check("if a; then b; else c; fi", &["a", "b", "c"]);
}

#[test]
fn words_lose_their_quotes_and_keep_what_is_unknown_apart() {
    check(r#""a"  'b c' d\ e $'f\tg' "#, &["a b c d e f\tg"]);
    check(r#"a "$x" y"$z" $w *.rs"#, &["a … y… … ….rs"]);
}

#[test]
fn nothing_runs_nothing() {
    for command in ["", "  \n", "# x", "A=1", "[ -f x ]", "[[ a == b ]]", ":>x"] {
        let expected: &[&str] = if command == ":>x" { &[":"] } else { &[] };
        check(command, expected);
    }
}

#[test]
fn what_runs_a_command_shows_it() {
    check("timeout 5 a b", &["a b"]);
    check("A=1 env B=2 a", &["a"]);
    check("PATH=x a", &["~a"]);
    check("PATH=x; a", &["~PATH=x", "a"]);
    check("sudo a b", &["sudo a b", "+a b"]);
    check("bash -c 'a; b'", &["bash -c a; b", "a", "b"]);
    check(
        "find . -exec a {} \\; -exec b {} +",
        &["find . -exec a {} ; -exec b {} +", "a …", "b …"],
    );
    check("xargs a", &["a …"]);
    check("xargs -n 1 a", &["xargs -n 1 a", "a …"]);
    check("watch a b", &["watch a b", "+a b", "+b"]);
    check("$x a", &["?… a"]);
    check("(a", &["?", "a"]);
}

#[test]
fn written_paths_are_shown() {
    let split = split("a > b 2>> c | d &> 'e f' < g; { h; } >| i; j > $k 2>&1 3>&-; l <<< m");
    let written: Vec<&str> = split.written_paths().collect();
    assert_eq!(written, ["b", "c", "e f", "i"]);
}

#[test]
fn long_here_documents_are_no_structure() {
    let text = "some > text | with `signs` and 'quotes\n".repeat(2_000);
    check(
        &format!("cat > x <<'EOF' && a\n{text}EOF\nb"),
        &["cat", "a", "b"],
    );
    check(
        &format!("cat <<-\"E_1\" | a\n{text}\tE_1\nb"),
        &["cat", "a", "b"],
    );
    let script = format!("a\n{}b", "# x\n".repeat(1_000));
    check(&format!("bash <<'EOF'\n{script}\nEOF"), &["bash", "a", "b"]);
    let twice = format!("a <<'X'\n{text}X\nb <<'X'\n{text}X\nc");
    check(&twice, &["a", "b", "c"]);
}

#[test]
fn what_only_looks_like_a_here_document_is_not_passed_over() {
    let filling = "# x\n".repeat(1_000);
    let check_unsure = |script: &str| {
        let split = split(&format!("{filling}{script}"));
        let is_unsure = split
            .parts()
            .iter()
            .any(|it| it.certainty() == Certainty::Unsure);
        assert!(is_unsure, "`{script}`: {:?}", split.parts());
    };
    check_unsure("echo \"<<'X'\n\"\na\nX\n\"");
    check_unsure("# <<'X'\na\nX\nb");
    check_unsure("(( 1<<'X' ))\na\nX\n");
    check_unsure("cat <<'X'\na\nX\necho '<<\"X\"\nb\nX\n'");
    check(
        &format!("{filling}cat <<'X' \"\n\"\nX\na\n"),
        &["cat \n", "a"],
    );
}
