//! Tests of features, by what a caller sees.

mod find;
mod layout;
mod manifest;
mod marketplace;
mod name;
mod ours;
mod paths;
mod place;
mod settle;
mod switches;
mod words;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use json_tree::Document;
use stdx::Problem;
use tempfile::TempDir;

use crate::{PluginPlace, Product, Source};

/// A folder with these files; a text that starts with `-> ` makes a link.
pub(crate) fn tree(files: &[(&str, &str)]) -> TempDir {
    let res = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = res.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match text.strip_prefix("-> ") {
            Some(target) => link(Path::new(target), &path),
            None => put(&path, text),
        }
    }
    res
}

#[expect(clippy::disallowed_methods, reason = "a test's own folder")]
pub(crate) fn put(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
}

fn link(target: &Path, path: &Path) {
    #[cfg(unix)]
    std::os::unix::fs::symlink(target, path).unwrap();
    #[cfg(windows)]
    std::os::windows::fs::symlink_dir(target, path).unwrap();
}

pub(crate) fn place(dir: &Path, source: Source, product: Product) -> PluginPlace {
    PluginPlace {
        dir: dir.to_owned(),
        source,
        product,
        bounds: None,
    }
}

pub(crate) fn document(text: &str) -> Document {
    Document::parse("plugin.json".as_ref(), text.as_bytes()).unwrap()
}

/// One line for each problem, with its place.
pub(crate) fn show(problems: &[Problem]) -> String {
    let mut res = String::new();
    for it in problems {
        match it.place {
            Some(place) => writeln!(res, "{}:{} {it}", place.line, place.column).unwrap(),
            None => writeln!(res, "{it}").unwrap(),
        }
    }
    res
}
