//! Checks a value against a schema of ours: the few words of JSON Schema that ours use, and nothing
//! else.

use serde_json::{Map, Value};

/// Words that say nothing about a value.
const ANNOTATIONS: [&str; 7] = [
    "$comment",
    "$defs",
    "$schema",
    "default",
    "description",
    "format",
    "title",
];

/// What is wrong with a value, each with its place. A key that an object's schema does not list is
/// wrong too: what we print stands in the documents.
pub(crate) fn faults(schema: &Value, value: &Value) -> Vec<String> {
    let mut checker = Checker {
        root: schema,
        faults: Vec::new(),
    };
    checker.check(schema, value, "$");
    checker.faults
}

struct Checker<'a> {
    root: &'a Value,
    faults: Vec<String>,
}

impl Checker<'_> {
    fn check(&mut self, schema: &Value, value: &Value, at: &str) {
        let Some(words) = schema.as_object() else {
            return;
        };
        for (word, wanted) in words {
            match word.as_str() {
                "$ref" => self.check(&definition(self.root, wanted), value, at),
                "type" => self.expect(is_of_type(wanted, value), (word, wanted), at),
                "enum" => self.expect(items(wanted).contains(value), (word, wanted), at),
                "const" => self.expect(wanted == value, (word, wanted), at),
                "minimum" => self.expect(value.as_f64() >= wanted.as_f64(), (word, wanted), at),
                "maximum" => self.expect(value.as_f64() <= wanted.as_f64(), (word, wanted), at),
                "anyOf" | "oneOf" => {
                    let fits = |it: &&Value| self.fits(it, value);
                    let n_fitting = items(wanted).iter().filter(fits).count();
                    let right = n_fitting == 1 || word == "anyOf" && n_fitting > 0;
                    self.expect(right, (word, wanted), at);
                }
                "items" => {
                    for (index, item) in items(value).iter().enumerate() {
                        self.check(wanted, item, &format!("{at}[{index}]"));
                    }
                }
                "required" => {
                    for key in items(wanted) {
                        let key = key.as_str().unwrap_or_default();
                        self.expect(value.get(key).is_some(), (word, &key.into()), at);
                    }
                }
                "properties" => self.properties(words, value, at),
                "additionalProperties" => assert_eq!(*wanted, true, "at {at}"),
                other => assert!(
                    ANNOTATIONS.contains(&other),
                    "the checker does not know `{other}`"
                ),
            }
        }
    }

    fn properties(&mut self, schema: &Map<String, Value>, value: &Value, at: &str) {
        for (key, value) in value.as_object().into_iter().flatten() {
            match schema["properties"].get(key) {
                Some(schema) => self.check(schema, value, &format!("{at}.{key}")),
                None => self.faults.push(format!("{at}.{key}: is in no schema")),
            }
        }
    }

    fn fits(&self, schema: &Value, value: &Value) -> bool {
        let mut checker = Checker {
            root: self.root,
            faults: Vec::new(),
        };
        checker.check(schema, value, "");
        checker.faults.is_empty()
    }

    fn expect(&mut self, right: bool, (word, wanted): (&str, &Value), at: &str) {
        if !right {
            self.faults.push(format!("{at}: {word} {wanted}"));
        }
    }
}

fn definition(root: &Value, reference: &Value) -> Value {
    let pointer = reference.as_str().and_then(|it| it.strip_prefix('#'));
    let found = pointer.and_then(|it| root.pointer(it));
    found.expect("a reference leads to a definition").clone()
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn is_of_type(wanted: &Value, value: &Value) -> bool {
    let is = |word: &Value| match word.as_str().expect("a type is a word") {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type is called `{other}`"),
    };
    wanted
        .as_array()
        .map_or_else(|| is(wanted), |all| all.iter().any(is))
}
