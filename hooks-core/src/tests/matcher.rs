//! Which names a matcher covers, in the three grammars.

use crate::{BadMatcher, ListCharacters, Matcher, MatcherGrammar, MatcherRules};

#[track_caller]
fn check(grammar: MatcherGrammar, matcher: &str, yes: &[&str], no: &[&str]) {
    let rules = MatcherRules {
        grammar,
        bad: BadMatcher::Literal,
        list: ListCharacters::Wide,
    };
    let (matcher, _) = Matcher::read(matcher, rules);
    let matching: Vec<_> = yes
        .iter()
        .chain(no)
        .filter(|it| matcher.matches(&[**it]))
        .collect();
    assert_eq!(matching, yes.iter().collect::<Vec<_>>(), "{matcher:?}");
}

#[test]
fn claude_code_reads_plain_words_as_names_and_the_rest_as_a_pattern() {
    let check =
        |matcher, yes: &[&str], no: &[&str]| check(MatcherGrammar::ListOrPattern, matcher, yes, no);
    check("Write", &["Write"], &["NotebookWrite", "write", "Writes"]);
    check("rit", &[], &["Write"]);
    check("rit.", &["Write"], &["rit"]);
    check("Edit|Write", &["Write", "Edit"], &["MultiEdit"]);
    check("Edit, Write", &["Write", "Edit"], &["Edit, Write"]);
    check("Write | Bash", &["Bash"], &[]);
    check("*", &["AnyTool"], &[]);
    check("", &["AnyTool"], &[]);
    check(" ", &[], &["AnyTool"]);
    check("mcp__notes", &[], &["mcp__notes__add"]);
    check("mcp__notes__.*", &["mcp__notes__add"], &[]);
    check("mcp__.*", &["xmcp__y__z"], &[]);
    check("^mcp__.*$", &[], &["xmcp__y__z"]);
    check("^Notebook", &["NotebookEdit"], &[]);
    check("mcp__[^_]+__[^_]+", &[], &["mcp__my_notes__list_all"]);
    check(
        "code-reviewer",
        &["code-reviewer"],
        &["senior-code-reviewer"],
    );
}

#[test]
fn javascript_has_look_around_and_no_inline_flags() {
    let check =
        |matcher, yes: &[&str], no: &[&str]| check(MatcherGrammar::ListOrPattern, matcher, yes, no);
    check("^(?!Write)", &["Bash"], &["Write"]);
    check("(?<=mcp__)x$", &["mcp__x"], &["x"]);
    check(r"^(\w)\1$", &["aa"], &["ab"]);
    check("(?i)bash", &["(?i)bash"], &["bash", "Bash"]);
    check("a**", &["a**"], &["a"]);
    check(r"^\w+$", &["abc"], &["caf\u{e9}"]);
}

#[test]
fn a_whole_pattern_covers_the_whole_name() {
    let check =
        |matcher, yes: &[&str], no: &[&str]| check(MatcherGrammar::WholePattern, matcher, yes, no);
    check(
        "edit_file|edit_files|create_file",
        &["edit_file", "edit_files", "create_file"],
        &["edit_file2"],
    );
    check("edit", &["edit"], &["edit_notebook", "Edit"]);
    check("mcp__.*", &["mcp__a__b"], &["xmcp__a__b"]);
    check("a|b.", &["a", "bc"], &["ab", "b"]);
    check(" edit ", &["edit"], &[]);
    check("[", &["["], &["x"]);
    check("edit)|(run", &["edit)|(run"], &["edit", "edit2", "run"]);
}

#[test]
fn a_glob_knows_stars_and_question_marks_alone() {
    let check = |matcher, yes: &[&str], no: &[&str]| check(MatcherGrammar::Glob, matcher, yes, no);
    check("run_shell", &["run_shell"], &["run_shell2", "Run_shell"]);
    check(
        "edit_file|write_file",
        &["edit_file", "write_file"],
        &["multi_edit"],
    );
    check("mcp_*", &["mcp_a", "mcp_"], &["xmcp_a", "mcp"]);
    check("a?c", &["abc"], &["ac", "abbc"]);
    check("a.c", &["a.c"], &["abc"]);
    check("*a*b*", &["xaxbx", "ab"], &["ba"]);
}

/// A pattern that would take a backtracking engine for ever is given up, and counts as a match.
#[test]
fn a_pattern_that_explodes_is_given_up() {
    let rules = MatcherRules {
        grammar: MatcherGrammar::ListOrPattern,
        bad: BadMatcher::Literal,
        list: ListCharacters::Wide,
    };
    let (matcher, error) = Matcher::read(r"^(?=x?)(a+)+\1$", rules);
    assert_eq!(error, None);
    assert!(matcher.matches(&[format!("{}!", "a".repeat(60))]));
    let (_, error) = Matcher::read(&"(".repeat(5_000), rules);
    assert!(error.is_some());
}
