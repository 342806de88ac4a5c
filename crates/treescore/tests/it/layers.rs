//! No stage uses a later one: a text search over the library's source.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "this test reads the source, and fails by panicking"
)]

use std::path::{Path, PathBuf};

/// The stages in the order of the data. A stage may use the stages before it.
const STAGES: [&str; 18] = [
    "values", "tree", "read", "repair", "prepare", "align", "perturb", "measure", "setup", "run", "findings",
    "stats", "explain", "report", "write", "query", "draw", "front",
];

#[test]
fn no_stage_uses_a_later_one() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for stage in STAGES {
        assert!(source.join(stage).is_dir(), "there is no stage {stage}");
    }
    let (mut wrong, mut looked_at) = (Vec::new(), 0);
    for file in files(&source) {
        let path = file.strip_prefix(&source).unwrap();
        let module = module_path(path);
        let Some(place) = STAGES.iter().position(|stage| *stage == module[0]) else {
            assert!(path == Path::new("lib.rs"), "src/{} is in no known stage", path.display());
            continue;
        };
        let text = std::fs::read_to_string(&file).unwrap();
        for name in uses(&without_tests(&text), module.len()) {
            looked_at += 1;
            if !is_allowed(place, &name) {
                wrong.push(format!("src/{} uses {name}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "a stage may only use earlier stages:\n{}", wrong.join("\n"));
    assert!(looked_at > 50, "the search has gone blind: it found {looked_at} uses");
}

/// The re-exports at the root are for users of the library; a stage uses the module of an item instead.
fn is_allowed(place: usize, name: &str) -> bool {
    STAGES[..=place].contains(&name)
}

/// All source files except those with tests only: `tests.rs`, `…_tests.rs`, `sample.rs`, and files in a
/// folder `tests`.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_test = stem == "tests" || stem.ends_with("_tests") || stem == "sample";
        if path.is_dir() && !is_test {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_test {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// `read/scan.rs` is the module `read::scan`, `read/mod.rs` is `read`.
fn module_path(path: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        path.with_extension("").iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|last| last == "mod") {
        names.pop();
    }
    names
}

/// The text without comments and without items under `#[cfg(test)]`.
fn without_tests(text: &str) -> String {
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n");
    let mut rest = code.as_str();
    let mut kept = String::new();
    while let Some((before, item)) = rest.split_once("#[cfg(test)]") {
        kept.push_str(before);
        rest = &item[end_of_item(item)..];
    }
    kept + rest
}

/// The position after the first `;`, or after the `}` that closes the first `{`, whichever comes first.
fn end_of_item(text: &str) -> usize {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return at + 1,
            b'}' => depth -= 1,
            b';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The names directly under the crate's root that a file uses, as `crate::…` or through enough `super::…`.
/// The file's module is `depth` levels deep.
fn uses(code: &str, depth: usize) -> Vec<String> {
    let up = "super::".repeat(depth);
    let mut found = Vec::new();
    for prefix in ["crate::", &up] {
        for (at, _) in code.match_indices(prefix) {
            let is_path =
                code[..at].chars().next_back().is_none_or(|before| !is_name(before) && before != ':');
            let behind = &code[at + prefix.len()..];
            if is_path && !behind.starts_with("super::") {
                found.extend(first_names(behind));
            }
        }
    }
    found
}

/// The first name of a path, or of every path of a group `{a::b, c::{d, e}}`.
fn first_names(path: &str) -> Vec<String> {
    let name = |text: &str| text.trim_start().chars().take_while(|&c| is_name(c)).collect::<String>();
    let Some(group) = path.strip_prefix('{') else { return vec![name(path)] };
    let (mut depth, mut names, mut start) = (0, Vec::new(), 0);
    for (at, byte) in group.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => {
                names.push(name(&group[start..at]));
                break;
            }
            b'}' => depth -= 1,
            b',' if depth == 0 => {
                names.push(name(&group[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[test]
fn the_search_finds_what_it_should() {
    for (code, depth, expected, why) in [
        ("use crate::run::Job;", 2, &["run"][..], "a plain import"),
        ("fn f(x: &crate::report::Report) {}", 2, &["report"], "a path in the code"),
        ("use crate::{tree::{Arena, Label}, run, read::one};", 2, &["tree", "run", "read"], "a group"),
        ("use super::super::report::model;", 2, &["report"], "up to the root"),
        ("use super::super::report::model;", 3, &[], "up to a folder of the stage"),
        ("use super::scan::Scanner;", 2, &[], "a neighbour"),
        ("use other_crate::run::Job; use a::crate::run;", 2, &[], "another crate"),
        ("/// See [`crate::run`].\nfn f() {} // crate::report", 2, &[], "comments"),
        (
            "#[cfg(test)]\nmod tests { use crate::run::Job; fn f() { {} } }\nuse crate::tree::Label;",
            2,
            &["tree"],
            "tests",
        ),
        (
            "#[cfg(test)]\n#[path = \"x.rs\"]\nmod tests;\nuse crate::run::Job;",
            2,
            &["run"],
            "after a test file",
        ),
    ] {
        assert_eq!(uses(&without_tests(code), depth), expected, "{why}");
    }
    let read = STAGES.iter().position(|stage| *stage == "read").unwrap();
    for (name, allowed) in [
        ("values", true),
        ("read", true),
        ("refusal", false),
        ("Which", false),
        ("run", false),
        ("new", false),
    ] {
        assert_eq!(is_allowed(read, name), allowed, "read uses {name}");
    }
}
