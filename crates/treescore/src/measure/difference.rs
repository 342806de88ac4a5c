//! The bracket kernel for a system's tree that was read as a difference from gold: what is the same in both trees matches,
//! and crosses nothing.

use std::cmp::Ordering;

use super::bracket::LeftOver;
use super::{BracketCounts, BracketScratch, crossing};
use crate::prepare::{Prepared, PreparedDifference};

impl BracketCounts {
    /// Counts a pair of trees over the same words, as [`from_pair`](Self::from_pair) does.
    pub(crate) fn from_difference(
        gold: &Prepared,
        difference: &PreparedDifference,
        scratch: &mut BracketScratch,
    ) -> Self {
        let words = gold.kept().len() as u64;
        if words == 0 {
            return Self::default();
        }
        let (gold_only, system_only) = (&difference.gold[..], &difference.system[..]);
        let same = u64::from(gold.brackets()) - gold_only.len() as u64;
        let matched = same + match_rest(gold_only, system_only, &mut scratch.left);
        let crossing = u64::from(crossing::count(&scratch.left, &mut scratch.open));
        let (gold, system) = (same + gold_only.len() as u64, same + system_only.len() as u64);
        Self {
            pairs: 1,
            matched,
            gold,
            system,
            crossing,
            words,
            system_words: words,
            tags: words - u64::from(difference.wrong_tags),
            exact: u64::from(matched == gold && matched == system),
            no_crossing: u64::from(crossing == 0),
            two_or_fewer_crossing: u64::from(crossing <= 2),
            ..Self::default()
        }
    }
}

/// Matches brackets as multisets, and collects the spans of those without a partner. Spans that both sides have cross
/// nothing, so that they may be among them.
fn match_rest(gold: &[(u64, u32)], system: &[(u64, u32)], left: &mut LeftOver) -> u64 {
    left.gold.clear();
    left.system.clear();
    let (mut i, mut j, mut matched) = (0, 0, 0);
    while let (Some(one), Some(other)) = (gold.get(i), system.get(j)) {
        match one.cmp(other) {
            Ordering::Less => {
                left.gold.push(one.0);
                i += 1;
            }
            Ordering::Greater => {
                left.system.push(other.0);
                j += 1;
            }
            Ordering::Equal => {
                (i, j) = (i + 1, j + 1);
                matched += 1;
            }
        }
    }
    left.gold.extend(gold[i..].iter().map(|bracket| bracket.0));
    left.system.extend(system[j..].iter().map(|bracket| bracket.0));
    matched
}
