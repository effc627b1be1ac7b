//! The skills that come with the product.

use std::path::Path;

use crate::place::{Layout, Product, Source};
use crate::read::{SkillFile, read};
use crate::skill::Skill;

const FILES: [(&str, &str); 4] = [
    (
        "debug-a-hook",
        include_str!("../shipped/debug-a-hook/SKILL.md"),
    ),
    (
        "design-a-workflow",
        include_str!("../shipped/design-a-workflow/SKILL.md"),
    ),
    (
        "write-a-hook",
        include_str!("../shipped/write-a-hook/SKILL.md"),
    ),
    (
        "write-a-skill",
        include_str!("../shipped/write-a-skill/SKILL.md"),
    ),
];

/// The shipped skills, by name.
pub fn shipped() -> Vec<Skill> {
    let skills = FILES.iter().filter_map(|(name, text)| {
        let file = Path::new("shipped").join(name).join("SKILL.md");
        let known = SkillFile {
            file: &file,
            name,
            source: &Source::Shipped,
            product: Product::Tackle,
            layout: Layout::Folders,
        };
        read(&known, text.as_bytes()).value
    });
    skills.collect()
}
