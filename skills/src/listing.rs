//! The list of skills that a model is shown, within a budget.

use std::collections::BTreeMap;

use crate::registry::Registry;
use crate::skill::Skill;

/// The most characters of one description, `when_to_use` included [claude-code.md 2.2].
const MAX_DESCRIPTION: usize = 1_536;

/// Less than this says nothing, so a description is left out rather than cut shorter.
const MIN_DESCRIPTION: usize = 40;

/// What a line of the list costs besides its name and description: `- `, `: ` and the line's end.
const LINE: usize = 5;

/// How long the list may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Characters of the whole list.
    pub characters: usize,
    /// How often each skill was used: where descriptions must go, those least used go first.
    pub uses: BTreeMap<String, u64>,
}

impl Budget {
    /// One percent of a context window of so many tokens, at four characters a token
    /// [claude-code.md 2.3].
    pub fn for_context_window(tokens: usize) -> Budget {
        Budget {
            characters: tokens.saturating_mul(4) / 100,
            uses: BTreeMap::new(),
        }
    }
}

/// 8,000 characters: a window of 200,000 tokens.
impl Default for Budget {
    fn default() -> Budget {
        Budget::for_context_window(200_000)
    }
}

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSkill {
    /// The skill's name; always whole.
    pub name: String,
    /// As much of its description as fits, on one line and without hidden characters.
    pub description: String,
    /// Whether that is all of it.
    pub cut: Cut,
}

/// What became of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// It is whole.
    Whole,
    /// Its end is missing.
    Shortened,
    /// There was no room for any of it.
    LeftOut,
}

/// The skills that the model may invoke, by name.
///
/// Every name is there, whatever the budget. All descriptions are cut at the same length, the
/// greatest at which they fit; where that would be too short to say anything, those least used are
/// left out, and among equals those last by name.
pub fn listing(registry: &Registry, budget: &Budget) -> Vec<ListedSkill> {
    let skills = registry.skills().filter(|it| it.invocable.by_model());
    let lines: Vec<(String, String)> = skills
        .map(|it| (it.name.clone(), whole_description(it)))
        .collect();
    let names: usize = lines.iter().map(|it| it.0.chars().count() + LINE).sum();
    let room = budget.characters.saturating_sub(names);
    let lengths: Vec<usize> = lines.iter().map(|it| it.1.chars().count()).collect();
    let allowed = match level(&lengths, room) {
        level if level >= MIN_DESCRIPTION => vec![level; lines.len()],
        _ => the_most_used(&lines, &lengths, (room, budget)),
    };
    let cut = lines.into_iter().zip(allowed);
    cut.map(|((name, description), allowed)| line(name, &description, allowed))
        .collect()
}

fn line(name: String, whole: &str, allowed: usize) -> ListedSkill {
    let (kept, was_cut) = stdx::text::cut_chars(whole, allowed);
    ListedSkill {
        name,
        description: kept.trim_end().to_owned(),
        cut: match (was_cut, kept) {
            (false, _) => Cut::Whole,
            (true, "") => Cut::LeftOut,
            (true, _) => Cut::Shortened,
        },
    }
}

fn whole_description(skill: &Skill) -> String {
    let when = skill.when_to_use.as_ref().map_or("", |it| &it.value);
    let both = format!("{} {when}", skill.description);
    // A line end would let a description pretend to be another skill.
    let words: Vec<&str> = both.split_whitespace().collect();
    let line = words.join(" ");
    let shown = stdx::text::printable(&line);
    stdx::text::cut_chars(&shown, MAX_DESCRIPTION).0.to_owned()
}

/// The greatest length at which texts of these lengths fit into the room when cut there.
fn level(lengths: &[usize], room: usize) -> usize {
    let mut sorted = lengths.to_vec();
    sorted.sort_unstable();
    let mut room = room;
    for (at, length) in sorted.iter().enumerate() {
        let share = room / (sorted.len() - at);
        if share < *length {
            return share;
        }
        room -= length;
    }
    MAX_DESCRIPTION
}

fn the_most_used(
    lines: &[(String, String)],
    lengths: &[usize],
    (room, budget): (usize, &Budget),
) -> Vec<usize> {
    let uses = |at: &usize| budget.uses.get(&lines[*at].0).copied().unwrap_or(0);
    let mut order: Vec<usize> = (0..lines.len()).collect();
    // Stable, so that equals stay in the order of their names.
    order.sort_by_key(|it| std::cmp::Reverse(uses(it)));
    let mut res = vec![0; lines.len()];
    let mut room = room;
    for at in order {
        let cost = lengths[at].min(MIN_DESCRIPTION);
        if cost > room {
            break;
        }
        res[at] = MIN_DESCRIPTION;
        room -= cost;
    }
    res
}
