//! The trees of one sentence in an n-best list: which are read, and what is counted.

use super::bracket_text::{TreeReading, TreeText};
use super::tree_writer::TreeWriter;
use super::{FormatOptions, Nbest};
use crate::read::tape::{InList, Tape};
use crate::read::window::Position;

/// Which trees of a list are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    One(Nbest),
    All,
}

impl Pick {
    pub(super) fn of(options: &FormatOptions) -> Self {
        if options.candidates { Self::All } else { Self::One(options.nbest) }
    }
}

/// A tree that may be the right one.
pub(super) struct Candidate<'t> {
    pub(super) score: f64,
    pub(super) text: &'t [u8],
    pub(super) first: Position,
}

/// The trees of one sentence so far. Only those that are read are kept.
pub(super) struct NbestList {
    id: Option<Vec<u8>>,
    /// The position of the list, in case that it has no trees.
    start: Position,
    pick: Pick,
    candidates: u64,
    best: f64,
    is_first_best: bool,
    kept: Vec<Kept>,
}

/// A tree that is read.
struct Kept {
    score: f64,
    text: Vec<u8>,
    first: Position,
}

impl NbestList {
    pub(super) fn new(id: Option<&[u8]>, start: Position, pick: Pick) -> Self {
        Self {
            id: id.map(<[u8]>::to_vec),
            start,
            pick,
            candidates: 0,
            best: f64::NAN,
            is_first_best: true,
            kept: Vec::new(),
        }
    }

    /// Adds a tree. Of equal scores the first is the best; NaN is below every score.
    pub(super) fn add(&mut self, &Candidate { score, text, first }: &Candidate<'_>) {
        self.candidates += 1;
        let is_first = self.candidates == 1;
        let is_better = score > self.best || (self.best.is_nan() && !score.is_nan());
        if is_first || is_better {
            self.best = score;
            self.is_first_best = is_first;
        }
        let is_kept = match self.pick {
            Pick::All => true,
            Pick::One(Nbest::First) => is_first,
            Pick::One(Nbest::Best) => {
                if is_better {
                    self.kept.clear();
                }
                is_first || is_better
            }
        };
        if is_kept {
            self.kept.push(Kept { score, text: text.to_vec(), first });
        }
    }

    /// Writes the trees that are read on the tape. A list without trees is a unit without a tree. `number` is that of the list
    /// in its file.
    pub(super) fn write(mut self, number: u64, writer: &mut TreeWriter, tape: &mut Tape) {
        tape.counts.add("sentences", 1);
        tape.counts.add("candidates", self.candidates);
        tape.counts.add("not_best", u64::from(!self.is_first_best));
        if self.kept.is_empty() {
            self.kept.push(Kept { score: f64::NAN, text: Vec::new(), first: self.start });
        }
        for Kept { score, text, first } in &self.kept {
            let first = *first;
            tape.begin(first);
            if let Some(id) = &self.id {
                tape.id(id);
            }
            if self.pick == Pick::All {
                tape.in_list(InList { number, score: *score });
            }
            match writer.write(TreeText { text, first, is_raw: false }, TreeReading::Labelled, tape) {
                Ok(()) => tape.end(),
                Err(error) => tape.refuse(error),
            }
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
                let mut list = NbestList::new(None, at(9), Pick::One(pick));
                for (number, &score) in scores.iter().enumerate() {
                    list.add(&Candidate { score, text: b"(S (A a))", first: at(number) });
                }
                assert_eq!(list.kept.len(), 1, "{scores:?}");
                let chosen = list.kept[0].first;
                assert_eq!(chosen, at(if pick == Nbest::Best { best } else { 0 }), "{scores:?}");
                assert_eq!(list.is_first_best, best == 0, "{scores:?}");
            }
        }
    }
}
