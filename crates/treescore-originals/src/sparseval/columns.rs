//! Alignment columns, and the file that gives them (specification, sections 7.1 and 7.2).

use super::Stop;
use super::lines::{Line, blanks, field, lines};
use super::names::Word;
use super::put_all;
use treescore::tree::{Labels, Which};

/// The error message for a file without a usable line.
pub(super) const NO_DATA: &[u8] = b"no alignment data in file!\n\n";

/// A column of the alignment, with room for one word of each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AlignmentColumn {
    pub(super) gold: Option<Word>,
    /// The test word, if it differs from the gold word.
    pub(super) test: Option<Word>,
    /// True if no test word is expected.
    pub(super) is_deletion: bool,
    /// Counted from 1; columns made by splitting have none.
    pub(super) number: Option<u64>,
    /// The side whose word was split, for a column made by splitting.
    pub(super) split_by: Option<Which>,
}

impl AlignmentColumn {
    /// Creates a column for both words. A test word equal to the gold word is not stored.
    pub(super) fn new(number: Option<u64>, gold: Option<Word>, test: Option<Word>) -> Self {
        let stored = test.filter(|_| test != gold);
        Self { gold, test: stored, is_deletion: test.is_none(), number, split_by: None }
    }
}

/// Reads an alignment file.
pub(super) fn read_alignment(bytes: &[u8], words: &mut Labels) -> Result<Vec<AlignmentColumn>, Stop> {
    let columns: Result<Vec<AlignmentColumn>, Stop> = lines(bytes).map(|line| column(&line, words)).collect();
    match columns {
        Ok(columns) if columns.is_empty() => Err(Stop::Message(NO_DATA.to_vec())),
        read => read,
    }
}

fn column(line: &Line<'_>, words: &mut Labels) -> Result<AlignmentColumn, Stop> {
    let (gold, rest) = field(line.text);
    let (test, rest) = field(&rest[blanks(rest)..]);
    let gold_word = (!gold.is_empty()).then(|| words.intern(gold));
    if rest.is_empty() {
        return match test {
            b"100" => Ok(AlignmentColumn::new(Some(line.number), gold_word, None)),
            _ => Err(disagreement(b"", b'c')),
        };
    }
    let code = &rest[blanks(rest)..];
    match (gold_word, code.get(1)) {
        (None, Some(b'0')) => Err(disagreement(&[line.c_text(), b"\n"].concat(), b'a')),
        (Some(_), Some(b'1')) => Err(disagreement(b"", b'b')),
        _ => Ok(AlignmentColumn::new(Some(line.number), gold_word, Some(words.intern(test)))),
    }
}

fn disagreement(before: &[u8], letter: u8) -> Stop {
    let mut message = before.to_vec();
    put_all(&mut message, &[b"disagreement in alignment ", &[letter], b"\n"]);
    Stop::Message(message)
}
