//! Repairs: what was done where the program would have raised an exception.

use std::ops::Range;

use serde::Serialize;

/// What was done where the program would have stopped with an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RepairKind {
    /// R11: a blank line was skipped. The place is a line, not a tree.
    BlankLine,
    /// R9: a word with siblings became a token with the label of its bracket as tag.
    BareWord,
    /// R10: a `QUOTE_LABEL` on a phrase, or on a bracket without children, had no effect.
    QuoteLabel,
    /// R3: neither side has a tree.
    NoTrees,
    /// R1: a run of near pairs reached the end of a side: near if both sides end there, else not.
    NearAtEnd,
    /// R4: a gold sentence without text is not near a sentence with text.
    EmptyGold,
    /// R5: a run of near pairs was longer than Python's stack.
    LongRun,
    /// R2: the last block was not complete: everything left joined it.
    BlockAtEnd,
    /// R3: one side had trees left when the other was exhausted: they joined the last block.
    LeftOver,
    /// Not a repair but a warning, because the program does the same silently: the rest of both files is not
    /// scored.
    Dropped,
    /// R6: the last group of words was not complete: all words left joined it.
    WordsAtEnd,
    /// R8: a phrase without words after the last word is not a bracket.
    EmptyPhrase,
    /// R7: in evalb mode without `EQ_LABEL` no labels are equal.
    NoEqLabel,
}

impl RepairKind {
    /// Returns the name in JSON and messages.
    pub fn name(self) -> &'static str {
        self.texts().0
    }

    /// Describes the repair in a few words.
    pub fn what(self) -> &'static str {
        self.texts().1
    }

    /// True if the program raises an exception there.
    pub fn is_fatal(self) -> bool {
        self != Self::Dropped
    }

    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::BlankLine => ("blank-line", "a blank line is skipped"),
            Self::BareWord => ("bare-word", "a word without its own bracket gets the enclosing label as tag"),
            Self::QuoteLabel => ("quote-label", "QUOTE_LABEL is used for something other than a word"),
            Self::NoTrees => ("no-trees", "neither side has a tree"),
            Self::NearAtEnd => ("near-at-end", "sentences are nearly equal, but never equal, up to the end"),
            Self::EmptyGold => ("empty-gold", "a gold sentence has no text"),
            Self::LongRun => ("long-run", "too many nearly equal sentences in a row"),
            Self::BlockAtEnd => ("block-at-end", "the last sentences are divided differently"),
            Self::LeftOver => ("left-over", "one side has sentences left at the end"),
            Self::Dropped => ("dropped", "the rest of both files is not scored"),
            Self::WordsAtEnd => ("words-at-end", "the last words of a block differ"),
            Self::EmptyPhrase => ("empty-phrase", "a phrase without words ends a block"),
            Self::NoEqLabel => ("no-eq-label", "the parameters have no EQ_LABEL"),
        }
    }
}

/// A repair and its place. Trees are counted from 1; a side that is not concerned has no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Repair {
    /// What was done.
    pub kind: RepairKind,
    /// Gold tree.
    pub gold: Option<u64>,
    /// Test tree.
    pub test: Option<u64>,
}

impl Repair {
    /// Creates a repair at a pair of trees, counted from 0.
    pub(super) fn at(kind: RepairKind, gold: usize, test: usize) -> Self {
        Self { kind, gold: Some(gold as u64 + 1), test: Some(test as u64 + 1) }
    }

    /// Creates a repair at the first tree left on each side, if any.
    pub(super) fn at_first(kind: RepairKind, gold: Range<usize>, test: Range<usize>) -> Self {
        let first = |mut rest: Range<usize>| rest.next().map(|tree| tree as u64 + 1);
        Self { kind, gold: first(gold), test: first(test) }
    }
}

impl std::fmt::Display for Repair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let unit = if self.kind == RepairKind::BlankLine { "line" } else { "tree" };
        let places: Vec<String> = [("gold", self.gold), ("test", self.test)]
            .iter()
            .filter_map(|(side, place)| place.map(|place| format!("{side} {unit} {place}")))
            .collect();
        let colon = if places.is_empty() { "" } else { ": " };
        write!(f, "{}{colon}{} ({})", places.join(", "), self.kind.what(), self.kind.name())
    }
}

/// Counts the repairs of each kind, ordered by kind.
///
/// ```
/// use treescore_originals::jp_evalb::{File, Parameters, RepairKind, count_by_kind, score};
/// let side = |name: &str| [File { name: name.to_owned(), bytes: b"(S (VB wait))\n\n\n".to_vec() }];
/// let outcome = score(&side("gold"), &side("test"), &Parameters::none())?;
/// assert_eq!(count_by_kind(&outcome.repairs), [(RepairKind::BlankLine, 4)]);
/// # Ok::<(), treescore_originals::jp_evalb::InputError>(())
/// ```
pub fn count_by_kind(repairs: &[Repair]) -> Vec<(RepairKind, u64)> {
    let mut counts = std::collections::BTreeMap::new();
    for repair in repairs {
        *counts.entry(repair.kind).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repair_says_where_and_what() {
        let line = Repair { kind: RepairKind::BlankLine, gold: None, test: Some(2) };
        assert_eq!(line.to_string(), "test line 2: a blank line is skipped (blank-line)");
        let pair = Repair::at(RepairKind::EmptyGold, 0, 4);
        assert_eq!(pair.to_string(), "gold tree 1, test tree 5: a gold sentence has no text (empty-gold)");
        let none = Repair { kind: RepairKind::NoTrees, gold: None, test: None };
        assert_eq!(none.to_string(), "neither side has a tree (no-trees)");
        assert_eq!(
            count_by_kind(&[pair, line, pair]),
            [(RepairKind::BlankLine, 1), (RepairKind::EmptyGold, 2)]
        );
        assert_eq!(serde_json::to_string(&line).unwrap(), r#"{"kind":"blank-line","gold":null,"test":2}"#);
    }
}
