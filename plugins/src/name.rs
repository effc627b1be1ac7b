//! The name of a plugin, and the names of what it brings.

/// The longest name, in bytes; what file systems allow.
const LONGEST: usize = 255;

/// What is wrong with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// It is empty or too long, or holds something that a name, a path or a screen cannot bear.
    Unusable,
    /// It can be used, but is not lower-case words joined by hyphens.
    NotKebab,
}

/// Whether `name` is lower-case words joined by hyphens.
///
/// # Errors
/// [`NameFault::Unusable`] for blanks, `@`, `:`, separators of paths, `..`, control characters and
/// marks of writing direction: such a plugin is not loaded. [`NameFault::NotKebab`] for what is
/// merely unusual, such as `MyTool` or `my_tool`.
pub fn check_name(name: &str) -> Result<(), NameFault> {
    let forbidden = |it: char| it.is_whitespace() || it.is_control() || "@:/\\".contains(it);
    let is_shown_as_written = stdx::text::printable(name) == name;
    if name.is_empty()
        || name.len() > LONGEST
        || name.contains(forbidden)
        || name.contains("..")
        || name == "."
        || !is_shown_as_written
    {
        return Err(NameFault::Unusable);
    }
    match name.split('-').all(is_word) {
        true => Ok(()),
        false => Err(NameFault::NotKebab),
    }
}

fn is_word(word: &str) -> bool {
    let is_plain = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit();
    !word.is_empty() && word.bytes().all(is_plain)
}

/// The full name of a skill, command, workflow or agent of a plugin: `plugin:name`
/// [N-SKILL-04]. Folders between are part of `name`: `plugin:review:security`.
pub fn namespaced(plugin: &str, name: &str) -> String {
    format!("{plugin}:{name}")
}

/// The plugin and the rest of a full name; `None` for a name that stands alone.
pub fn split_namespaced(name: &str) -> Option<(&str, &str)> {
    let (plugin, rest) = name.split_once(':')?;
    (!plugin.is_empty() && !rest.is_empty()).then_some((plugin, rest))
}

/// The name under which rules and matchers know a tool of a plugin's MCP server.
pub fn mcp_tool_name(plugin: &str, server: &str, tool: &str) -> String {
    format!("mcp__plugin_{plugin}_{server}__{tool}")
}

/// The name under which a hook names a plugin's MCP server.
pub fn mcp_server_name(plugin: &str, server: &str) -> String {
    format!("plugin:{plugin}:{server}")
}
