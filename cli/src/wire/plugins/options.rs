//! What the person set for plugins: `pluginConfigs` of our settings and of Claude Code's.
//!
//! ```json
//! { "pluginConfigs": { "tool@market": { "options": { "level": "high" } } } }
//! ```

use json_tree::{Document, Node};
use plugins::{OptionValue, Plugin, Secrecy};
use serde_json::Value;

/// The options of all plugins. Settings of a repository are no part of it: they could send a
/// plugin's secrets elsewhere.
#[derive(Debug, Default)]
pub(crate) struct PluginOptions {
    /// Settings files, the one that counts first.
    files: Vec<Document>,
}

impl PluginOptions {
    /// The options in these files; the first that has a key decides.
    pub(super) fn new(files: Vec<Document>) -> PluginOptions {
        PluginOptions { files }
    }

    /// The options of a plugin: what was set, else the default of its manifest.
    pub(crate) fn of(&self, plugin: &Plugin) -> Vec<OptionValue> {
        let options = plugin.manifest.user_config.iter();
        let values = options.filter_map(|option| {
            let set = self.set(plugin, &option.key).map(Node::to_value);
            Some(OptionValue {
                key: option.key.clone(),
                value: text_of(&set.or_else(|| option.default.clone())?)?,
                secrecy: match option.is_sensitive {
                    true => Secrecy::Secret,
                    false => Secrecy::Open,
                },
            })
        });
        values.collect()
    }

    fn set(&self, plugin: &Plugin, key: &str) -> Option<&Node> {
        let identity = plugin.identity();
        self.files.iter().find_map(|it| {
            let plugins = it.root().get("pluginConfigs")?;
            plugins.get(&identity)?.get("options")?.get(key)
        })
    }
}

/// A value as a variable holds it.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        // `multiple`: a variable holds one text, so the list stays JSON.
        Value::Array(_) => Some(value.to_string()),
        Value::Null | Value::Object(_) => None,
    }
}
