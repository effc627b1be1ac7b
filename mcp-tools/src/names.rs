//! The names under which tools are known to models, hooks and rules.

use std::collections::BTreeSet;

/// What models allow.
const LONGEST: usize = 64;

/// A server's part, so that the greater part is left for its tools.
const LONGEST_SERVER: usize = 32;

/// Hexadecimal digits that tell apart what would have the same name.
const TOLD_APART_BY: usize = 8;

/// A safe name for each server, none twice.
///
/// Runs of `_` become one and those at the ends go, since `__` divides server from tool: else a
/// server `a__b` could come under a rule for the server `a`.
pub(crate) fn server_names(servers: &[&str]) -> Vec<String> {
    let wished = |name: &str| {
        let safe = safe(name);
        let words = safe.split('_').filter(|it| !it.is_empty());
        words.collect::<Vec<_>>().join("_")
    };
    unique(servers, wished, LONGEST_SERVER)
}

/// A name for each tool of the server that is called `server`, none twice.
pub(crate) fn tool_names(server: &str, tools: &[&str]) -> Vec<String> {
    let prefix = format!("mcp__{server}__");
    let names = unique(tools, safe, LONGEST - prefix.len());
    names.iter().map(|it| format!("{prefix}{it}")).collect()
}

/// The wished name of each where it is free and short enough, one that ends in a digest elsewhere.
///
/// What need not be changed is served first, so that no stranger takes the name of another tool.
fn unique(names: &[&str], wished: impl Fn(&str) -> String, longest: usize) -> Vec<String> {
    let wishes: Vec<String> = names.iter().map(|it| wished(it)).collect();
    let mut taken = BTreeSet::new();
    let mut res = vec![String::new(); names.len()];
    let unchanged = |at: &usize| wishes[*at] == names[*at];
    let (first, then): (Vec<usize>, Vec<usize>) = (0..names.len()).partition(unchanged);
    for at in first.into_iter().chain(then) {
        let wish = &wishes[at];
        let fits = !wish.is_empty() && wish.len() <= longest && !taken.contains(wish);
        res[at] = match fits {
            true => wish.clone(),
            false => digested((wish, names[at]), longest, &taken),
        };
        taken.insert(res[at].clone());
    }
    res
}

fn digested((wish, name): (&str, &str), longest: usize, taken: &BTreeSet<String>) -> String {
    let kept = wish.len().min(longest - TOLD_APART_BY - 1);
    let start = &wish[..kept];
    let named = |again: usize| {
        let digest = stdx::sha256_hex(format!("{name}\0{again}").as_bytes());
        format!("{start}-{}", &digest[..TOLD_APART_BY])
    };
    // The same name twice has the same digest, so the digest counts on.
    (0..)
        .map(named)
        .find(|it| !taken.contains(it))
        .expect("there are more numbers than names")
}

fn safe(name: &str) -> String {
    let allowed = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
    let letters = name.chars().map(|it| if allowed(it) { it } else { '_' });
    letters.collect()
}
