//! The variables of the environment that the commands read.

/// Each variable and what it does. [`World::variable`](crate::World::variable) reads no other, and
/// the reference page is made from this table.
pub(crate) const READ: [(&str, &str); 17] = [
    (
        "HOME",
        "Your home folder: the personal hook files of every product stand below it.",
    ),
    ("USERPROFILE", "Your home folder where `HOME` is not set."),
    (
        "TACKLE_HOME",
        "The folder of our own files in place of `~/.tackle`; `--home` goes before it.",
    ),
    (
        "XDG_DATA_HOME",
        "Where the folder of Agent V stands on Linux, in place of `~/.local/share`.",
    ),
    ("APPDATA", "Where the folder of Agent V stands on Windows."),
    (
        "VISUAL",
        "The editor of `tackle hooks edit`; it may have options.",
    ),
    ("EDITOR", "The editor where `VISUAL` is not set."),
    (
        "NO_COLOR",
        "Nothing is coloured when it is set, unless `--color always` is given.",
    ),
    (
        "COLUMNS",
        "The width of the terminal to which tables are cut.",
    ),
    (
        "TERM",
        "`dumb`, or nothing, shows no line that moves while a mission works.",
    ),
    (
        "ANTHROPIC_API_KEY",
        "The key of Anthropic's models; it is never written or printed.",
    ),
    (
        "ANTHROPIC_BASE_URL",
        "The address of the server for `anthropic:NAME`; `--base-url` goes before it.",
    ),
    (
        "OPENAI_API_KEY",
        "The key of OpenAI's models and of servers that speak like it.",
    ),
    (
        "OPENAI_BASE_URL",
        "The address of the server for `openai:NAME`; `--base-url` goes before it.",
    ),
    (
        "OLLAMA_API_KEY",
        "The key of an Ollama server that wants one.",
    ),
    (
        "OLLAMA_HOST",
        "The address of the Ollama server; `--base-url` goes before it.",
    ),
    (
        "TACKLE_TRAIL",
        "The hooks that run above this program; it is set for hooks, and keeps one from running itself again.",
    ),
];
