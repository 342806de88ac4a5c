//! Lines of trees and bare words.

use super::super::format::{Format, Want};
use super::super::lines::is_space;
use super::Recognition;
use super::sample::Sample;
use super::transcript::trn;

/// Where utterances are wanted: lines with ids, or lines that close what they open.
pub(super) fn forest(sample: &Sample<'_>) -> Option<Recognition> {
    let begins_with_open = |line: &[u8]| memchr::memchr2(b'(', b')', line).is_some_and(|at| line[at] == b'(');
    if sample.want == Want::Trees || !sample.outside_comments().any(|line| begins_with_open(line.bytes)) {
        return None;
    }
    trn(sample).or_else(|| {
        let closes = sample.outside_comments().all(|line| Utterance::of(line.bytes).is_some());
        closes.then(|| Recognition::certain(Format::Forest))
    })
}

/// A line that closes what it opens.
pub(super) struct Utterance {
    /// True if words stand beside its brackets.
    pub(super) has_words_beside: bool,
}

/// What came last outside brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Nothing,
    Tree,
    Word,
    /// White space behind a word.
    Blank,
}

impl Utterance {
    /// Reads a line. `None` if it does not close what it opens.
    pub(super) fn of(line: &[u8]) -> Option<Self> {
        let (mut depth, mut last, mut has_words_beside) = (0usize, Last::Nothing, false);
        for &byte in line {
            match byte {
                b'(' => {
                    has_words_beside |= depth == 0 && last == Last::Blank;
                    depth += 1;
                }
                b')' => {
                    depth = depth.checked_sub(1)?;
                    last = Last::Tree;
                }
                _ if depth > 0 => {}
                _ if !is_space(byte) => {
                    has_words_beside |= last == Last::Tree;
                    last = Last::Word;
                }
                _ if last == Last::Word => last = Last::Blank,
                _ => {}
            }
        }
        (depth == 0).then_some(Self { has_words_beside })
    }
}
