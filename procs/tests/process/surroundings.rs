//! What a program finds when it starts.

use std::path::Path;

use procs::Ended;
use stdx::block_on;

use crate::support::{Folder, run};

#[track_caller]
fn check(script: &str, expected: &str) {
    let finished = run(&Folder::new().sh(script));
    assert_eq!(
        finished.stdout.text(),
        expected,
        "{}",
        finished.stderr.text()
    );
    assert_eq!(finished.ended, Ended::Exit(0));
}

#[test]
fn arguments_are_not_changed() {
    let folder = Folder::new();
    let args = [
        "-c",
        "printf '%s|' \"$0\" \"$@\"",
        "zero",
        "a b",
        "",
        "*",
        "ü",
        "$HOME",
    ];
    let finished = run(&folder.spec("/bin/sh", &args));
    assert_eq!(finished.stdout.text(), "zero|a b||*|ü|$HOME|");
}

#[test]
fn the_environment_is_what_was_given_and_nothing_else() {
    let folder = Folder::new();
    let mut spec = folder.spec("/usr/bin/env", &[]);
    spec.env = vec![("A".into(), "1=2".into()), ("B".into(), "".into())];
    assert_eq!(run(&spec).stdout.text(), "A=1=2\nB=\n");
    spec.env = vec![];
    assert_eq!(run(&spec).stdout.text(), "");
}

#[test]
fn it_starts_in_the_folder_it_was_given() {
    let folder = Folder::new();
    let real = std::fs::canonicalize(folder.path()).unwrap();
    let finished = run(&folder.sh("pwd -P"));
    assert_eq!(Path::new(finished.stdout.text().trim_end()), real);
}

#[test]
fn a_relative_program_is_relative_to_that_folder() {
    let folder = Folder::new();
    folder.put("hooks/hello", "#!/bin/sh\necho hello\n", 0o755);
    assert_eq!(
        run(&folder.spec("hooks/hello", &[])).stdout.text(),
        "hello\n"
    );
    assert_eq!(
        run(&folder.spec("./hooks/hello", &[])).stdout.text(),
        "hello\n"
    );
}

#[test]
fn a_name_is_looked_up_in_the_path_that_was_given() {
    let folder = Folder::new();
    folder.put("first/tool", "not executable", 0o644);
    folder.put("second/tool", "#!/bin/sh\necho second\n", 0o755);
    folder.put("third/tool", "#!/bin/sh\necho third\n", 0o755);
    folder.put("tool", "#!/bin/sh\necho here\n", 0o755);
    std::fs::create_dir_all(folder.at("folders/tool")).unwrap();
    let check = |path: &str, expected: &str| {
        let mut spec = folder.spec("tool", &[]);
        spec.env = vec![("PATH".into(), path.into())];
        assert_eq!(run(&spec).stdout.text(), expected, "{path}");
    };

    check("gone:first:folders:second:third", "second\n");
    check(
        &format!("{}:second", folder.at("third").display()),
        "third\n",
    );
    check(":second", "here\n");
    check("second:", "second\n");
}

#[cfg(target_os = "linux")]
#[test]
fn it_leads_a_session_without_a_terminal() {
    let script = "read -r pid name state parent group session terminal rest < /proc/self/stat
        test $pid = $$ && test $group = $$ && test $session = $$ && echo $terminal";
    check(script, "0\n");
}

#[cfg(target_os = "linux")]
#[test]
fn no_signal_is_blocked_or_ignored() {
    /// 32 and 33, which glibc keeps for its threads, and ignores in each child.
    const OF_GLIBC: u64 = 0b11 << 31;
    let folder = Folder::new();
    let spec = folder.spec("grep", &["-E", "^Sig(Blk|Ign)", "/proc/self/status"]);
    let blocking = run(&spec);
    let in_future = block_on(procs::start(spec, stdx::Cancel::new())).unwrap();
    for finished in [blocking, in_future] {
        let masks = finished.stdout.text();
        let masks = masks.lines().filter_map(|it| it.rsplit('\t').next());
        let masks: Vec<u64> = masks
            .map(|it| u64::from_str_radix(it, 16).unwrap())
            .collect();
        assert_eq!(
            masks.iter().map(|it| it & !OF_GLIBC).collect::<Vec<_>>(),
            [0, 0]
        );
    }
}

/// Also not one that a library opened without the mark, and not one of a neighbour that starts at
/// the same moment.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn no_descriptor_leaks_into_it() {
    let unmarked = rustix::io::dup(std::io::stdin()).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..10 {
                    // The fourth is the folder itself, which `ls` has open while it reads it.
                    let finished = run(&Folder::new().spec("ls", &["/proc/self/fd"]));
                    assert_eq!(finished.stdout.text(), "0\n1\n2\n3\n");
                }
            });
        }
    });
    drop(unmarked);
}

#[test]
fn the_variables_which_git_itself_lists_are_known() {
    let folder = Folder::new();
    let spec = folder.spec("git", &["rev-parse", "--local-env-vars"]);
    // Not every machine has git.
    let Ok(finished) = procs::run(&spec, &stdx::Cancel::new()) else {
        return;
    };
    for name in finished.stdout.text().lines() {
        assert!(procs::local_git_variables().contains(&name), "{name}");
    }
}
