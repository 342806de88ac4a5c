//! Attachment: how many words have the right head.

use super::compare::{Aspect, DependencyScratch, Labelling};
use super::heads::Heads;
use super::rows::Rows;
use super::tally::{ATTACHMENT_FIGURES, AttachmentTally, DependencyCounts, DependencyTally};
use super::{has_no_words, missed};
use crate::measure::{Alone, Figure, Measure, NamedTallies, Names, Pair};
use crate::prepare::SettingError;
use crate::align::Refusal;

/// Labelled and unlabelled attachment scores (LAS, UAS) of trees, by a head table. A word is attached right if its head is the word at the same place; where
/// texts were aligned, a word in the same cell. With labels, both labels of the relation must agree, too.
///
/// ```
/// use treescore::measure::Attachment;
/// use treescore::{Scorer, prepare::Recipe, read};
/// let mut scorer = Scorer::of(Attachment::default(), Recipe::default());
/// let gold = read::one("(S (NP (NN cats)) (VP (VBP eat) (NP (NN fish)) (PP (IN with) (NP (NNS bones)))))")?;
/// let system = read::one("(S (NP (NN cats)) (VP (VBP eat) (NP (NP (NN fish)) (PP (IN with) (NP (NNS bones))))))")?;
/// let tally = scorer.tally(&gold, &system)?;
/// assert_eq!((tally.las(), tally.uas()), (Some(0.8), Some(0.8))); // `with` has another head
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attachment {
    /// Which child is the head.
    pub heads: Heads,
}

impl Measure for Attachment {
    type Tally = AttachmentTally;
    type Scratch = DependencyScratch;

    fn name(&self) -> &'static str {
        "attachment"
    }

    fn figures(&self) -> &'static [Figure] {
        ATTACHMENT_FIGURES
    }

    fn shown_counts(&self) -> &'static [&'static str] {
        &["matched", "unlabeled", "gold", "system"]
    }

    fn papers(&self) -> &'static [&'static str] {
        &["buchholz-marsi-2006-conll"]
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("heads", self.heads.value())]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<bool, SettingError> {
        let is_own = key == "heads";
        if is_own {
            self.heads = Heads::parse(key, value)?;
        }
        Ok(is_own)
    }

    fn tally(&self, pair: &Pair<'_>, scratch: &mut DependencyScratch) -> Result<AttachmentTally, Refusal> {
        if has_no_words(pair) {
            return Ok(AttachmentTally::default());
        }
        scratch.read(pair, &self.heads)?;
        let mut matched = |aspect: Aspect| {
            scratch.match_by_place(aspect.by(pair.rules), pair.rules);
            scratch.pairs.len() as u32
        };
        let labels = matched(Aspect::Labels);
        let (las, uas) =
            (matched(Aspect::Places(Labelling::Labeled)), matched(Aspect::Places(Labelling::Unlabeled)));
        let counts = DependencyCounts {
            matched: las,
            unlabeled: uas,
            gold: scratch.gold.entries.len() as u32,
            system: scratch.system.entries.len() as u32,
        };
        let attached = DependencyTally::of(counts, pair.rules.recipe().empty);
        Ok(AttachmentTally { attached, labels: labels.into() })
    }

    fn missed(&self, gold: Option<&Alone<'_>>, scratch: &mut DependencyScratch) -> AttachmentTally {
        let attached = DependencyTally::missed(missed(gold, &self.heads, scratch, |_| true));
        AttachmentTally { attached, labels: 0 }
    }

    fn names(&self) -> &'static [Names] {
        &[Names::Labels]
    }

    fn by_name(
        &self,
        _names: Names,
        pair: &Pair<'_>,
        scratch: &mut DependencyScratch,
        tallies: &mut NamedTallies<AttachmentTally>,
    ) -> Result<(), Refusal> {
        scratch.read(pair, &self.heads)?;
        let mut rows = Rows { rules: pair.rules, tallies, inner: |tally| &mut tally.attached };
        rows.begin(scratch, |_| true);
        scratch.match_by_place(Aspect::Places(Labelling::Labeled).by(pair.rules), pair.rules);
        rows.matched(scratch);
        scratch.match_by_place(Aspect::Places(Labelling::Unlabeled), pair.rules);
        rows.unlabeled(scratch);
        rows.finish(scratch, |_| true);
        scratch.match_by_place(Aspect::Labels, pair.rules);
        rows.labels(scratch, |tally| tally.labels += 1);
        Ok(())
    }
}
