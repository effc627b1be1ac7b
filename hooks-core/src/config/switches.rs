//! What a file says of all its hooks: that they are off, and what HTTP hooks may do.

use stdx::Problem;

use crate::dialect::Switch;
use crate::document::Node;

use super::Reader;

impl Reader<'_> {
    /// `disableAllHooks`. A value of another kind turns nothing off, and is said to be wrong.
    pub(super) fn switch(&mut self, root: &Node) {
        let Some(node) = root.get("disableAllHooks") else {
            return;
        };
        self.config.switch = match node.bool() {
            Some(true) => Switch::Off,
            Some(false) => Switch::On,
            None => {
                self.wrong_kind(node, "`disableAllHooks` is true or false");
                Switch::Unset
            }
        };
    }

    /// The texts of a list that limits something. Of a value of another kind no text counts: a limit
    /// that is written wrongly must not turn into none at all.
    pub(super) fn limits(&mut self, root: &Node, key: &'static str) -> Option<Vec<String>> {
        let node = root.get(key)?;
        let items = node.items().unwrap_or_default();
        if node.items().is_none() || items.iter().any(|it| it.text().is_none()) {
            self.wrong_kind(node, &format!("`{key}` is a list of texts"));
        }
        let texts = items.iter().filter_map(Node::text);
        Some(texts.map(str::to_owned).collect())
    }

    fn wrong_kind(&mut self, node: &Node, message: &str) {
        let text = format!("{message}, found {}", node.describe());
        self.push(Problem::error("hooks/field-kind", text), node.start);
    }
}
