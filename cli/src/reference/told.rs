//! The variables that hooks get, asked of the dialects themselves.

use std::collections::BTreeSet;

use hooks_core::{
    Dialect, DialectId, Environment, Event, EventName, EventRules, PluginFolders, Session, Telling,
    Tool, ToolUse,
};
use serde_json::{Map, Value, json};

/// The names that a dialect sets on any event, and those that it takes away.
pub(super) fn names(id: DialectId) -> (BTreeSet<String>, &'static [&'static str]) {
    let dialect = id.dialect();
    let environments: Vec<_> = dialect
        .rules
        .events
        .iter()
        .map(|it| environment(dialect, it))
        .collect();
    let unset = environments.first().map_or(&[] as &[_], |it| it.unset);
    let set = environments
        .into_iter()
        .flat_map(|it| it.set)
        .map(|it| it.0);
    (set.collect(), unset)
}

/// What a hook of a plugin gets on an event of which everything is known.
fn environment(dialect: &Dialect, event_rules: &EventRules) -> Environment {
    let plugin = PluginFolders {
        name: "plugin".to_owned(),
        options: Vec::new(),
        root: "/plugin".into(),
        data: Some("/data".into()),
    };
    let event = event(event_rules.event.clone());
    (dialect.environment)(&Telling {
        rules: dialect.rules,
        event_rules,
        vocabulary: dialect.vocabulary,
        event: &event,
        plugin: Some(&plugin),
    })
}

fn event(name: EventName) -> Event {
    let mut event = Event::new(name, Session::default());
    let fields = json!({ "effort": { "level": "high" }, "env_file": "/env" });
    event.fields = object(fields);
    event.tool = Some(ToolUse {
        spoken: "read_file".to_owned(),
        meanings: vec![Tool::Read],
        input: object(json!({ "path": "/file" })),
        call_id: None,
        output: None,
    });
    event
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}
