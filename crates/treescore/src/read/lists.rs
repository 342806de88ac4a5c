//! N-best lists in memory: which units are the trees of one sentence.

use std::ops::Range;

use super::memory::Units;

impl Units {
    /// The n-best lists, each as the range of its units. Units of no list are lists of one.
    ///
    /// ```
    /// use treescore::read::{Corpus, FormatOptions, ReadOptions, SideReader, UnitKind, Units};
    /// let details = FormatOptions { candidates: true, ..FormatOptions::default() };
    /// let options = ReadOptions { details, ..ReadOptions::default() };
    /// let text = b"-1.5\t(S (N a))\n-2.5\t(X (N a))\n\n-0.5\t(S (N b))\n";
    /// let corpus = Corpus::held("parser", text).with_options(options);
    /// let units = Units::read(SideReader::new(corpus, UnitKind::Tree)?)?;
    /// assert_eq!(units.lists(), [0..2, 2..3]);
    /// assert_eq!(units.score(1), Some(-2.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lists(&self) -> Vec<Range<usize>> {
        let place = |at: usize| Some((self.document_of(at), self.facts(at)?.in_list?.number));
        let mut lists: Vec<Range<usize>> = Vec::new();
        for at in 0..self.len() {
            match lists.last_mut() {
                Some(last) if place(at).is_some() && place(at) == place(at - 1) => last.end = at + 1,
                _ => lists.push(at..at + 1),
            }
        }
        lists
    }

    /// The score of a unit in its n-best list.
    pub fn score(&self, at: usize) -> Option<f64> {
        Some(self.facts(at)?.in_list?.score)
    }
}
