use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;
use stdx::Cancel;

use super::world::Ground;

/// A bound for liveness, never for speed.
const PATIENCE: Duration = Duration::from_secs(60);

/// `skills list --watch` at work.
struct Followed {
    lists: Receiver<String>,
    cancel: Cancel,
    thread: JoinHandle<u8>,
}

impl Followed {
    fn start(ground: &Ground, args: &[&str]) -> Followed {
        let (sender, lists) = channel();
        let cancel = Cancel::new();
        let world = ground.world_of(Lines(sender, Vec::new()), cancel.clone());
        let args: Vec<_> = args.iter().map(Into::into).collect();
        let thread = std::thread::spawn(move || crate::run(&args, world));
        Followed {
            lists,
            cancel,
            thread,
        }
    }

    /// Waits for a list of these descriptions.
    #[track_caller]
    fn expect(&self, wanted: &[&str]) {
        self.expect_all(("skills", "description"), wanted);
    }

    /// Waits for a line whose list `key` has these texts under `field`.
    #[track_caller]
    fn expect_all(&self, (key, field): (&str, &str), wanted: &[&str]) {
        loop {
            let line = self.lists.recv_timeout(PATIENCE).expect("a list comes");
            let list: Value = serde_json::from_str(&line).expect("it is JSON");
            let items = list[key].as_array().expect("it has the list");
            let found: Vec<_> = items.iter().map(|it| &it[field]).collect();
            if found == wanted {
                return;
            }
        }
    }

    fn end(self) -> u8 {
        self.cancel.cancel("enough");
        self.thread.join().expect("it does not panic")
    }
}

/// Sends each line that is printed.
struct Lines(Sender<String>, Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend_from_slice(bytes);
        while let Some(end) = self.1.iter().position(|it| *it == b'\n') {
            let line: Vec<u8> = self.1.drain(..=end).collect();
            // Nobody listens any more once the test is over.
            let _ = self.0.send(String::from_utf8_lossy(&line).into_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn skill(description: &str) -> String {
    format!("---\nname: deploy\ndescription: {description}\n---\nDo it.\n")
}

#[test]
fn a_change_on_disk_reaches_the_registry() {
    let ground = Ground::new();
    let args = [
        "--json", "skills", "list", "--source", "personal", "--watch",
    ];
    let followed = Followed::start(&ground, &args);
    followed.expect(&[]);
    // The folder comes later.
    let file = "home/.claude/skills/deploy/SKILL.md";
    ground.write(file, &skill("first"));
    followed.expect(&["first"]);
    ground.write(file, &skill("second"));
    followed.expect(&["second"]);
    // Half a file keeps what was read last; a whole one beside it is taken up meanwhile.
    ground.write(file, "---\nname: dep");
    ground.write("home/.claude/skills/other/SKILL.md", &skill("other"));
    followed.expect(&["second", "other"]);
    std::fs::remove_dir_all(ground.root().join("home/.claude")).expect("it can be removed");
    followed.expect(&[]);
    ground.write(file, &skill("third"));
    followed.expect(&["third"]);
    assert_eq!(followed.end(), 0);
}

#[test]
fn a_plugin_that_is_switched_off_takes_its_skills_along() {
    let ground = Ground::new();
    let manifest = r#"{ "name": "kit" }"#;
    let plugin = "home/.tackle/plugins/kit";
    ground.write(&format!("{plugin}/.claude-plugin/plugin.json"), manifest);
    let file = format!("{plugin}/skills/deploy/SKILL.md");
    ground.write(&file, &skill("of a plugin"));
    let args = ["--json", "skills", "list", "--source", "plugin", "--watch"];
    let followed = Followed::start(&ground, &args);
    followed.expect(&["of a plugin"]);
    let settings = "home/.tackle/settings.json";
    ground.write(settings, r#"{ "plugins": { "off": true } }"#);
    followed.expect(&[]);
    ground.write(settings, "{}");
    followed.expect(&["of a plugin"]);
    assert_eq!(followed.end(), 0);
}

#[test]
fn a_change_is_checked_at_once() {
    let ground = Ground::new();
    let followed = Followed::start(&ground, &["--json", "check", "--watch"]);
    let codes = ("problems", "code");
    followed.expect_all(codes, &[]);
    ground.write("repo/.claude/settings.json", "{");
    followed.expect_all(codes, &["hooks/not-json"]);
    ground.write("repo/.claude/settings.json", "{}");
    followed.expect_all(codes, &[]);
    assert_eq!(followed.end(), 0);
}
