//! The trees of one sentence in an n-best list: which is read, and what is counted.

use super::Nbest;
use super::bracket_text::{TreeReading, TreeText};
use super::tree_writer::TreeWriter;
use crate::read::tape::Tape;
use crate::read::window::Position;

/// A tree that may be the right one.
pub(super) struct Candidate<'t> {
    pub(super) score: f64,
    pub(super) text: &'t [u8],
    pub(super) first: Position,
}

/// The trees of one sentence so far. Only the one that is read is kept.
pub(super) struct NbestList {
    id: Option<Vec<u8>>,
    /// The position of the list, in case that it has no trees.
    start: Position,
    pick: Nbest,
    candidates: u64,
    best: f64,
    is_first_best: bool,
    chosen: Option<(Vec<u8>, Position)>,
}

impl NbestList {
    pub(super) fn new(id: Option<&[u8]>, start: Position, pick: Nbest) -> Self {
        Self {
            id: id.map(<[u8]>::to_vec),
            start,
            pick,
            candidates: 0,
            best: f64::NAN,
            is_first_best: true,
            chosen: None,
        }
    }

    /// Adds a tree. Of equal scores the first is the best; NaN is below every score.
    pub(super) fn add(&mut self, candidate: &Candidate<'_>) {
        self.candidates += 1;
        let is_first = self.candidates == 1;
        let is_better = candidate.score > self.best || (self.best.is_nan() && !candidate.score.is_nan());
        if is_first || is_better {
            self.best = candidate.score;
            self.is_first_best = is_first;
        }
        if is_first || (is_better && self.pick == Nbest::Best) {
            self.chosen = Some((candidate.text.to_vec(), candidate.first));
        }
    }

    /// Writes the tree that is read on the tape.
    pub(super) fn write(self, writer: &mut TreeWriter, tape: &mut Tape) {
        let (text, first) = self.chosen.unwrap_or((Vec::new(), self.start));
        tape.begin(first);
        if let Some(id) = &self.id {
            tape.id(id);
        }
        tape.counts.add("sentences", 1);
        tape.counts.add("candidates", self.candidates);
        tape.counts.add("not_best", u64::from(!self.is_first_best));
        match writer.write(TreeText { text: &text, first, is_raw: false }, TreeReading::Labelled, tape) {
            Ok(()) => tape.end(),
            Err(error) => tape.refuse(error),
        }
    }
}

/// A score: a decimal number, `-Infinity` or `NaN`.
pub(super) fn score(text: &[u8]) -> Option<f64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_the_first_of_the_highest() {
        const INFINITE: f64 = f64::NEG_INFINITY;
        for (scores, best) in [
            (&[1.0][..], 0),
            (&[1.0, 2.0, 2.0], 1),
            (&[2.0, 1.0], 0),
            (&[f64::NAN, f64::NAN], 0),
            (&[f64::NAN, INFINITE, f64::NAN], 1),
            (&[INFINITE, INFINITE, -5.0], 2),
        ] {
            for pick in [Nbest::First, Nbest::Best] {
                let at = |line: usize| Position { line: line as u64, column: 1 };
                let mut list = NbestList::new(None, at(9), pick);
                for (number, &score) in scores.iter().enumerate() {
                    list.add(&Candidate { score, text: b"(S (A a))", first: at(number) });
                }
                let chosen = list.chosen.as_ref().unwrap().1;
                assert_eq!(chosen, at(if pick == Nbest::Best { best } else { 0 }), "{scores:?}");
                assert_eq!(list.is_first_best, best == 0, "{scores:?}");
            }
        }
    }
}
