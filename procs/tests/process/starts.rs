//! Why a program did not start.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use procs::{Ended, Spec, StartError};
use stdx::{Cancel, SystemTimer, Timer, block_on};

use crate::support::{Folder, run};

/// The message and the hint, with the folder taken out. Blocking and not, they are the same.
#[track_caller]
fn shown(folder: &Folder, spec: &Spec) -> String {
    let shown = |error: StartError| {
        let hint = error
            .hint()
            .map_or(String::new(), |it| format!("\nhint: {it}"));
        format!("{error}{hint}").replace(&*folder.path().to_string_lossy(), "DIR")
    };
    let blocking = shown(procs::run(spec, &Cancel::new()).expect_err("it does not start"));
    let in_future = block_on(procs::start(spec.clone(), Cancel::new()));
    assert_eq!(blocking, shown(in_future.expect_err("it does not start")));
    blocking
}

/// [hr-06]
#[test]
fn reasons_are_told_apart() {
    let folder = Folder::new();
    folder.put("crlf.sh", "#!/bin/sh\r\nexit 0\r\n", 0o755);
    folder.put("crlf-env.sh", "#!/usr/bin/env\r\n", 0o755);
    folder.put("no-exec.sh", "#!/bin/sh\nexit 0\n", 0o644);
    folder.put("lost.sh", "#!/opt/gone/python3 -S\n", 0o755);
    folder.put("odd.sh", "#!./no-exec.sh\n", 0o755);
    folder.put("plain.sh", "echo no first line\n", 0o755);
    folder.put("empty", "", 0o755);
    let check = |program: &str, expected: &str| {
        assert_eq!(
            shown(&folder, &folder.spec(program, &[])),
            expected,
            "{program}"
        );
    };

    check(
        "./crlf.sh",
        "`./crlf.sh` has Windows line ends (CRLF), which spoil the name of its interpreter \
         `/bin/sh`\nhint: change its line ends from CRLF to LF",
    );
    check(
        "./crlf-env.sh",
        "`./crlf-env.sh` has Windows line ends (CRLF), which spoil the name of its interpreter \
         `/usr/bin/env`\nhint: change its line ends from CRLF to LF",
    );
    check(
        "./missing.sh",
        "there is no program `./missing.sh`\nhint: restore the file or correct the path",
    );
    check(
        "./plain.sh/below",
        "there is no program `./plain.sh/below`\nhint: restore the file or correct the path",
    );
    check(
        "no-such-tool",
        "there is no program `no-such-tool`\nhint: install it, or add its folder to `PATH`",
    );
    check(
        "",
        "there is no program ``\nhint: install it, or add its folder to `PATH`",
    );
    check(
        "./no-exec.sh",
        "`./no-exec.sh` is not executable\nhint: run `chmod +x ./no-exec.sh`",
    );
    check(
        "./lost.sh",
        "`./lost.sh` needs a missing interpreter, `/opt/gone/python3`\n\
         hint: install the interpreter, or correct the first line",
    );
    check(
        "./odd.sh",
        "`./odd.sh` needs an interpreter that is not executable, `./no-exec.sh`\n\
         hint: correct the first line, or make it executable",
    );
    let no_format = "is neither a program of this machine nor a script with a `#!` line\n\
         hint: make its first line name its interpreter: `#!/bin/sh`";
    check("./plain.sh", &format!("`./plain.sh` {no_format}"));
    check("./empty", &format!("`./empty` {no_format}"));
    check(
        &folder.path().to_string_lossy(),
        "expected a program at `DIR`, found a folder",
    );
}

#[test]
fn a_folder_that_is_gone_is_not_a_missing_program() {
    let folder = Folder::new();
    folder.put("file", "", 0o644);
    for cwd in ["gone", "file"] {
        let mut spec = folder.sh("exit 0");
        spec.cwd = folder.at(cwd);
        let expected = format!(
            "the working folder `DIR/{cwd}` cannot be entered\nhint: was the folder moved or deleted?"
        );
        assert_eq!(shown(&folder, &spec), expected);
        spec.program = "sh".into();
        assert_eq!(shown(&folder, &spec), expected);
    }
}

#[test]
fn what_the_system_cannot_take_is_named() {
    let folder = Folder::new();
    let long = "x".repeat(4 * 1024 * 1024);
    assert_eq!(
        shown(&folder, &folder.spec("/bin/true", &[&long])),
        "the arguments and the environment of `/bin/true` are too long: 4194373 bytes\n\
         hint: pass large values through a file or the standard input"
    );
    let nul = |what: &str| format!("{what} of `/bin/true` holds a NUL byte");
    assert_eq!(
        shown(&folder, &folder.spec("/bin/true", &["a\0b"])),
        nul("an argument")
    );
    let mut spec = folder.spec("/bin/true", &[]);
    spec.env.push(("A".into(), "\0".into()));
    assert_eq!(shown(&folder, &spec), nul("a variable"));
    spec = folder.spec("/bin/true", &[]);
    spec.cwd = Path::new("/\0").into();
    assert_eq!(shown(&folder, &spec), nul("a path"));
}

fn busy_script(folder: &Folder) -> File {
    folder.put("busy.sh", "#!/bin/sh\necho ran\n", 0o755);
    File::options()
        .append(true)
        .open(folder.at("busy.sh"))
        .unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_stays_busy_is_named() {
    let folder = Folder::new();
    let writer = busy_script(&folder);
    assert_eq!(
        shown(&folder, &folder.spec("./busy.sh", &[])),
        "`./busy.sh` is busy: something still writes to it\n\
         hint: write the file first, then run it"
    );
    drop(writer);
}

#[test]
fn a_file_that_is_busy_for_a_moment_runs() {
    let folder = Folder::new();
    let writer = busy_script(&folder);
    std::thread::scope(|scope| {
        scope.spawn(move || {
            block_on(SystemTimer.sleep(Duration::from_millis(20)));
            drop(writer);
        });
        assert_eq!(run(&folder.spec("./busy.sh", &[])).stdout.text(), "ran\n");
    });
}

/// What was just written is open in the children that other threads start at the same moment
/// [hr-06].
#[test]
fn scripts_that_are_written_and_run_at_once_all_run() {
    let folder = Folder::new();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let folder = &folder;
            scope.spawn(move || {
                for n in 0..25 {
                    let name = format!("./h-{thread}-{n}.sh");
                    folder.put(&name, "#!/bin/sh\ncat > /dev/null\nexit 0\n", 0o755);
                    assert_eq!(run(&folder.spec(&name, &[])).ended, Ended::Exit(0));
                }
            });
        }
    });
}
