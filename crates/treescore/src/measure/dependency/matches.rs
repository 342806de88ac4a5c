//! Dependencies as matches, and counts by the label of the dependent.

use super::compare::{DependencyScratch, Entry};
use crate::measure::{FacetSums, ItemId, ItemView, Match, Pair, Verdict};
use crate::prepare::Rules;
use crate::tree::Which;
use crate::values::Counts;

impl DependencyScratch {
    /// Keeps the pairs that match with their labels; [`finish`](Self::finish) converts them to matches.
    pub(super) fn keep_matched(&mut self) {
        self.labeled.clear();
        self.labeled.extend_from_slice(&self.pairs);
    }

    /// Appends the matches of the [kept](Self::keep_matched) pairs, and of the pairs found last, which may
    /// differ in labels, as far as their items are still free. Entries for which `counts` is false are
    /// ignored.
    pub(super) fn finish(&mut self, counts: impl Fn(&Entry) -> bool, matches: &mut Vec<Match>) {
        let free = [vec![true; self.gold.entries.len()], vec![true; self.system.entries.len()]];
        let [mut free_gold, mut free_system] = free;
        let all = self.labeled.iter().map(|&pair| (pair, Verdict::Matched));
        let all = all.chain(self.pairs.iter().map(|&pair| (pair, Verdict::Relabelled)));
        for ((i, j), verdict) in all {
            if free_gold[i as usize] && free_system[j as usize] {
                (free_gold[i as usize], free_system[j as usize]) = (false, false);
                matches.push(Match::both(i, j, verdict));
            }
        }
        let left = |entries: &[Entry], free: &[bool]| -> Vec<u32> {
            let left = entries.iter().zip(free).zip(0..).filter(|((entry, free), _)| **free && counts(entry));
            left.map(|(_, at)| at).collect()
        };
        matches.extend(left(&self.gold.entries, &free_gold).into_iter().map(Match::missing));
        matches.extend(left(&self.system.entries, &free_system).into_iter().map(Match::extra));
        // In the order of the gold words; unmatched system dependencies come last.
        matches.sort_by_key(|found| (found.gold.is_none(), found.gold, found.system));
    }

    fn entry(&self, which: Which, item: ItemId) -> Option<&Entry> {
        let half = if which == Which::Gold { &self.gold } else { &self.system };
        half.entries.get(item.index())
    }

    /// Describes a dependency of the pair last compared.
    pub(super) fn view(&self, pair: &Pair<'_>, which: Which, item: ItemId) -> ItemView {
        let Some(entry) = self.entry(which, item) else { return ItemView::default() };
        let name = |class: u32| String::from_utf8_lossy(pair.rules.class_name(class));
        let word = |number: u32| {
            let word = pair.side(which).words(number, number + 1).next();
            word.map(|word| String::from_utf8_lossy(word).into_owned()).unwrap_or_default()
        };
        let (label, head_label) = entry.labels();
        ItemView {
            // A relation that a file gives may have one part only.
            label: head_label
                .filter(|&head| !pair.rules.class_name(head).is_empty())
                .map_or_else(|| name(label).into_owned(), |head| format!("{}/{}", name(label), name(head))),
            text: word(entry.dependent),
            head: Some(entry.head.map(word).unwrap_or_default()),
            words: Some((entry.dependent, entry.dependent + 1)),
            ..ItemView::default()
        }
    }
}

/// How a match changes the counts of a row.
pub(super) struct Change<C> {
    /// Counts one more in gold.
    pub(super) gold: fn(&mut C),
    /// Counts one more in the system.
    pub(super) system: fn(&mut C),
    /// Counts one more that matches.
    pub(super) matched: fn(&mut C),
    /// Counts one more that matches except for its labels.
    pub(super) unlabeled: fn(&mut C),
}

impl<C: Counts> Change<C> {
    /// Adds matches to the counts of the dependents' labels. If matching labels have different classes, the
    /// row is gold's. If labels are not compared, system labels are not counted.
    pub(super) fn fold(
        &self,
        rules: &Rules,
        matches: &[Match],
        scratch: &DependencyScratch,
        sums: &mut FacetSums,
    ) {
        let label = |which, item: Option<ItemId>| Some(scratch.entry(which, item?)?.label());
        for found in matches {
            let (gold, system) = (label(Which::Gold, found.gold), label(Which::System, found.system));
            let is_matched = found.verdict == Verdict::Matched;
            if let Some(gold) = gold {
                sums.add(rules.class_name(gold), self.gold);
                if is_matched {
                    sums.add(rules.class_name(gold), self.matched);
                    sums.add(rules.class_name(gold), self.unlabeled);
                }
            }
            if let Some(system) = system.filter(|_| !rules.spans_only()) {
                let row = gold.filter(|_| is_matched).unwrap_or(system);
                sums.add(rules.class_name(row), self.system);
            }
            if let (Verdict::Relabelled, Some(gold), Some(system)) = (found.verdict, gold, system) {
                // A row counts only dependencies with its label on both sides; the others were relabelled.
                if gold == system {
                    sums.add(rules.class_name(gold), self.unlabeled);
                } else if !rules.same_class(gold, system) {
                    sums.add_confusion(rules.class_name(gold), rules.class_name(system));
                }
            }
        }
    }
}
