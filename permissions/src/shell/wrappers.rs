//! The programs that run another one, and their options.

use super::options::Manner;

/// A program that runs the command behind its own options.
#[derive(Debug)]
pub(crate) struct Wrapper {
    pub(crate) name: &'static str,
    pub(crate) manner: Manner,
    /// The options of one letter that take a value.
    pub(crate) valued: &'static str,
    /// The options of one letter that take none.
    pub(crate) plain: &'static str,
    /// The options of one letter whose value, if any, is written behind the letter.
    pub(crate) attached: &'static str,
    pub(crate) long_valued: &'static [&'static str],
    pub(crate) long_plain: &'static [&'static str],
    /// The words before the command that are no options.
    pub(crate) n_operands: usize,
}

const NO_OPTIONS: Wrapper = Wrapper {
    name: "",
    manner: Manner::Through,
    valued: "",
    plain: "",
    attached: "",
    long_valued: &[],
    long_plain: &[],
    n_operands: 0,
};

pub(crate) const WRAPPERS: &[Wrapper] = &[
    Wrapper {
        name: "timeout",
        valued: "ks",
        plain: "fpv",
        long_valued: &["kill-after", "signal"],
        long_plain: &["foreground", "preserve-status", "verbose"],
        n_operands: 1,
        ..NO_OPTIONS
    },
    Wrapper {
        name: "time",
        valued: "fo",
        plain: "ahlpqvV",
        long_valued: &["format", "output"],
        long_plain: &["append", "portability", "quiet", "verbose"],
        ..NO_OPTIONS
    },
    Wrapper {
        name: "nice",
        valued: "n",
        plain: "0123456789",
        long_valued: &["adjustment"],
        ..NO_OPTIONS
    },
    Wrapper {
        name: "nohup",
        ..NO_OPTIONS
    },
    Wrapper {
        name: "stdbuf",
        valued: "ioe",
        long_valued: &["input", "output", "error"],
        ..NO_OPTIONS
    },
    Wrapper {
        name: "command",
        plain: "p",
        ..NO_OPTIONS
    },
    Wrapper {
        name: "builtin",
        ..NO_OPTIONS
    },
    Wrapper {
        name: "noglob",
        ..NO_OPTIONS
    },
    Wrapper {
        name: "nocorrect",
        ..NO_OPTIONS
    },
    Wrapper {
        name: "env",
        valued: "uCP",
        plain: "i0v",
        long_valued: &["unset", "chdir"],
        long_plain: &["ignore-environment", "null", "debug"],
        ..NO_OPTIONS
    },
    Wrapper {
        name: "exec",
        manner: Manner::Under,
        valued: "a",
        plain: "cl",
        ..NO_OPTIONS
    },
    Wrapper {
        name: "setsid",
        manner: Manner::Under,
        plain: "cfw",
        long_plain: &["ctty", "fork", "wait"],
        ..NO_OPTIONS
    },
    Wrapper {
        name: "xargs",
        manner: Manner::Under,
        valued: "adEIJLnPRSs",
        plain: "0oprtx",
        attached: "eil",
        long_valued: &[
            "arg-file",
            "delimiter",
            "max-args",
            "max-procs",
            "max-chars",
            "process-slot-var",
        ],
        long_plain: &[
            "null",
            "no-run-if-empty",
            "interactive",
            "verbose",
            "exit",
            "open-tty",
            "max-lines",
            "replace",
            "eof",
        ],
        ..NO_OPTIONS
    },
    Wrapper {
        name: "doas",
        manner: Manner::Under,
        valued: "aCu",
        plain: "Lns",
        ..NO_OPTIONS
    },
    Wrapper {
        name: "sudo",
        manner: Manner::Under,
        valued: "aCcDgpRrTtUu",
        plain: "AbBEHiKklNnPSsVv",
        long_valued: &[
            "user",
            "group",
            "prompt",
            "chdir",
            "chroot",
            "role",
            "type",
            "command-timeout",
            "close-from",
            "other-user",
            "host",
            "login-class",
        ],
        long_plain: &[
            "askpass",
            "background",
            "bell",
            "set-home",
            "login",
            "non-interactive",
            "preserve-env",
            "preserve-groups",
            "reset-timestamp",
            "shell",
            "stdin",
        ],
        ..NO_OPTIONS
    },
];

/// Programs that run a command which begins at some word, or stands inside of one.
pub(crate) const OPAQUE: &[&str] = &[
    "arch",
    "bwrap",
    "busybox",
    "caffeinate",
    "catchsegv",
    "choom",
    "chroot",
    "chrt",
    "coproc",
    "dbus-run-session",
    "entr",
    "fakeroot",
    "faketime",
    "firejail",
    "flock",
    "ionice",
    "linux32",
    "linux64",
    "ltrace",
    "nsenter",
    "numactl",
    "pkexec",
    "prlimit",
    "proot",
    "rlwrap",
    "run0",
    "runuser",
    "script",
    "setarch",
    "setpriv",
    "strace",
    "su",
    "systemd-run",
    "taskset",
    "toybox",
    "unbuffer",
    "unshare",
    "watch",
    "xvfb-run",
    "-",
];
