//! What a shell meant.

use procs::{Spec, shell_note};

use crate::support::{Folder, run};

#[test]
fn the_file_that_a_shell_could_not_run_is_named() {
    let folder = Folder::new();
    folder.put("crlf.sh", "#!/bin/sh\r\ncat > /dev/null\r\n", 0o755);
    folder.put("crlf-env.sh", "#!/usr/bin/env bash\r\nexit 0\r\n", 0o755);
    folder.put("no-exec.sh", "#!/bin/sh\n", 0o644);
    folder.put("well.sh", "#!/bin/sh\nno-such-tool --flag\n", 0o755);
    folder.put("a folder/lost.sh", "#!/opt/gone/sh\n", 0o755);
    let note = |spec: &Spec| shell_note(spec, &run(spec)).map(|it| it.to_string());
    let check = |command: &str, expected: Option<&str>| {
        let mut spec = folder.sh(command);
        spec.env.push(("DIR".into(), folder.path().into()));
        let dir = folder.path().to_string_lossy();
        assert_eq!(
            note(&spec).map(|it| it.replace(&*dir, "DIR")).as_deref(),
            expected
        );
    };

    let crlf = "has Windows line ends (CRLF), which spoil the name of its interpreter";
    check("./crlf.sh", Some(&format!("`./crlf.sh` {crlf} `/bin/sh`")));
    check(
        "true && ./crlf-env.sh",
        Some(&format!("`./crlf-env.sh` {crlf} `/usr/bin/env`")),
    );
    check(
        "./missing.sh --out ./new.txt",
        Some("there is no program `./missing.sh`"),
    );
    check("./no-exec.sh", Some("`./no-exec.sh` is not executable"));
    check(
        "\"$DIR\"/gone.sh",
        Some("there is no program `DIR/gone.sh`"),
    );
    check(
        "$DIR/no-exec.sh",
        Some("`DIR/no-exec.sh` is not executable"),
    );
    check(
        "no-such-tool < /dev/null",
        Some("there is no program `no-such-tool`"),
    );
    check(
        "./well.sh ./new.txt",
        Some("there is no program `no-such-tool`"),
    );
    check(
        "'a folder/lost.sh' --flag",
        Some("`a folder/lost.sh` needs a missing interpreter, `/opt/gone/sh`"),
    );
    // Nothing to explain: it said so itself, or it ended in another way.
    check("exit 127", None);
    check("./missing.sh; exit 2", None);

    // The same for a script which was started without a shell.
    let finished = note(&folder.spec("./crlf-env.sh", &[]));
    assert_eq!(
        finished,
        Some(format!("`./crlf-env.sh` {crlf} `/usr/bin/env`"))
    );
}
