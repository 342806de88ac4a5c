//! The library names no option of the command line: it returns `Advice`, and each face words it.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "this test reads the source, and fails by panicking"
)]

use std::path::{Path, PathBuf};

#[test]
fn no_text_of_the_library_names_an_option() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let (mut found, mut looked_at) = (Vec::new(), 0);
    for file in
        ["treescore/src", "treescore-phrase/src"].iter().flat_map(|source| files(&crates.join(source)))
    {
        let text = std::fs::read_to_string(&file).unwrap();
        for literal in literals(without_tests(&text)) {
            looked_at += 1;
            if names_an_option(&literal) {
                found.push(format!("{}: {literal}", file.strip_prefix(crates).unwrap().display()));
            }
        }
    }
    assert!(found.is_empty(), "give an `Advice` instead:\n{}", found.join("\n"));
    assert!(looked_at > 500, "the search has gone blind: it found {looked_at} texts");
}

/// All source files except those with tests only.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let is_left_out = matches!(stem.as_str(), "tests" | "sample") || stem.ends_with("_tests");
        if path.is_dir() && !is_left_out {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_left_out {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The text before the tests, which are at the end of a file.
fn without_tests(text: &str) -> &str {
    text.find("#[cfg(test)]\nmod tests {").map_or(text, |at| &text[..at])
}

/// True if a word in the text begins with `--` and a letter. Names with `_` are options of other programs,
/// such as Whisper.
fn names_an_option(text: &str) -> bool {
    text.match_indices("--").any(|(at, _)| {
        let is_word = text[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '-');
        let name = text[at + 2..].split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-').next();
        is_word
            && name
                .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.contains('_'))
    })
}

/// The contents of the string literals.
fn literals(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        let (before, from) = rest.split_at(at);
        if from.starts_with("//") {
            rest = &from[from.find('\n').unwrap_or(from.len())..];
        } else if let Some(behind) = from.strip_prefix("'\"'") {
            rest = behind;
        } else if let Some(literal) = from.strip_prefix('"') {
            let hashes = before.len() - before.trim_end_matches('#').len();
            let is_raw = before.trim_end_matches('#').ends_with('r') && (hashes > 0 || before.ends_with('r'));
            let end = end_of_literal(literal, is_raw, hashes);
            found.push(literal[..end].to_owned());
            rest = literal.get(end + 1..).unwrap_or_default();
        } else {
            rest = &from[1..];
        }
    }
    found
}

/// The length of a literal whose first quote has been read.
fn end_of_literal(text: &str, is_raw: bool, hashes: usize) -> usize {
    if is_raw {
        return text.find(&format!("\"{}", "#".repeat(hashes))).unwrap_or(text.len().saturating_sub(1));
    }
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' if !is_escaped => return at,
            b'\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    text.len().saturating_sub(1)
}

#[test]
fn the_search_finds_what_it_should() {
    for (code, expected, why) in [
        ("f(\"list them: --refused\")", true, "in a text"),
        ("f(\"a\", r#\"say \"--align\"\"#)", true, "in a raw text"),
        ("f(\"\\\"\", \"`--align`\")", true, "after an escaped quote"),
        ("f('\"', \"--align\")", true, "after a quote as a character"),
        ("// \"--align\"\nf()", false, "in a comment"),
        ("/// `--align`: \"x\"\nf(\"x\")", false, "in documentation"),
        ("f(\"a--b -- --\")", false, "hyphens"),
        ("f(\"whisper --word_timestamps True\")", false, "of another program"),
        ("f(\"\")\n#[cfg(test)]\nmod tests { f(\"--align\") }", false, "in a test"),
    ] {
        let found = literals(without_tests(code)).iter().any(|text| names_an_option(text));
        assert_eq!(found, expected, "{why}");
    }
}
