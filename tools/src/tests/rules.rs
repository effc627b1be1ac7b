use std::ffi::OsString;

use crate::sandbox::{SandboxRules, WantedView};

#[test]
fn rules_go_through_arguments_unchanged() {
    let rules = SandboxRules {
        writable: vec!["/project".into(), "--".into(), "/with blank".into()],
        protected: vec!["write".into()],
        fixed: vec!["/project/.claude".into()],
        hidden: vec!["/home".into()],
        shown: vec!["/home/skills".into()],
        view: WantedView::Shared,
    };
    let command = ["/bin/sh", "-c", "echo -- write"].map(OsString::from);
    let args = rules.to_args().into_iter().chain(command.clone());
    assert_eq!(SandboxRules::from_args(args), Ok((rules, command.to_vec())));
}

#[track_caller]
fn check_refused(args: &[&str], found: &str) {
    let error = SandboxRules::from_args(args.iter().map(OsString::from)).unwrap_err();
    assert_eq!(error.found, found);
}

#[test]
fn other_arguments_are_refused() {
    check_refused(&[], "");
    check_refused(&["write"], "write");
    check_refused(&["erase", "/", "--"], "erase");
    check_refused(&["write", "/a", "/bin/sh"], "/bin/sh");
}
