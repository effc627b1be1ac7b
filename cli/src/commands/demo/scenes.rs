//! What happens in the demo, in order.

use std::path::Path;

use serde_json::json;

use crate::commands::hooks::run::options::{Mode, RunOptions};

/// One thing that an agent does.
#[derive(Debug)]
pub(super) struct Scene {
    /// What the agent is about, for people.
    pub(super) title: &'static str,
    /// The event.
    event: SceneEvent,
    /// A file of the project that is written before: its name and its content.
    pub(super) written: Option<(&'static str, &'static str)>,
}

/// The events of the demo.
#[derive(Debug)]
enum SceneEvent {
    /// The agent is about to run this command.
    Runs(&'static str),
    /// The agent wrote this file.
    Wrote(&'static str, &'static str),
    /// The agent is about to finish.
    Stops,
}

/// A file with blanks at the ends of its lines.
const GREETING: (&str, &str) = (
    "greet.py",
    "def greet(name):   \n    print(f\"hello {name}\")  \n",
);

/// The story of the demo.
pub(super) const SCENES: [Scene; 5] = [
    Scene {
        title: "The agent wants to run `npm install left-pad`",
        event: SceneEvent::Runs("npm install left-pad"),
        written: None,
    },
    Scene {
        title: "The agent wants to run `git push --force`",
        event: SceneEvent::Runs("git push --force"),
        written: None,
    },
    Scene {
        title: "The agent wrote `greet.py`, with blanks at the ends of lines",
        event: SceneEvent::Wrote(GREETING.0, GREETING.1),
        written: Some(GREETING),
    },
    Scene {
        title: "The agent thinks that it is done",
        event: SceneEvent::Stops,
        written: None,
    },
    Scene {
        title: "The agent ran the tests, and is done once more",
        event: SceneEvent::Stops,
        written: Some(("tests-passed", "all of them\n")),
    },
];

impl Scene {
    /// The scene as it would be typed after `tackle hooks run`.
    pub(super) fn options(&self, repository: &Path) -> RunOptions {
        let options = RunOptions {
            trust_all: true,
            mode: Mode::Auto,
            ..RunOptions::default()
        };
        match self.event {
            SceneEvent::Runs(command) => RunOptions {
                event: "PreToolUse".to_owned(),
                tool: Some("run_command".to_owned()),
                tool_input: Some(json!({ "command": command }).to_string()),
                ..options
            },
            SceneEvent::Wrote(name, content) => RunOptions {
                event: "PostToolUse".to_owned(),
                tool: Some("create_file".to_owned()),
                tool_input: Some(
                    json!({ "path": repository.join(name), "content": content }).to_string(),
                ),
                tool_output: Some(format!("wrote {name}")),
                ..options
            },
            SceneEvent::Stops => RunOptions {
                event: "Stop".to_owned(),
                ..options
            },
        }
    }
}
