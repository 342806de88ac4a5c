//! Head dependencies of trees: SParseval's measure, and attachment (LAS and UAS).
//!
//! A head table selects the head child of each phrase. Every word then depends on one other word: take the
//! largest phrase whose head it is; the head of the phrase around that one is the word's governor. If there
//! is no phrase around it, the word depends on the top. The relation is the pair of labels of these two
//! phrases.
//!
//! [`DependencyMeasure`] is SParseval's (Roark et al. 2006): a dependency is a triple of dependent word,
//! relation and head word. The position of the head does not matter, because a recogniser's words have other
//! positions. [`Attachment`] is the usual score of dependency parsers: the head must be the word at the same
//! place.

mod attachment;
mod compare;
mod counts;
mod find;
mod heads;
mod matches;

pub use attachment::Attachment;
use compare::DependencyScratch;
pub use counts::{AttachmentCounts, DependencyCounts};
pub(crate) use find::{Dependency, DependencyFinder, NoHead, Source};
pub use heads::Heads;

use super::{
    Demands, Facet, FacetSums, Index, ItemId, ItemView, Match, Measure, MeasureInfo, Pair, Settings, Unpaired,
};
use crate::align::Refusal;
use crate::prepare::{Rules, SettingError, choose};
use crate::tree::Which;
use crate::values::choice;
use compare::{Aspect, Labelling};
use matches::Change;

choice! {
    /// Which dependencies of the two sides may match.
    MatchBy {
        /// Those whose dependents are the same word, or in the same cell of aligned texts.
        Place = "place",
        /// Any, as long as all matches are in the same order on both sides: no alignment is needed.
        Order = "order",
    }
}

choice! {
    /// Which dependencies count.
    WordClass {
        /// All.
        All = "all",
        /// Those between words of open classes.
        Open = "open",
    }
}

/// Dependencies of words: dependent word, relation and head word, as in SParseval.
///
/// ```
/// use treescore::measure::{DependencyCounts, DependencyMeasure};
/// use treescore::{Scorer, Setup, read};
/// let mut scorer = Scorer::new(Setup::of(DependencyMeasure::default()));
/// let gold = read::one("(S (NP (DT the) (NN cat)) (VP (VBD saw) (NP (PRP it))))")?;
/// let system = read::one("(S (NP (DT the) (NN cat)) (VP (VBD saw)) (NP (PRP it)))")?;
/// let counts: DependencyCounts = scorer.score(&gold, &system)?.counts();
/// // `it` depends on `saw` in both, but in the system's tree it stands in S.
/// assert_eq!((counts.gold, counts.matched, counts.unlabeled), (4, 3, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyMeasure {
    /// Which dependencies count.
    pub class: WordClass,
    /// Which dependencies may match.
    pub match_by: MatchBy,
    /// The head table.
    pub heads: Heads,
}

impl Default for DependencyMeasure {
    fn default() -> Self {
        Self { class: WordClass::All, match_by: MatchBy::Place, heads: Heads::default() }
    }
}

impl DependencyMeasure {
    /// The measure restricted to dependencies between words of open classes.
    pub fn open_class() -> Self {
        Self { class: WordClass::Open, ..Self::default() }
    }

    /// Finds the dependencies of both sides.
    fn read(&self, pair: &Pair<'_>, scratch: &mut DependencyScratch) -> Result<(), Refusal> {
        scratch.read(pair, &self.heads)?;
        // In order, all dependencies take part in the matching; those of open classes are counted afterwards.
        if (self.class, self.match_by) == (WordClass::Open, MatchBy::Place) {
            scratch.keep_open();
        }
        Ok(())
    }

    /// Finds the dependencies that match.
    fn match_all(&self, labelling: Labelling, rules: &Rules, scratch: &mut DependencyScratch) {
        let aspect = Aspect::Words(labelling).for_rules(rules);
        match self.match_by {
            MatchBy::Place => scratch.match_by_place(aspect, rules),
            MatchBy::Order => {
                scratch.match_in_order(aspect, rules);
                if self.class == WordClass::Open {
                    let DependencyScratch { gold, system, pairs, .. } = scratch;
                    let is_open = |entries: &[compare::Entry], at: u32| entries[at as usize].is_open;
                    pairs.retain(|&(i, j)| is_open(&gold.entries, i) && is_open(&system.entries, j));
                }
            }
        }
    }

    fn counts(&self, entry: &compare::Entry) -> bool {
        self.class == WordClass::All || entry.is_open
    }
}

impl Measure for DependencyMeasure {
    type Counts = DependencyCounts;
    type Scratch = DependencyScratch;

