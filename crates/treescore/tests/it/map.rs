//! `ARCHITECTURE.md` is a true map: every file it names exists, and every source file is on it.

#![allow(clippy::disallowed_methods, reason = "this test reads the source")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// One row of the map: the folder that the table and its bold headings name, and the names in the first
/// column.
struct Row {
    folder: PathBuf,
    names: Vec<String>,
    /// Names in the second column, which are inside the folder that the first column names.
    inside: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The texts between backticks.
fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn rows(page: &str) -> Vec<Row> {
    let map = page.split("## The map").nth(1).and_then(|rest| rest.split("### Beside them").next()).unwrap();
    let (mut crate_folder, mut folder, mut rows) = (PathBuf::new(), PathBuf::new(), Vec::new());
    for line in map.lines() {
        if line.starts_with("### ") {
            crate_folder = PathBuf::from(&quoted(line)[0]);
            folder.clone_from(&crate_folder);
        }
        let Some((first, second)) = line.strip_prefix("| ").and_then(|row| row.split_once(" | ")) else {
            continue;
        };
        if first.starts_with("**") {
            folder = crate_folder.join(&quoted(first)[0]);
        } else if first.starts_with('`') {
            let base = if first == "`lib.rs`" { &crate_folder } else { &folder };
            let is_file =
                |name: &String| Path::new(name).extension().is_some_and(|extension| extension == "rs");
            let inside = quoted(second).into_iter().filter(is_file).collect();
            rows.push(Row { folder: base.clone(), names: quoted(first), inside });
        }
    }
    rows
}

#[test]
fn every_file_on_the_map_exists() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let rows = rows(&page);
    assert!(rows.len() > 80, "the search has gone blind: {} rows", rows.len());
    let exists = |path: PathBuf| (!root().join(&path).exists()).then(|| path.display().to_string());
    let missing: Vec<String> = rows
        .iter()
        .flat_map(|row| {
            let named = row.names.iter().map(|name| row.folder.join(name));
            let deeper = row.names.iter().rfind(|name| name.ends_with('/'));
            let inside = row.inside.iter().filter_map(move |name| Some(row.folder.join(deeper?).join(name)));
            named.chain(inside).filter_map(exists).collect::<Vec<_>>()
        })
        .collect();
    assert!(missing.is_empty(), "not there:\n{}", missing.join("\n"));
}

#[test]
fn every_source_file_is_on_the_map() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let named: BTreeSet<PathBuf> =
        rows(&page).iter().flat_map(|row| row.names.iter().map(|name| row.folder.join(name))).collect();
    let is_named = |file: &Path| file.ancestors().any(|part| named.contains(part));
    let mut lost = Vec::new();
    for name in ["treescore", "treescore-arrow", "treescore-phrase", "treescore-cli"] {
        let source = Path::new("crates").join(name).join("src");
        lost.extend(files(&root().join(&source)).into_iter().filter(|file| !is_named(file)));
    }
    assert!(lost.is_empty(), "put these on the map in ARCHITECTURE.md:\n{lost:#?}");
}

/// The source files below a folder, relative to the root; without `mod.rs` and without tests.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        if stem == "tests" || stem.ends_with("_tests") || stem == "mod" {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path.strip_prefix(root()).unwrap().to_owned());
        }
    }
    found
}
