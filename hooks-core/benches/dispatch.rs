//! What a dispatch costs when nothing matches. Prints one JSON line per measurement.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench measures time and prints what it measured"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use hooks_core::{
    DialectId, Dialects, DispatchCx, Engine, Event, EventName, Layer, Moment, Ports, Session,
    Source, Tool, ToolUse, TrustState, parse_document,
};
use serde_json::{Map, json};
use stdx::block_on;

/// The most that a dispatch of a hundred hooks may cost.
const GOAL: Duration = Duration::from_micros(10);
/// Dispatches per sample, so that the clock's own cost does not count.
const BATCH: u32 = 200;
/// Samples, of which the median counts.
const SAMPLES: usize = 301;

fn main() {
    let names = |it: usize| format!("Tool{it}|Other{it}");
    let patterns = |it: usize| format!("^mcp__server{it}__.*_{it}$");
    measure("dispatch: 100 hooks, none matching", names);
    measure("dispatch: 100 regular expressions, none matching", patterns);
}

fn measure(name: &str, matcher: impl Fn(usize) -> String) {
    let groups: Vec<_> = (0..100)
        .map(|it| json!({ "matcher": matcher(it), "hooks": [{ "type": "command", "command": format!("hook-{it}") }] }))
        .collect();
    let text = json!({ "hooks": { "PreToolUse": groups } }).to_string();
    let engine = Engine::new(vec![layer(&text)], &Dialects::default(), Ports::default());
    let event = event();
    let cx = DispatchCx::default();
    let mut samples: Vec<Duration> = (0..SAMPLES).map(|_| sample(&engine, &event, &cx)).collect();
    samples.sort();
    let median = samples[SAMPLES / 2];
    let ratio = median.as_secs_f64() / GOAL.as_secs_f64();
    let line = json!({ "name": name, "ratio": round(ratio), "goal": 1.0, "ok": ratio <= 1.0, "median_ns": median.as_nanos() as u64 });
    println!("{line}");
}

fn sample(engine: &Engine, event: &Event, cx: &DispatchCx) -> Duration {
    let start = Instant::now();
    for _ in 0..BATCH {
        black_box(block_on(engine.dispatch(
            black_box(event),
            Moment::BeforeApproval,
            cx,
        )))
        .outcome
        .verdict
        .blocks();
    }
    start.elapsed() / BATCH
}

fn layer(text: &str) -> Layer {
    let dialect = DialectId::ClaudeCode.dialect();
    let document = parse_document("settings.json".as_ref(), text.as_bytes()).unwrap();
    let config = (dialect.read_config)(dialect.rules, &document);
    assert_eq!(config.handlers.len(), 100);
    Layer {
        dialect: DialectId::ClaudeCode,
        source: Source::User,
        file: "settings.json".into(),
        trust: TrustState::NotNeeded,
        handlers: config.handlers,
        skipped: config.skipped,
        plugin: None,
        http: config.http,
        problems: config.problems,
    }
}

fn event() -> Event {
    let session = Session {
        id: "s".to_owned(),
        cwd: "/repo".into(),
        project: "/repo".into(),
        transcript: None,
    };
    let mut event = Event::new(EventName::PreToolUse, session);
    let input: Map<_, _> = [("command".to_owned(), json!("ls"))].into_iter().collect();
    event.words = Some(DialectId::ClaudeCode);
    event.tool = Some(ToolUse {
        spoken: "Bash".to_owned(),
        meanings: vec![Tool::Shell],
        input,
        call_id: None,
        output: None,
    });
    event
}

fn round(ratio: f64) -> f64 {
    (ratio * 1000.0).round() / 1000.0
}
