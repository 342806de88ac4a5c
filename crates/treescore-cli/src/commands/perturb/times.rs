//! The words' times: where they come from, how they are written.

use std::io::{self, Write};

use treescore::tree::Tree;

use super::options::TimesOut;

/// The times of a tree's words: one unit each.
pub(super) fn of(tree: &Tree) -> Vec<(f64, f64)> {
    (0..tree.words().count()).map(|word| (word as f64, word as f64 + 1.0)).collect()
}

/// Writes the times of one sentence.
pub(super) fn write(
    format: TimesOut,
    number: u64,
    tree: Option<&Tree>,
    times: &[(f64, f64)],
    out: &mut impl Write,
) -> io::Result<()> {
    let words = tree.into_iter().flat_map(Tree::words).map(String::from_utf8_lossy).zip(times);
    match format {
        TimesOut::Ctm => {
            for (word, (start, end)) in words {
                writeln!(out, "{number} A {start} {} {word}", end - start)?;
            }
            Ok(())
        }
        TimesOut::JsonLines => {
            let words: Vec<_> = words.map(|(word, (start, end))| (word, *start, *end)).collect();
            serde_json::to_writer(&mut *out, &words)?;
            out.write_all(b"\n")
        }
    }
}
