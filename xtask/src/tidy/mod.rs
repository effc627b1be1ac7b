//! What no compiler checks: who imports whom, how long a file is, what a header says.
//!
//! Each check is a pure function from what was read to a list of [`Remark`]s.

mod bans;
mod cases;
mod code;
mod codes;
mod headers;
mod layers;
mod packages;
mod papers;
mod remark;
mod rust;
mod sizes;
mod text;
pub(crate) mod tree;

pub(crate) use cases::check as check_cases;
pub(crate) use code::code;
pub(crate) use codes::check as check_codes;
pub(crate) use headers::check as check_header;
pub(crate) use layers::check as check_layers;
#[cfg(test)]
pub(crate) use packages::Import;
pub(crate) use packages::{Package, read as read_packages};
pub(crate) use papers::check as check_papers;
pub(crate) use remark::{Remark, Severity};
pub(crate) use rust::check as check_rust;
pub(crate) use sizes::check as check_size;
pub(crate) use text::check as check_text;
pub(crate) use tree::Tree;

use crate::failure::Failure;
use crate::project;

/// Checks everything, prints every remark, and fails when one of them is an error.
pub(crate) fn run() -> Result<(), Failure> {
    let tree = Tree::read(project::root())?;
    let packages = read_packages(&project::metadata()?, project::root());
    let mut remarks = remarks(&tree, &packages);
    remarks.extend(bans::check()?);
    remarks.iter().for_each(|remark| println!("{remark}"));
    let n_errors = remarks
        .iter()
        .filter(|it| it.severity == Severity::Error)
        .count();
    println!(
        "{} files in {} crates, {n_errors} errors",
        tree.len(),
        packages.len()
    );
    match n_errors {
        0 => Ok(()),
        _ => Err(Failure::new("the workspace is not tidy")),
    }
}

fn remarks(tree: &Tree, packages: &[Package]) -> Vec<Remark> {
    let mut res = check_layers(packages);
    res.extend(check_papers(tree, packages));
    res.extend(check_cases(tree));
    res.extend(check_codes(tree));
    res.extend(
        packages
            .iter()
            .flat_map(|package| check_header(package, tree)),
    );
    for (path, text) in tree.texts() {
        res.extend(check_text(path, text));
        if path.ends_with(".rs") {
            res.extend(check_size(path, text));
            res.extend(check_rust(path, text));
        }
    }
    res
}
