//! Reads a rule from its text.

use stdx::{Loaded, Problem, Severity};

use super::{
    CommandPattern, DomainPattern, McpPattern, Origin, PathPattern, Pattern, Rule, Shape, ToolMatch,
};
use crate::tool::{ToolKind, kind_of, near};
use crate::wildcard::Wildcard;

/// The longest rule that is read, in bytes: long enough for a small program written as a rule.
const MAX_RULE: usize = 16 * 1024;

impl Rule {
    /// Reads a rule; what is no rule is nothing, with a problem that says what was expected.
    ///
    /// The codes are `permissions/rule-shape` and `permissions/unknown-tool`. A rule on a tool that
    /// nobody knows is kept: a host may have it.
    pub fn parse(text: &str, origin: Origin) -> Loaded<Option<Rule>> {
        let mut problems = Vec::new();
        let rule = match read(text.trim(), &mut problems) {
            Ok((tool, pattern, shape)) => Some(Rule {
                text: text.trim().to_owned(),
                tool,
                pattern,
                shape,
                origin: origin.clone(),
            }),
            // What is no rule is not in force, and somebody may rely on it.
            Err(problem) => {
                problems.push(Problem {
                    severity: Severity::Error,
                    ..problem
                });
                None
            }
        };
        let problems = problems.into_iter().map(|it| placed(it, &origin)).collect();
        Loaded {
            value: rule,
            problems,
        }
    }
}

type Read = (ToolMatch, Pattern, Shape);

fn read(text: &str, problems: &mut Vec<Problem>) -> Result<Read, Problem> {
    if text.len() > MAX_RULE {
        let message = format!("a rule has at most {MAX_RULE} bytes, found {}", text.len());
        return Err(Problem::warning("permissions/rule-shape", message));
    }
    if let Some(name) = text.strip_suffix(":*").filter(|it| is_tool_name(it)) {
        problems.push(
            misshapen(text).with_hint(format!("write `{name}` or `{name}(*)` for every call")),
        );
        return Ok((tool_named(name, problems), Pattern::None, Shape::Odd));
    }
    let (name, pattern) = split_rule(text).ok_or_else(|| misshapen(text))?;
    let tool = tool_named(name, problems);
    let pattern = match pattern.map(str::trim) {
        None | Some("" | "*") => Pattern::None,
        Some(pattern) => {
            read_pattern(&tool, pattern, problems).map_err(|it| expected(text, &it))?
        }
    };
    Ok((tool, pattern, Shape::Proper))
}

/// The name of the tool, and what stands between the first bracket and the last.
fn split_rule(text: &str) -> Option<(&str, Option<&str>)> {
    let (name, pattern) = match text.split_once('(') {
        Some((name, rest)) => (name.trim_end(), Some(rest.strip_suffix(')')?)),
        None => (text, None),
    };
    (name == "*" || is_tool_name(name)).then_some((name, pattern))
}

/// Letters, digits, `_` and `-`; names of MCP tools may hold more, and stars.
fn is_tool_name(text: &str) -> bool {
    let is_word = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-');
    let is_mcp = |it: char| is_word(it) || matches!(it, '*' | '.' | ':' | '/' | '@');
    match text.strip_prefix("mcp_") {
        Some(rest) if !text.ends_with(":*") => !rest.is_empty() && rest.chars().all(is_mcp),
        Some(_) | None => text.starts_with(char::is_alphabetic) && text.chars().all(is_word),
    }
}

fn tool_named(name: &str, problems: &mut Vec<Problem>) -> ToolMatch {
    if name == "*" {
        return ToolMatch::Every;
    }
    if let Some(pattern) = McpPattern::parse(name) {
        problems.extend(regex_habit(name));
        return ToolMatch::Mcp(pattern);
    }
    match kind_of(name) {
        Some(ToolKind::Other) => ToolMatch::Named(name.to_owned()),
        Some(kind) => ToolMatch::Kind(kind),
        None => {
            problems.push(unknown_tool(name));
            ToolMatch::Named(name.to_owned())
        }
    }
}

fn read_pattern(
    tool: &ToolMatch,
    text: &str,
    problems: &mut Vec<Problem>,
) -> Result<Pattern, String> {
    let kind = match tool {
        ToolMatch::Kind(kind) => *kind,
        ToolMatch::Every | ToolMatch::Mcp(_) | ToolMatch::Named(_) => ToolKind::Other,
    };
    Ok(match kind {
        ToolKind::Shell => read_command(text),
        ToolKind::Fetch => Pattern::Domain(DomainPattern::parse(text)?),
        ToolKind::Helper => Pattern::Name(Wildcard::parse(text)),
        ToolKind::Skill => Pattern::Name(read_skill(text)),
        ToolKind::Other => {
            problems.push(untestable(text));
            Pattern::Untestable
        }
        ToolKind::Read
        | ToolKind::Create
        | ToolKind::Edit
        | ToolKind::EditMany
        | ToolKind::Delete
        | ToolKind::Notebook
        | ToolKind::List
        | ToolKind::Find
        | ToolKind::Search => Pattern::Path(PathPattern::parse(text)?),
    })
}

fn read_command(text: &str) -> Pattern {
    let pattern = CommandPattern::parse(text);
    if pattern.is_everything() {
        return Pattern::None;
    }
    Pattern::Command(pattern)
}

/// A skill is meant with or without arguments, so `name` and `name *` are the same; `plugin:*` is
/// every skill of a plugin.
fn read_skill(text: &str) -> Wildcard {
    match text.strip_suffix(":*") {
        Some(plugin) => Wildcard::parse(&format!("{plugin}:**")),
        None => Wildcard::parse(text.strip_suffix(" *").unwrap_or(text)),
    }
}

fn misshapen(text: &str) -> Problem {
    expected(text, "`Tool` or `Tool(pattern)`")
}

fn expected(text: &str, what: &str) -> Problem {
    let text = stdx::text::cut_chars(text, 200).0;
    let message = format!("a permission rule must be {what}, found `{text}`");
    Problem::warning("permissions/rule-shape", message)
}

fn untestable(text: &str) -> Problem {
    let message = format!("a rule on this tool takes no pattern, found `{text}`");
    let hint = "as deny or ask it counts for every call of the tool, as allow for none";
    Problem::warning("permissions/rule-shape", message).with_hint(hint)
}

fn unknown_tool(name: &str) -> Problem {
    let message = format!("no known tool is called `{name}`");
    let problem = Problem::warning("permissions/unknown-tool", message);
    match near(name) {
        Some(near) => problem.with_hint(format!("did you mean `{near}`?")),
        None => problem,
    }
}

/// `mcp__server__.*` is how a hook's matcher is written, and matches nothing in a rule.
fn regex_habit(name: &str) -> Option<Problem> {
    let head = name.strip_suffix(".*")?;
    let message = format!("`.` in `{name}` is a plain character, so no tool is called so");
    let problem = Problem::note("permissions/rule-shape", message);
    Some(problem.with_hint(format!("write `{head}*`")))
}

fn placed(problem: Problem, origin: &Origin) -> Problem {
    let problem = match &origin.file {
        Some(file) => problem.in_file(file),
        None => problem,
    };
    match origin.place {
        Some(place) => problem.at(place),
        None => problem,
    }
}
