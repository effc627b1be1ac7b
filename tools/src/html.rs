//! The words of an HTML page, for a model: good enough to read, not to show.

/// Elements whose content is no text.
const SILENT: [&str; 5] = ["script", "style", "noscript", "svg", "template"];
/// Elements that begin a line.
const BLOCKS: [&str; 18] = [
    "p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "section", "article",
    "ul", "ol", "table", "title",
];

/// How line ends of the source count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    /// As blanks.
    Flow,
    /// As they are, inside `<pre>`.
    Kept,
}

/// The text of `page` without tags, blanks in a row made one.
pub(crate) fn text(page: &str) -> String {
    let (mut res, mut rest, mut lines) = (String::new(), page, Lines::Flow);
    while let Some(start) = rest.find('<') {
        push(&mut res, &rest[..start], lines);
        lines = lines_within(&rest[start..]).unwrap_or(lines);
        rest = after_tag(&rest[start..], &mut res);
    }
    push(&mut res, rest, lines);
    tidy(&decode(&res))
}

fn push(res: &mut String, text: &str, lines: Lines) {
    match lines {
        Lines::Flow => res.extend(text.chars().map(|it| if it == '\n' { ' ' } else { it })),
        Lines::Kept => res.push_str(text),
    }
}

/// `None` where the tag changes nothing.
fn lines_within(tag: &str) -> Option<Lines> {
    let starts = |it: &str| {
        tag.get(..it.len())
            .is_some_and(|at| at.eq_ignore_ascii_case(it))
    };
    match (starts("<pre"), starts("</pre")) {
        (true, _) => Some(Lines::Kept),
        (_, true) => Some(Lines::Flow),
        (false, false) => None,
    }
}

/// What follows the tag, comment or silent element that `rest` begins with.
fn after_tag<'t>(rest: &'t str, res: &mut String) -> &'t str {
    if let Some(comment) = rest.strip_prefix("<!--") {
        return comment.split_once("-->").map_or("", |it| it.1);
    }
    let name: String = rest[1..]
        .trim_start_matches('/')
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_ascii_lowercase();
    let Some((tag, after)) = rest.split_once('>') else {
        return "";
    };
    if BLOCKS.contains(&name.as_str()) {
        res.push('\n');
    }
    let opens = !tag.starts_with("</") && !tag.ends_with('/');
    match opens && SILENT.contains(&name.as_str()) {
        true => after_end(after, &name),
        false => after,
    }
}

fn after_end<'t>(rest: &'t str, name: &str) -> &'t str {
    let end = format!("</{name}");
    // Small letters of ASCII keep every byte in its place.
    let found = rest.to_ascii_lowercase().find(&end);
    let rest = found.map_or("", |it| &rest[it..]);
    rest.split_once('>').map_or("", |it| it.1)
}

fn decode(text: &str) -> String {
    // The ampersand comes last, or `&amp;lt;` would become a bracket.
    [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ]
    .iter()
    .fold(text.to_owned(), |it, (from, to)| it.replace(from, to))
}

fn tidy(text: &str) -> String {
    let lines = text.lines().map(|it| {
        let words: Vec<&str> = it.split_whitespace().collect();
        words.join(" ")
    });
    let lines: Vec<String> = lines.filter(|it| !it.is_empty()).collect();
    lines.join("\n")
}
