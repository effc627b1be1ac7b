//! Whether an input fits a tool, before hooks see it and again after a rewrite [NI-10, A-13].

use std::collections::BTreeMap;

use boon::{Compiler, SchemaIndex, Schemas, UrlLoader};
use serde_json::{Map, Value};

use crate::tool::ToolSpec;

/// The schemas of the tools, compiled once.
pub struct Validator {
    schemas: Schemas,
    by_tool: BTreeMap<String, Result<SchemaIndex, String>>,
}

impl Validator {
    /// Compiles the schemas. One that cannot be used lets every object through: the tool's own server
    /// has the last word on its input, and a broken schema must not take the tool away.
    pub fn new<'a>(specs: impl IntoIterator<Item = &'a ToolSpec>) -> Validator {
        let mut schemas = Schemas::new();
        let by_tool = specs.into_iter().map(|spec| {
            let compiled = compile(&mut schemas, spec);
            (spec.name.clone(), compiled)
        });
        Validator {
            by_tool: by_tool.collect(),
            schemas,
        }
    }

    /// The input as an object that fits, or what is wrong with it, for the agent to read.
    ///
    /// # Errors
    /// It is not an object, or it does not fit the schema.
    pub fn check(&self, tool: &str, input: &Value) -> Result<Map<String, Value>, String> {
        let object = match input {
            Value::Object(object) => object.clone(),
            Value::Null => Map::new(),
            Value::String(text) => return Err(not_json(text)),
            other => return Err(format!("expected a JSON object, found `{other}`")),
        };
        match self.by_tool.get(tool) {
            Some(Ok(index)) => {
                let value = Value::Object(object);
                let fits = self.schemas.validate(&value, *index);
                fits.map_err(|it| explain(&it))?;
                match value {
                    Value::Object(object) => Ok(object),
                    _ => Ok(Map::new()),
                }
            }
            Some(Err(_)) | None => Ok(object),
        }
    }
}

impl std::fmt::Debug for Validator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Validator")
            .field("tools", &self.by_tool.keys())
            .finish_non_exhaustive()
    }
}

fn compile(schemas: &mut Schemas, spec: &ToolSpec) -> Result<SchemaIndex, String> {
    let mut compiler = Compiler::new();
    // Schemas of servers come from strangers: a reference in one reads no file of ours.
    compiler.use_loader(Box::new(NoLoader));
    let name = stdx::sha256_hex(spec.name.as_bytes());
    let address = format!("tool:///{name}");
    let added = compiler.add_resource(&address, spec.input_schema.clone());
    added.map_err(|it| it.to_string())?;
    compiler
        .compile(&address, schemas)
        .map_err(|it| it.to_string())
}

/// Loads nothing.
struct NoLoader;

impl UrlLoader for NoLoader {
    fn load(&self, url: &str) -> Result<Value, Box<dyn std::error::Error>> {
        Err(format!("`{url}` is not read: a schema stands for itself").into())
    }
}

fn not_json(text: &str) -> String {
    let (start, cut) = stdx::text::cut_chars(text, 80);
    let rest = if cut { "…" } else { "" };
    match serde_json::from_str::<Value>(text) {
        Ok(_) => format!("expected a JSON object, found the text `{start}{rest}`"),
        Err(error) => format!("the arguments are not JSON ({error}): `{start}{rest}`"),
    }
}

/// The innermost causes, each with its place in the input.
fn explain(error: &boon::ValidationError<'_, '_>) -> String {
    let mut lines = Vec::new();
    leaves(error, &mut lines);
    lines.dedup();
    lines.truncate(5);
    lines.join("; ")
}

fn leaves(error: &boon::ValidationError<'_, '_>, lines: &mut Vec<String>) {
    if error.causes.is_empty() {
        let place = error.instance_location.to_string();
        let at = match place.trim_matches('/') {
            "" => String::new(),
            place => format!("`{place}`: "),
        };
        lines.push(format!("{at}{}", error.kind));
    }
    for cause in &error.causes {
        leaves(cause, lines);
    }
}
