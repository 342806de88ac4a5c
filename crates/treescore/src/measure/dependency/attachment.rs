//! Attachment: the share of words with the correct head.

use super::compare::{Aspect, DependencyScratch, Labelling};
use super::counts::{AttachmentCounts, DependencyCounts};
use super::heads::Heads;
use super::matches::Change;
use super::{count_missed, has_no_words};
use crate::align::Refusal;
use crate::measure::{
    Demands, Facet, FacetSums, ItemId, ItemView, Match, Measure, MeasureInfo, Pair, Settings, Unpaired,
    Verdict,
};
use crate::prepare::{Rules, SettingError};
use crate::read::Holds;
use crate::tree::Which;

/// Labelled and unlabelled attachment scores (LAS, UAS) of trees, by a head table. A word is attached
/// correctly if its head is the word at the same place or, in aligned texts, a word in the same cell. With
/// labels, both labels of the relation must agree, too.
///
/// ```
/// use treescore::measure::{Attachment, AttachmentCounts};
/// use treescore::{Scorer, Setup, read};
/// let mut scorer = Scorer::new(Setup::of(Attachment::default()));
/// let gold = read::one("(S (NP (NN cats)) (VP (VBP eat) (NP (NN fish)) (PP (IN with) (NP (NNS bones)))))")?;
/// let system =
///     read::one("(S (NP (NN cats)) (VP (VBP eat) (NP (NP (NN fish)) (PP (IN with) (NP (NNS bones))))))")?;
/// let counts: AttachmentCounts = scorer.score(&gold, &system)?.counts();
/// assert_eq!((counts.las(), counts.uas()), (Some(0.8), Some(0.8))); // `with` has another head
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attachment {
    /// The head table.
    pub heads: Heads,
}

impl Attachment {
    /// Finds the words whose heads are at the same place.
    fn match_heads(labelling: Labelling, rules: &Rules, scratch: &mut DependencyScratch) -> u64 {
        scratch.match_by_place(Aspect::Places(labelling).for_rules(rules), rules);
        scratch.pairs.len() as u64
    }
}

impl Measure for Attachment {
    type Counts = AttachmentCounts;
    type Scratch = DependencyScratch;

    fn info(&self) -> &'static MeasureInfo {
        const INFO: &MeasureInfo = &MeasureInfo {
            shown: &["matched", "unlabeled", "gold", "system"],
            facets: &[Facet::Label],
            papers: &["buchholz-marsi-2006-conll"],
            ..MeasureInfo::new::<AttachmentCounts>(
                "attachment",
                "words with the right head and labels: LAS, UAS",
            )
        };
        INFO
    }

    fn demands(&self) -> Demands {
        Demands { takes: &[Holds::Trees, Holds::Dependencies], needs_tags: true, ..Demands::default() }
    }

    fn settings(&self) -> Settings {
        vec![("heads", self.heads.value())]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        let is_own = key == "heads";
        if is_own {
            self.heads = Heads::parse(key, value)?;
        }
        Ok(is_own)
    }

    fn count(&self, pair: &Pair<'_>, scratch: &mut DependencyScratch) -> Result<AttachmentCounts, Refusal> {
        if has_no_words(pair) {
            return Ok(AttachmentCounts::default());
        }
        scratch.read(pair, &self.heads)?;
        scratch.match_by_place(Aspect::Labels, pair.rules);
        let labels = scratch.pairs.len() as u64;
        let las = Self::match_heads(Labelling::Labeled, pair.rules, scratch);
        let uas = Self::match_heads(Labelling::Unlabeled, pair.rules, scratch);
        let (gold, system) = (scratch.gold.entries.len() as u64, scratch.system.entries.len() as u64);
        let DependencyCounts { pairs, matched, unlabeled, gold, system, exact } =
            DependencyCounts::from_pair(las, uas, gold, system);
        Ok(AttachmentCounts { pairs, matched, unlabeled, gold, system, exact, labels })
    }

    fn count_missed(&self, gold: Option<&Unpaired<'_>>, scratch: &mut DependencyScratch) -> AttachmentCounts {
        let gold = count_missed(gold, &self.heads, scratch, |_| true);
        AttachmentCounts { pairs: 1, gold, ..AttachmentCounts::default() }
    }

    fn compare(
        &self,
        pair: &Pair<'_>,
        scratch: &mut DependencyScratch,
        matches: &mut Vec<Match>,
    ) -> Result<(), Refusal> {
        scratch.read(pair, &self.heads)?;
        Self::match_heads(Labelling::Labeled, pair.rules, scratch);
        scratch.keep_matched();
        Self::match_heads(Labelling::Unlabeled, pair.rules, scratch);
        scratch.finish(|_| true, matches);
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
        let change = Change::<AttachmentCounts> {
            gold: |counts| counts.gold += 1,
            system: |counts| counts.system += 1,
            matched: |counts| counts.matched += 1,
            unlabeled: |counts| counts.unlabeled += 1,
        };
        change.fold(pair.rules, matches, scratch, sums);
        // Words with the correct labels need not have the correct head, so this is a different matching from
        // the one shown.
        let mut rows: Vec<u32> = scratch.system.entries.iter().map(super::compare::Entry::label).collect();
        for found in matches.iter().filter(|found| found.verdict == Verdict::Matched) {
            if let (Some(gold), Some(system)) = (found.gold, found.system) {
                rows[system.index()] = scratch.gold.entries[gold.index()].label();
            }
        }
        scratch.match_by_place(Aspect::Labels, pair.rules);
        for &(i, j) in &scratch.pairs {
            let label = scratch.gold.entries[i as usize].label();
            if rows[j as usize] == label {
                let name = pair.rules.class_name(label);
                sums.add(name, |counts: &mut AttachmentCounts| counts.labels += 1);
            }
        }
    }
}
