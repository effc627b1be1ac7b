//! What a model is told of the tools.

use serde_json::Value;

use crate::world::World;

#[track_caller]
fn check(name: &str, required: &[&str], optional: &[&str]) {
    let spec = World::new(&[]).tool(name).spec().clone();
    let schema = &spec.input_schema;
    let names = |it: &Value| -> Vec<String> {
        let list = it.as_array().into_iter().flatten();
        list.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let properties = schema["properties"]
        .as_object()
        .expect("an input is an object");
    assert_eq!(names(&schema["required"]), required);
    assert_eq!(
        properties.keys().collect::<Vec<_>>(),
        [required, optional].concat()
    );
    assert_eq!(schema["additionalProperties"], Value::Bool(false));
    let is_described = |it: &Value| it["description"].as_str().is_some_and(|it| !it.is_empty());
    assert!(properties.values().all(is_described));
}

#[test]
fn every_field_is_named_and_described() {
    check("read_file", &["path"], &["offset", "limit"]);
    check("list_files", &[], &["path", "depth"]);
    check("find_files", &["pattern"], &["path"]);
    check(
        "search_code",
        &["pattern"],
        &["path", "glob", "case_insensitive", "max_results"],
    );
    check("run_command", &["command"], &["cwd", "timeout_seconds"]);
    check("create_file", &["path", "content"], &[]);
    check(
        "edit_file",
        &["path", "old_text", "new_text"],
        &["replace_all"],
    );
    check("edit_files", &["edits"], &[]);
    check("delete_file", &["path"], &[]);
}
