//! The skill backend, which listens and never has a say.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use stdx::{ManualClock, Pending, PortError, block_on};

use crate::{
    DialectId, Ended, HookBackend, HookCall, LogLine, RawReply, SessionLog, SkillBackend,
    SkillBackendDeps, SkillInvoker, SkillRegistry, SkillRun, Source, Trail,
};

use super::scripted::layer;

/// A registry of two skills; one of them answers, the other never does.
#[derive(Debug, Default)]
struct Skills {
    invoked: Mutex<Vec<String>>,
    lines: Mutex<Vec<LogLine>>,
    aborted: Mutex<Vec<String>>,
}

impl SkillRegistry for Skills {
    fn contains(&self, name: &str) -> bool {
        self.names().iter().any(|it| it == name)
    }

    fn names(&self) -> Vec<String> {
        ["brief", "broken", "endless"].map(str::to_owned).to_vec()
    }
}

impl SkillInvoker for Skills {
    fn invoke<'a>(&'a self, run: SkillRun<'a>) -> Pending<'a, Result<String, PortError>> {
        self.invoked
            .lock()
            .unwrap()
            .push(format!("{} {:?}", run.skill, run.args));
        Box::pin(async move {
            match run.skill {
                "broken" => Err(PortError::new("no model answers")),
                "endless" => {
                    let cancel = run.cancel.clone();
                    // Keeps the reason of the abort, as an agent loop would see it.
                    let guard = cancel.on_cancel({
                        let cancel = cancel.clone();
                        move || drop(cancel.reason())
                    });
                    std::mem::forget(guard);
                    self.aborted.lock().unwrap().push("started".to_owned());
                    std::future::pending().await
                }
                _ => Ok("all quiet".to_owned()),
            }
        })
    }
}

impl SessionLog for Skills {
    fn record(&self, line: LogLine) {
        self.lines.lock().unwrap().push(line);
    }
}

/// Runs one skill hook; what is observed is the reply, what was invoked, and the log.
#[track_caller]
fn check(entry: serde_json::Value, expected: &str) {
    let skills = Arc::new(Skills::default());
    let clock = ManualClock::default();
    let timer = clock.timer();
    let backend = SkillBackend::new(SkillBackendDeps {
        registry: Arc::clone(&skills) as _,
        invoke: Arc::clone(&skills) as _,
        log: Arc::clone(&skills) as _,
        timer: Arc::new(timer),
    });
    let text = json!({ "hooks": { "PostCompact": [entry] } }).to_string();
    let layer = layer(DialectId::Neo, Source::User, &text);
    let handler = &layer.handlers[0];
    let call = HookCall {
        handler,
        stdin: Arc::from(b"{}".as_slice()),
        environment: crate::Environment {
            base: crate::EnvironmentRule::Inherited,
            unset: &[],
            set: Vec::new(),
        },
        cwd: "/repo".as_ref(),
        timeout: handler.timeout,
        cancel: stdx::Cancel::new(),
        trail: Trail::default(),
    };
    let mut run = backend.run(call);
    let reply: RawReply = block_on(std::future::poll_fn(|cx| {
        let polled = run.as_mut().poll(cx);
        clock.advance(Duration::from_secs(1));
        if polled.is_pending() {
            cx.waker().wake_by_ref();
        }
        polled
    }));
    assert_eq!(reply.ended, Ended::Listened);
    assert_eq!((reply.stdout.bytes.len(), reply.stderr.bytes.len()), (0, 0));
    let lines = skills.lines.lock().unwrap();
    let lines = lines
        .iter()
        .map(|it| format!("{}: {}", it.decision, it.message));
    let invoked = skills.invoked.lock().unwrap();
    let seen: Vec<_> = invoked.iter().cloned().chain(lines).collect();
    assert_eq!(seen.join("\n"), expected);
}

#[test]
fn the_arguments_become_compact_json_and_nothing_becomes_nothing() {
    check(
        json!({ "type": "skill", "skill": "brief", "args": { "depth": "shallow", "a": [1, 2] } }),
        "brief \"{\\\"depth\\\":\\\"shallow\\\",\\\"a\\\":[1,2]}\"\nskill_hook_completed: skill `brief` said: all quiet",
    );
    check(
        json!({ "type": "skill", "skill": "brief", "args": {} }),
        "brief \"\"\nskill_hook_completed: skill `brief` said: all quiet",
    );
}

#[test]
fn an_unknown_skill_is_one_line_in_the_log() {
    check(
        json!({ "type": "skill", "skill": "breif" }),
        "skill_hook_unknown_skill: no skill is called `breif`; available: brief, broken, endless",
    );
}

#[test]
fn an_error_and_a_timeout_are_lines_in_the_log() {
    check(
        json!({ "type": "skill", "skill": "broken" }),
        "broken \"\"\nskill_hook_error: skill `broken` failed: no model answers",
    );
    check(
        json!({ "type": "skill", "skill": "endless", "timeout": 1500 }),
        "endless \"\"\nskill_hook_timeout: skill hook `endless` did not finish within 1.5s",
    );
}