    fn info(&self) -> &'static MeasureInfo {
        const ALL: &MeasureInfo = &MeasureInfo {
            shown: &["matched", "gold", "system"],
            facets: &[Facet::Label],
            papers: &["roark-etal-2006-sparseval"],
            ..MeasureInfo::new::<DependencyCounts>(
                "dependency",
                "words with their relations and head words, as in SParseval",
            )
        };
        const OPEN: &MeasureInfo = &MeasureInfo {
            shown: ALL.shown,
            facets: &[Facet::Label],
            papers: ALL.papers,
            ..MeasureInfo::new::<DependencyCounts>(
                "open-class",
                "dependency between words of open classes only",
            )
        };
        match self.class {
            WordClass::All => ALL,
            WordClass::Open => OPEN,
        }
    }

    fn demands(&self) -> Demands {
        let index = match self.match_by {
            MatchBy::Place => Index::Words,
            MatchBy::Order => Index::Free,
        };
        Demands { index, needs_tags: true, ..Demands::default() }
    }

    fn settings(&self) -> Settings {
        vec![("heads", self.heads.value()), ("pairing", self.match_by.as_str().to_owned())]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        match key {
            "heads" => self.heads = Heads::parse(key, value)?,
            "pairing" => choose(&mut self.match_by, key, value, MatchBy::VALUES)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn count(&self, pair: &Pair<'_>, scratch: &mut DependencyScratch) -> Result<DependencyCounts, Refusal> {
        if has_no_words(pair) {
            return Ok(DependencyCounts::default());
        }
        self.read(pair, scratch)?;
        self.match_all(Labelling::Labeled, pair.rules, scratch);
        let matched = scratch.pairs.len() as u64;
        self.match_all(Labelling::Unlabeled, pair.rules, scratch);
        let count =
            |entries: &[compare::Entry]| entries.iter().filter(|entry| self.counts(entry)).count() as u64;
        let (gold, system) = (count(&scratch.gold.entries), count(&scratch.system.entries));
        Ok(DependencyCounts::from_pair(matched, scratch.pairs.len() as u64, gold, system))
    }

    fn count_missed(&self, gold: Option<&Unpaired<'_>>, scratch: &mut DependencyScratch) -> DependencyCounts {
        let is_counted = |one: &Dependency| self.class == WordClass::All || one.is_open;
        let gold = count_missed(gold, &self.heads, scratch, is_counted);
        DependencyCounts { pairs: 1, gold, ..DependencyCounts::default() }
    }

    fn compare(
        &self,
        pair: &Pair<'_>,
        scratch: &mut DependencyScratch,
        matches: &mut Vec<Match>,
    ) -> Result<(), Refusal> {
        self.read(pair, scratch)?;
        self.match_all(Labelling::Labeled, pair.rules, scratch);
        scratch.keep_matched();
        self.match_all(Labelling::Unlabeled, pair.rules, scratch);
        scratch.finish(|entry| self.counts(entry), matches);
        Ok(())
    }

    fn view(&self, pair: &Pair<'_>, scratch: &DependencyScratch, which: Which, item: ItemId) -> ItemView {
        scratch.view(pair, which, item)
    }

    fn fold(
        &self,
        _facet: &Facet,
        pair: &Pair<'_>,
        matches: &[Match],
        scratch: &mut DependencyScratch,
        sums: &mut FacetSums,
    ) {
        let change = Change::<DependencyCounts> {
            gold: |counts| counts.gold += 1,
            system: |counts| counts.system += 1,
            matched: |counts| counts.matched += 1,
            unlabeled: |counts| counts.unlabeled += 1,
        };
        change.fold(pair.rules, matches, scratch, sums);
    }
}

/// True if a pair has no counted words. Such a pair contributes nothing.
fn has_no_words(pair: &Pair<'_>) -> bool {
    pair.gold.prepared.kept().is_empty() && pair.system.prepared.kept().is_empty()
}

/// Counts the gold dependencies that were missed. If a phrase has no head, unknown heads count as open-class
/// words.
fn count_missed(
    gold: Option<&Unpaired<'_>>,
    heads: &Heads,
    scratch: &mut DependencyScratch,
    counts: impl Fn(&Dependency) -> bool,
) -> u64 {
    let Some(gold) = gold else { return 0 };
    let mut found = std::mem::take(&mut scratch.gold.found);
    // Whether or not the table fails, there is one dependency per word.
    let _ = scratch.finder(heads.table()).find(Source::new(&gold.side, gold.rules), &mut found);
    let count = found.iter().filter(|one| counts(one)).count() as u64;
    scratch.gold.found = found;
    count
}

#[cfg(test)]
mod tests;
