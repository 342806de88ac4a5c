//! Shared by the fuzz targets: two files that every run rewrites, and the drivers of the library's own tests.

pub mod formats;
pub mod support;

use std::sync::OnceLock;

use support::files::Files;

/// Returns the two files, with this content. The libFuzzer process has one thread, so they are never shared.
pub fn files(gold: &[u8], system: &[u8]) -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    let files = FILES.get_or_init(|| Files::new(b"", b""));
    files.rewrite(gold, system);
    files
}

/// Splits the input at its first NUL bytes followed by 0xFF, which no text contains; missing parts are empty.
pub fn parts<const N: usize>(data: &[u8]) -> [&[u8]; N] {
    let mut rest = data;
    std::array::from_fn(|at| {
        let end = if at + 1 == N { None } else { rest.windows(2).position(|two| two == [0, 0xFF]) };
        let part = &rest[..end.unwrap_or(rest.len())];
        rest = end.map_or(&[][..], |end| &rest[end + 2..]);
        part
    })
}

/// The trees of a text in brackets; what is no tree is left out.
pub fn trees(text: &[u8]) -> Vec<treescore::tree::Tree> {
    let corpus = treescore::read::Corpus::held("trees", text);
    let trees = treescore::read::Trees::new(corpus);
    trees.into_iter().flatten().map_while(Result::ok).filter_map(|unit| unit.tree.ok()).collect()
}
