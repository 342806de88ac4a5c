//! The double loops over brackets, by indexes: the same matches and crossings where nothing has to be printed on
//! the way. The loops themselves are written out in [`compare`](super::compare), for traces.

use super::sentence::{Bracket, Outcome, Sentence};
use treescore::measure::crossing::{self, Reach};
use treescore::tree::Span;

/// The test brackets that are not matched yet, by span and then in opening order.
struct Unmatched {
    /// Start, end and number of each.
    brackets: Vec<(i64, i64, usize)>,
    /// For each of them, a later one (or itself) up to which all are matched.
    next: Vec<usize>,
}

impl Unmatched {
    fn new(test: &Sentence) -> Self {
        let numbered = test.brackets.iter().enumerate();
        let unmatched = numbered.filter(|(_, bracket)| bracket.outcome == Outcome::Unmatched);
        let mut brackets: Vec<_> =
            unmatched.map(|(number, bracket)| (bracket.start, bracket.end, number)).collect();
        brackets.sort_unstable();
        let next = (0..=brackets.len()).collect();
        Self { brackets, next }
    }

    /// The first place from here on that is not matched. Halves the way for later searches.
    fn skip(&mut self, mut at: usize) -> usize {
        while self.next[at] != at {
            self.next[at] = self.next[self.next[at]];
            at = self.next[at];
        }
        at
    }

    /// Takes out the first bracket with this span that `is_equal` accepts.
    fn take(&mut self, span: (i64, i64), is_equal: impl Fn(usize) -> bool) -> Option<usize> {
        let first = self.brackets.partition_point(|&(start, end, _)| (start, end) < span);
        let mut at = self.skip(first);
        while let Some(&(start, end, number)) = self.brackets.get(at) {
            if (start, end) != span {
                return None;
            }
            if is_equal(number) {
                self.next[at] = at + 1;
                return Some(number);
            }
            at = self.skip(at + 1);
        }
        None
    }
}

/// Matches brackets greedily and one to one, gold bracket by gold bracket, in opening order. Returns how many
/// match.
pub(super) fn match_brackets(
    gold: &mut Sentence,
    test: &mut Sentence,
    are_equal: impl Fn(&[u8], &[u8]) -> bool,
) -> u64 {
    let mut unmatched = Unmatched::new(test);
    let mut matched = 0;
    for number in 0..gold.brackets.len() {
        let this = gold.brackets[number];
        if !this.is_counted() {
            continue;
        }
        let label = gold.text(this.label);
        let is_equal = |other: usize| are_equal(label, test.text(test.brackets[other].label));
        if let Some(other) = unmatched.take((this.start, this.end), is_equal) {
            gold.brackets[number].outcome = Outcome::Matched;
            test.brackets[other].outcome = Outcome::Matched;
            matched += 1;
        }
    }
    matched
}

/// Counts the crossing test brackets, each once, however many gold brackets it crosses.
pub(super) fn count_crossing(gold: &Sentence, test: &Sentence) -> u64 {
    // A bracket that is never closed ends before it starts, and crosses nothing.
    let span = |bracket: &Bracket| Span::new(bracket.start.try_into().ok()?, bracket.end.try_into().ok()?);
    let keys = |side: &Sentence| -> Vec<u64> {
        let counted = side.brackets.iter().filter(|bracket| bracket.is_counted());
        counted.filter_map(span).map(Span::key).collect()
    };
    crossing::count_all(&keys(gold), &keys(test), &mut Reach::default()).into()
}
